import { describe, expect, it, test } from 'vitest'
import { randomNumbers } from '../../board/layout/random'
import { counted, type Counted, type Played } from '../played'
import { chance, curve, fairest, idle, rated, resultsOf, UNKNOWN, type Result, type Strength } from './rating'
import { anyGame, LEVELS } from '../samples'
import shared from '../../../../../tests/contest/ratings.json'

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)
const ELOS = [-747, -565, -379, -181, 0, 220, 312]

function anyStrength(random: () => number): Strength {
  return { rating: random() * 2000 - 1200, deviation: 40 + random() * 310, volatility: 0.03 + random() * 0.06 }
}

function anyResult(random: () => number, score = [0, 0.5, 1][Math.floor(random() * 3)]!): Result {
  return { rating: ELOS[Math.floor(random() * ELOS.length)]!, deviation: 30 + random() * 70, score, weight: 1 }
}

test('the example of Glickman’s paper', () => {
  // Glickman, “Example of the Glicko-2 system”: 1500 ± 200 against 1400, 1550 and 1700.
  const result = (rating: number, deviation: number, score: number) => ({
    rating: rating - 1500,
    deviation,
    score,
    weight: 1,
  })
  const after = rated({ rating: 0, deviation: 200, volatility: 0.06 }, [
    result(1400, 30, 1),
    result(1550, 100, 0),
    result(1700, 300, 0),
  ])
  expect(after.rating + 1500).toBeCloseTo(1464.06, 1)
  expect(after.deviation).toBeCloseTo(151.52, 1)
  expect(after.volatility).toBeCloseTo(0.05999, 4)
})

test.each(shared)('a server’s ladder gets the same numbers (%#)', ({ before, results, after }) => {
  const made = rated(before, results)
  expect(made.rating).toBeCloseTo(after.rating, 3)
  expect(made.deviation).toBeCloseTo(after.deviation, 3)
  expect(made.volatility).toBeCloseTo(after.volatility, 6)
})

describe('properties', () => {
  it('a win never lowers a rating, a loss never raises it; a draw pulls it to the opponent', () => {
    for (const seed of SEEDS) {
      const random = randomNumbers(seed)
      const before = anyStrength(random)
      const won = rated(before, [anyResult(random, 1)])
      const lost = rated(before, [anyResult(random, 0)])
      const drawn = anyResult(random, 0.5)
      const after = rated(before, [drawn])
      expect(won.rating).toBeGreaterThan(before.rating)
      expect(lost.rating).toBeLessThan(before.rating)
      expect(Math.sign(after.rating - before.rating)).toBe(Math.sign(drawn.rating - before.rating))
    }
  })

  it('the order within a period does not matter, and everything stays finite and within bounds', () => {
    for (const seed of SEEDS) {
      const random = randomNumbers(seed)
      const results = Array.from({ length: 1 + Math.floor(random() * 4) }, () => anyResult(random))
      const before = anyStrength(random)
      const [there, back] = [rated(before, results), rated(before, results.toReversed())]
      expect(there.rating).toBeCloseTo(back.rating, 6)
      expect(there.deviation).toBeGreaterThan(0)
      expect(there.deviation).toBeLessThanOrEqual(UNKNOWN.deviation)
      expect(there.volatility).toBeGreaterThan(0)
      expect(there.volatility).toBeLessThan(0.5)
    }
  })

  it('the stronger the opponent, the more a win is worth and the smaller the chance', () => {
    for (const seed of SEEDS) {
      const before = anyStrength(randomNumbers(seed))
      const after = ELOS.map((rating) => rated(before, [{ rating, deviation: 30, score: 1, weight: 1 }]).rating)
      expect(after).toEqual(after.toSorted((a, b) => a - b))
      const chances = ELOS.map((elo) => chance(before, elo))
      expect(chances).toEqual(chances.toSorted((a, b) => b - a))
      expect(chances.every((one) => one > 0 && one < 1)).toBe(true)
    }
  })

  it('without games it grows less certain, up to knowing nothing', () => {
    for (const seed of SEEDS) {
      const before = anyStrength(randomNumbers(seed))
      const [week, years] = [idle(before, 7 * 86_400_000), idle(before, 1e13)]
      expect(week.rating).toBe(before.rating)
      expect(week.deviation).toBeGreaterThanOrEqual(before.deviation)
      expect(years.deviation).toBe(UNKNOWN.deviation)
    }
  })
})

