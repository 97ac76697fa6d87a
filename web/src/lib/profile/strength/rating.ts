/** The player's strength on the scale of the bots' levels, by Glicko-2 (Glickman 2012): a rating and its deviation.
Every game is a separate rating period. The Dispatcher is at 0.
 */
import { BASIC_BOARD, type Level } from '../../protocol'
import type { Counted } from '../played'

export interface Strength {
  rating: number
  /** The standard deviation of the rating. */
  deviation: number
  volatility: number
}

export interface Result {
  rating: number
  deviation: number
  /** 1 for a win, 0 for a loss, 0.5 for a draw. */
  score: number
  /** How much of a game it is. */
  weight: number
}

/** Nothing is known yet: somewhere near the middle of the levels that people begin with. */
export const UNKNOWN: Strength = { rating: -380, deviation: 350, volatility: 0.06 }
/** From Elo to Glicko-2's own unit. */
const UNIT = 400 / Math.LN10
/** How fast the volatility may change. */
const TAU = 0.5
const EXACT = 1e-7
const WEEK = 7 * 86_400_000

/** How sure the rating of a level is: it was measured on the basic board with two players, and is a guess elsewhere. */
const MEASURED = 30
const GUESSED = 100

const damping = (deviation: number) => 1 / Math.sqrt(1 + (3 * deviation ** 2) / Math.PI ** 2)

/** The chance to win against an opponent of a known rating. */
export function chance({ rating, deviation }: Pick<Strength, 'rating' | 'deviation'>, opponent: number): number {
  return 1 / (1 + Math.exp((-damping(deviation / UNIT) * (rating - opponent)) / UNIT))
}

/** The deviation grows without games: a week without games counts as one period. */
export function idle(strength: Strength, milliseconds: number): Strength {
  const weeks = Math.max(0, milliseconds) / WEEK
  const deviation = Math.hypot(strength.deviation, strength.volatility * UNIT * Math.sqrt(weeks))
  return { ...strength, deviation: Math.min(UNKNOWN.deviation, deviation) }
}

/** The strength after the results of one period. */
export function rated(before: Strength, results: readonly Result[]): Strength {
  if (results.length === 0) return before
  const [mu, phi] = [before.rating / UNIT, before.deviation / UNIT]
  let [information, gain] = [0, 0]
  for (const { rating, deviation, score, weight } of results) {
    const g = damping(deviation / UNIT)
    const expected = 1 / (1 + Math.exp(-g * (mu - rating / UNIT)))
    information += weight * g ** 2 * expected * (1 - expected)
    gain += weight * g * (score - expected)
  }
  const volatility = nextVolatility(before.volatility, phi, 1 / information, gain / information)
  const widened = phi ** 2 + volatility ** 2
  const variance = 1 / (1 / widened + information)
  return {
    rating: (mu + variance * gain) * UNIT,
    deviation: Math.min(UNKNOWN.deviation, Math.sqrt(variance) * UNIT),
    volatility,
  }
}

/** Step 5 of Glicko-2: the volatility that fits what has happened, found by regula falsi (Illinois). */
function nextVolatility(volatility: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(volatility ** 2)
  const f = (x: number) => {
    const e = Math.exp(x)
    const all = phi ** 2 + variance + e
    return (e * (delta ** 2 - all)) / (2 * all ** 2) - (x - a) / TAU ** 2
  }
  let low = a
  let high: number
  if (delta ** 2 > phi ** 2 + variance) high = Math.log(delta ** 2 - phi ** 2 - variance)
  else {
    let steps = 1
    while (f(a - steps * TAU) < 0) steps += 1
    high = a - steps * TAU
  }
  let [fLow, fHigh] = [f(low), f(high)]
  while (Math.abs(high - low) > EXACT) {
    const next = low + ((low - high) * fLow) / (fHigh - fLow)
    const fNext = f(next)
    if (fNext * fHigh <= 0) [low, fLow] = [high, fHigh]
    else fLow /= 2
    ;[high, fHigh] = [next, fNext]
  }
  return Math.exp(low / 2)
}

/** How a game went against one of the others: who won is better; else who has more points. */
function against(me: Counted['me'], other: Counted['me']): number {
  if (me.won !== other.won) return Number(me.won)
  return me.points === other.points ? 0.5 : Number(me.points > other.points)
}

/**
 * The results of a game against rated bots. Together they weigh as much as one game, whatever the number of bots: they
 * were not independent of each other.
 */
export function resultsOf({ board, players, seat, me }: Counted, levels: readonly Level[]): Result[] {
  const eloOf = (level: string, then: number | null) => levels.find((one) => one.id === level)?.elo ?? then
  const deviation = board === BASIC_BOARD && players.length === 2 ? MEASURED : GUESSED
  const bots = players.flatMap((one, at) => {
    const rating = at === seat.seat || one.level === null ? null : eloOf(one.level, one.elo)
    return rating === null ? [] : [{ rating, deviation, score: against(me, one) }]
  })
  return bots.map((one) => ({ ...one, weight: 1 / bots.length }))
}

export interface Point {
  game: Counted
  strength: Strength
}

/**
 * How the strength grew, game by game. Games with hints are left out. On a deal of the day only the first try counts:
 * then one knows the deal.
 */
export function curve(games: readonly Counted[], levels: readonly Level[]): Point[] {
  const points: Point[] = []
  const deals = new Set<string>()
  for (const game of games) {
    const results = resultsOf(game, levels)
    const deal = `${game.day} ${game.board}`
    const again = game.day !== null && deals.has(deal)
    deals.add(deal)
    if (results.length === 0 || game.seat.hinted || again) continue
    const last = points.at(-1)
    const before = last ? idle(last.strength, game.at - last.game.at) : UNKNOWN
    points.push({ game, strength: rated(before, results) })
  }
  return points
}

/** The level against which a game is most open. */
export function fairest(strength: Strength, levels: readonly Level[]): Level | null {
  const openness = ({ elo }: Level) => -Math.abs(chance(strength, elo ?? 0) - 0.5)
  const known = levels.filter(({ elo }) => elo !== null)
  return known.reduce<Level | null>((best, one) => (best && openness(best) > openness(one) ? best : one), null)
}
