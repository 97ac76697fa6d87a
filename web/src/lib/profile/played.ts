/** A finished game as the profile keeps it: who played, how it ended, and what the seats of this device did. */
import { isDay } from '../days/results.svelte'
import type { Names } from '../protocol'

export interface Sitter {
  name: string
  /** The level of a bot; null for a person, and for a bot from elsewhere. */
  level: string | null
  /** The rating of that level when the game was played, if it had one. */
  elo: number | null
  points: number
  won: boolean
}

/** What one seat of this device did. */
export interface OwnSeat {
  seat: number
  /** Whether a bot played a part of the game for it. */
  helped: boolean
  /** Whether a hint was asked for on this device. */
  hinted: boolean
  routes: string[]
  longest_path: number
  /** How many tickets it completed, and of how many. */
  completed: number
  tickets: number
  /** The achievements that this game was enough for. */
  made: string[]
}

export interface Played {
  game: string
  board: string
  board_name: Names
  /** Whether it was played on a board file of somebody's own. */
  board_file: boolean
  /** When it ended, in milliseconds. */
  at: number
  day: string | null
  lesson: string | null
  /** By seat. */
  players: Sitter[]
  own: OwnSeat[]
  /** The seat that counts for the profile; null if none does: guests played, or several people at one screen. */
  mine: number | null
  /** When somebody last chose `mine`, in milliseconds; 0 if nobody did. */
  chosen: number
}

/** A game that counts, with the seat that it counts for. */
export interface Counted extends Played {
  seat: OwnSeat
  me: Sitter
}

/** The games that count, the oldest first. Lessons don't, nor games that a bot played a part of. */
export function counted(games: readonly Played[]): Counted[] {
  return games
    .flatMap((one) => {
      const seat = one.own.find((own) => own.seat === one.mine)
      const me = seat && one.players[seat.seat]
      return seat && me && !seat.helped && one.lesson === null ? [{ ...one, seat, me }] : []
    })
    .sort((a, b) => a.at - b.at || (a.game < b.game ? -1 : 1))
}

// Reading what may be damaged

type Check = (value: unknown) => boolean

/** More points, or a higher rating, than any game gives. */
const MOST = 1_000_000

const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
/** A whole number that a page can count and draw with. */
const isWhole: Check = (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= MOST
/** A time that can be written as a date. */
const isTime: Check = (value) => isCount(value) && !Number.isNaN(new Date(value as number).getTime())
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** Whether something is an object with exactly these fields. */
function shaped(fields: Record<string, Check>): Check {
  const names = Object.keys(fields).sort().join()
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).sort().join() === names &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]))
}

const isNames: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText)

const isSitter = shaped({ name: isText, level: orNull(isText), elo: orNull(isWhole), points: isWhole, won: isFlag })

const isOwnSeat = shaped({
  seat: isCount,
  helped: isFlag,
  hinted: isFlag,
  routes: listOf(isText),
  longest_path: isCount,
  completed: isCount,
  tickets: isCount,
  made: listOf(isText),
})

const isGame = shaped({
  game: isText,
  board: isText,
  board_name: isNames,
  board_file: isFlag,
  at: isTime,
  day: orNull(isDay),
  lesson: orNull(isText),
  players: listOf(isSitter),
  own: listOf(isOwnSeat),
  mine: orNull(isCount),
  chosen: isTime,
})

export function isPlayed(value: unknown): value is Played {
  if (!isGame(value)) return false
  const { players, own, mine } = value as Played
  const seats = own.map((one) => one.seat)
  return (
    seats.every((seat) => seat < players.length) &&
    new Set(seats).size === seats.length &&
    (mine === null || seats.includes(mine))
  )
}

/** What no name of a table has: somebody may have written it into a file. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A game whose names can be shown among other texts. */
export function cleaned(game: Played): Played {
  const clean = (name: string) => name.replace(UNSEEN, '')
  return {
    ...game,
    board_name: Object.fromEntries(Object.entries(game.board_name).map(([language, name]) => [language, clean(name)])),
    players: game.players.map((one) => ({ ...one, name: clean(one.name) })),
  }
}
