/** Games that bots play on from a moment: fetched part by part, and what came of them for each seat. */
import type { Spread, SpreadGame } from '../protocol'

/** How many games are played, and how many at a time: the picture grows with each part. */
export const GAMES = 20
const PART = 4

type Ask = (first: number, games: number) => Promise<Spread>

/** Have the games played, and report all so far after each part, until the signal aborts. */
export async function play(ask: Ask, tell: (games: SpreadGame[]) => void, signal: AbortSignal): Promise<void> {
  const games: SpreadGame[] = []
  for (let first = 0; first < GAMES && !signal.aborted; first += PART) {
    const found = await ask(first, Math.min(PART, GAMES - first))
    if (signal.aborted) return
    games.push(...found.games)
    tell([...games])
  }
}

export interface SeatSpread {
  seat: number
  /** The points of every game, the fewest first. */
  points: number[]
  /** Games won; a shared win counts for all who share it. */
  wins: number
  least: number
  middle: number
  most: number
}

/** What came of the games for each seat. */
export function spreadOf(games: readonly SpreadGame[]): SeatSpread[] {
  return (games[0]?.points ?? []).map((_, seat) => {
    const points = games.map((game) => game.points[seat] ?? 0).sort((a, b) => a - b)
    const wins = games.filter((game) => game.winners.includes(seat)).length
    const at = (place: number) => points[place] ?? 0
    return { seat, points, wins, least: at(0), middle: at(Math.floor(points.length / 2)), most: at(points.length - 1) }
  })
}
