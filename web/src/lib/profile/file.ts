/**
 * A profile as a text: what the browser keeps, and what is exported. It is read whole or not at all. Two profiles merge
 * into one that has all the games of both, each once, whichever is merged into which and however often.
 */
import { isResult, type DayResult } from '../days/results.svelte'
import { isOutcome, type Outcome } from '../puzzles/answers.svelte'
import { cleaned, isPlayed, type OwnSeat, type Played } from './played'

export interface Profile {
  games: Played[]
  /** Results of the deals of the days. */
  days: DayResult[]
  /** How the first answer to each puzzle was, by its id. */
  puzzles: Record<string, Outcome>
}

export const NOTHING: Profile = { games: [], days: [], puzzles: {} }

export const FORMAT = 'semafor-profile'
/** Version 1 had no puzzles. */
export const VERSION = 2

/** Why a text can't be read: it is not a profile, it is damaged or edited, or it is from a newer version. */
export type Unreadable = 'other' | 'damaged' | 'newer'

/** More letters than any browser keeps for a page. */
export const LARGEST = 5_000_000

export class UnreadableProfile extends Error {
  constructor(readonly reason: Unreadable) {
    super(reason)
  }
}

/** A profile that this browser has no room for. */
export class NoRoom extends Error {}

/** Nothing can be added to the stored profile, because it can't be read. */
export class Blocked extends Error {}

/** A checksum of a text, two halves of 32 bits; it is not cryptographic. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1b873593]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul((b ^ code) + at, 0x85ebca6b)
    b ^= b >>> 13
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

export function written({ games, days, puzzles }: Profile): string {
  const content = { games: games.toSorted((x, y) => x.at - y.at || compare(x.game, y.game)), days, puzzles }
  return JSON.stringify({ format: FORMAT, version: VERSION, digest: digest(JSON.stringify(content)), ...content })
}

/** Reads a profile; fails with an UnreadableProfile. */
export function readProfile(text: string): Profile {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new UnreadableProfile(text.includes(FORMAT) ? 'damaged' : 'other')
  }
  if (typeof data !== 'object' || data === null) throw new UnreadableProfile('other')
  const { format, version, digest: expected, ...content } = data as Record<string, unknown>
  if (format !== FORMAT) throw new UnreadableProfile('other')
  if (typeof version === 'number' && version > VERSION) throw new UnreadableProfile('newer')
  const known = version === 1 || version === VERSION
  if (!known || expected !== digest(JSON.stringify(content))) throw new UnreadableProfile('damaged')
  const { games, days, puzzles } = { ...content, ...(version === 1 && { puzzles: {} }) } as Record<string, unknown>
  if (!isListOf(isPlayed)(games) || !isListOf(isResult)(days) || !areOutcomes(puzzles))
    throw new UnreadableProfile('damaged')
  return merged({ games: games.map(cleaned), days, puzzles }, NOTHING)
}

const isListOf =
  <T>(is: (value: unknown) => value is T) =>
  (data: unknown): data is T[] =>
    Array.isArray(data) && data.every(is)

function areOutcomes(data: unknown): data is Record<string, Outcome> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && Object.values(data).every(isOutcome)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Choose one of two values, independent of their order. */
function either<T>(a: T, b: T): T {
  return JSON.stringify(a) <= JSON.stringify(b) ? a : b
}

function mergedSeats(a: readonly OwnSeat[], b: readonly OwnSeat[]): OwnSeat[] {
  const seats = new Map(a.map((one) => [one.seat, one]))
  for (const one of b) seats.set(one.seat, either(one, seats.get(one.seat) ?? one))
  return [...seats.values()].sort((x, y) => x.seat - y.seat)
}

/** Whose game it was: the latest choice; without one, if the devices differ, nobody's. */
function choice(a: Played, b: Played): Pick<Played, 'mine' | 'chosen'> {
  if (a.chosen !== b.chosen) {
    const { mine, chosen } = a.chosen > b.chosen ? a : b
    return { mine, chosen }
  }
  return { mine: a.mine === b.mine ? a.mine : null, chosen: a.chosen }
}

/** What does not depend on the device, always in this order. */
function facts({ game, board, board_name, board_file, at, day, lesson, players }: Played) {
  return { game, board, board_name, board_file, at, day, lesson, players }
}

function mergedGame(a: Played, b: Played): Played {
  return { ...either(facts(a), facts(b)), own: mergedSeats(a.own, b.own), ...choice(a, b) }
}

export function merged(a: Profile, b: Profile): Profile {
  const games = new Map<string, Played>()
  for (const one of [...a.games, ...b.games]) games.set(one.game, mergedGame(one, games.get(one.game) ?? one))
  const days = new Map<string, DayResult>()
  for (const one of [...a.days, ...b.days]) {
    const key = `${one.day} ${one.board}`
    // Nobody knows which was first, so the lower one counts: playing a deal on two devices gains nothing.
    const known = days.get(key) ?? one
    days.set(key, known.points === one.points ? either(known, one) : known.points < one.points ? known : one)
  }
  // Nor which answer came first: that of somebody who did not know it.
  const puzzles = new Map(Object.entries(a.puzzles))
  for (const [id, outcome] of Object.entries(b.puzzles))
    puzzles.set(id, puzzles.get(id) === 'failed' ? 'failed' : outcome)
  return {
    games: [...games.values()].sort((x, y) => x.at - y.at || compare(x.game, y.game)),
    days: [...days.values()].sort((x, y) => compare(`${x.day} ${x.board}`, `${y.day} ${y.board}`)),
    puzzles: Object.fromEntries([...puzzles].sort(([x], [y]) => compare(x, y))),
  }
}
