/** The seats of this device: its games, and the tokens that prove it. */
import type { SeatToken } from './protocol'
import { store, stored, whenStored } from './storage'

export interface OwnGame {
  game: string
  board: string
  seats: SeatToken[]
  /** When it was last opened, in milliseconds. */
  opened: number
  /** Whether somebody here has asked for a hint: such a game says little about their strength. */
  hinted?: boolean
}

const KEY = 'semafor.seats'

function read(): OwnGame[] {
  const data = stored(KEY)
  return Array.isArray(data) ? (data as OwnGame[]).filter((one) => typeof one?.game === 'string') : []
}

export const own: { games: OwnGame[] } = $state({ games: read() })

function write(): void {
  own.games = own.games.toSorted((a, b) => b.opened - a.opened)
  store(KEY, own.games)
}

/** Remember seats of a game, in addition to those known already. */
export function remember(game: string, board: string, seats: SeatToken[]): void {
  const known = own.games.find((one) => one.game === game)
  const kept = (known?.seats ?? []).filter((old) => !seats.some((one) => one.seat === old.seat))
  own.games = own.games.filter((one) => one.game !== game)
  own.games.push({
    ...known,
    game,
    board: board || known?.board || '',
    seats: [...kept, ...seats].sort((a, b) => a.seat - b.seat),
    opened: Date.now(),
  })
  write()
}

/** Remember that a hint was asked for. */
export function noteHint(game: string): void {
  own.games = own.games.map((one) => (one.game === game ? { ...one, hinted: true } : one))
  write()
}

export function forget(game: string): void {
  own.games = own.games.filter((one) => one.game !== game)
  write()
}

export function tokensOf(game: string): SeatToken[] {
  return own.games.find((one) => one.game === game)?.seats ?? []
}

// Another tab of the same browser may take a seat too.
whenStored(KEY, () => (own.games = read()))
