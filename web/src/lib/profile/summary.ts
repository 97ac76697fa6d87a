/** The figures of a profile, from the games that count. */
import type { DayResult } from '../days/results.svelte'
import { before } from '../days/results.svelte'
import type { Names } from '../protocol'
import { longestRun } from './achievements'
import type { Counted } from './played'

export interface Summary {
  games: number
  wins: number
  /** Games won in a row: now, and at best. */
  run: number
  bestRun: number
  completed: number
  tickets: number
  /** The game with the longest path; null if there is none. */
  longest: Counted | null
}

/** The game that has the most of something; the first of several. */
function most(games: readonly Counted[], value: (game: Counted) => number): Counted | null {
  return games.reduce<Counted | null>((best, game) => (best && value(best) >= value(game) ? best : game), null)
}

export function summary(games: readonly Counted[]): Summary {
  const hits = games.map(({ me }) => me.won)
  const sum = (value: (game: Counted) => number) => games.reduce((all, game) => all + value(game), 0)
  return {
    games: games.length,
    wins: hits.filter(Boolean).length,
    run: hits.length - 1 - hits.lastIndexOf(false),
    bestRun: longestRun(hits),
    completed: sum(({ seat }) => seat.completed),
    tickets: sum(({ seat }) => seat.tickets),
    longest: most(games, ({ seat }) => seat.longest_path),
  }
}

/** What a game was mainly won or lost against: the strongest level at the table, or people (null). */
export function rival({ players, seat }: Counted): string | null {
  const bots = players.filter((one, at) => at !== seat.seat && one.level !== null)
  return bots.sort((a, b) => (b.elo ?? -Infinity) - (a.elo ?? -Infinity))[0]?.level ?? null
}

export interface Tally {
  games: number
  wins: number
}

export interface BoardRow {
  board: string
  name: Names
  all: Tally
  /** By level; those against people only under `null`. */
  against: Map<string | null, Tally>
  best: Counted
}

/** Games and wins by board and level, and the best score on each board. */
export function byBoardAndLevel(games: readonly Counted[]): BoardRow[] {
  const rows = new Map<string, Counted[]>()
  for (const game of games) rows.set(game.board, [...(rows.get(game.board) ?? []), game])
  const tally = (some: readonly Counted[]) => ({
    games: some.length,
    wins: some.filter(({ me }) => me.won).length,
  })
  return [...rows].map(([board, some]) => {
    const rivals = [...new Set(some.map(rival))]
    const against = new Map(rivals.map((level) => [level, tally(some.filter((game) => rival(game) === level))]))
    const last = some.at(-1)!
    return { board, name: last.board_name, all: tally(some), against, best: most(some, ({ me }) => me.points)! }
  })
}

/** How often each route of a board was claimed, the favourites first. */
export function favourites(games: readonly Counted[], board: string): [route: string, times: number][] {
  const times = new Map<string, number>()
  for (const game of games.filter((one) => one.board === board && !one.board_file))
    for (const route of game.seat.routes) times.set(route, (times.get(route) ?? 0) + 1)
  return [...times].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

/** The same by name, which parallel routes share: the first route of each, and how often any was claimed. */
export function byName(times: readonly [string, number][], name: (route: string) => string): [string, number][] {
  const found = new Map<string, [string, number]>()
  for (const [route, count] of times) {
    const [first, before] = found.get(name(route)) ?? [route, 0]
    found.set(name(route), [first, before + count])
  }
  return [...found.values()].sort(([, x], [, y]) => y - x)
}

/** The most days in a row with a result on the deal of the day. */
export function longestDays(results: readonly DayResult[]): number {
  const days = [...new Set(results.map(({ day }) => day))].sort()
  let [run, best] = [0, 0]
  for (const [at, day] of days.entries()) {
    run = days[at - 1] === before(day) ? run + 1 : 1
    best = Math.max(best, run)
  }
  return best
}