test('the estimate finds a known strength within its own bounds', () => {
  let within = 0
  for (const seed of SEEDS) {
    const random = randomNumbers(seed)
    const truth = random() * 1000 - 750
    let found = UNKNOWN
    for (let game = 0; game < 60; game++) {
      const level = fairest(
        found,
        ELOS.map((elo) => ({ id: '', elo, tables: null, gentle: false })),
      )!
      const score = Number(random() < 1 / (1 + 10 ** ((level.elo! - truth) / 400)))
      found = rated(found, [{ rating: level.elo!, deviation: 30, score, weight: 1 }])
    }
    expect(found.deviation).toBeLessThan(80)
    within += Number(Math.abs(found.rating - truth) <= 2 * found.deviation)
  }
  expect(within / SEEDS.length).toBeGreaterThan(0.9)
})

describe('games', () => {
  const sitter = (level: string | null, points: number, won = false) => {
    return { name: level ?? 'Ann', level, elo: LEVELS.find(({ id }) => id === level)?.elo ?? null, points, won }
  }
  const game = (over: Partial<Played> = {}, ...players: Played['players']): Counted => {
    const own = [{ ...anyGame(0).own[0]!, seat: 0, helped: false }]
    return counted([{ ...anyGame(0), lesson: null, day: null, players, own, mine: 0, ...over }])[0]!
  }

  it('weigh as one, however many bots there are; people weigh nothing', () => {
    const results = resultsOf(
      game({}, sitter(null, 80, true), sitter('guard', 90), sitter('dispatcher', 70), sitter(null, 9)),
      LEVELS,
    )
    expect(results.map(({ rating, score }) => [rating, score])).toEqual([
      [-379, 1],
      [0, 1],
    ])
    expect(results.reduce((sum, { weight }) => sum + weight, 0)).toBe(1)
    expect(resultsOf(game({}, sitter(null, 80), sitter(null, 90)), LEVELS)).toEqual([])
  })

  it('compare points where neither has won', () => {
    const results = resultsOf(
      game({}, sitter(null, 50), sitter('guard', 90, true), sitter('passenger', 50), sitter('dispatcher', 40)),
      LEVELS,
    )
    expect(results.map(({ score }) => score)).toEqual([0, 0.5, 1])
  })

  it('use the rating of their day for a level that is not known here', () => {
    const semafor = { ...sitter('semafor', 9), elo: 312 }
    expect(resultsOf(game({}, sitter(null, 10, true), semafor), LEVELS)[0]?.rating).toBe(312)
    expect(resultsOf(game({}, sitter(null, 10, true), { ...semafor, elo: null }), LEVELS)).toEqual([])
  })

  it('are surer on the board and the number of players that the levels were measured with', () => {
    const deviation = (board: string) =>
      resultsOf(game({ board }, sitter(null, 1), sitter('guard', 2)), LEVELS)[0]!.deviation
    expect(deviation('usa')).toBeLessThan(deviation('italy'))
  })

  it('make a curve; of a deal of the day the first try counts', () => {
    const lost = (id: string, day: string | null) =>
      game({ game: id, day, at: Number(id) }, sitter(null, 1), sitter('guard', 2, true))
    const points = curve(
      [lost('1', null), lost('2', '2026-11-17'), lost('3', '2026-11-17'), lost('4', '2026-11-18')],
      LEVELS,
    )
    expect(points.map((point) => point.game.game)).toEqual(['1', '2', '4'])
    const ratings = points.map(({ strength }) => strength.rating)
    const hinted = lost('5', null)
    expect(curve([{ ...hinted, seat: { ...hinted.seat, hinted: true } }], LEVELS)).toEqual([])
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
  })

  it('lead to the next fair opponent', () => {
    const next = (rating: number) => fairest({ ...UNKNOWN, rating, deviation: 60 }, LEVELS)?.id
    expect([next(-900), next(-400), next(-100), next(500)]).toEqual(['passenger', 'guard', 'dispatcher', 'dispatcher'])
    expect(fairest(UNKNOWN, [])).toBeNull()
  })
})
