import { beforeEach, expect, test } from 'vitest'
import type { Award, AwardShare, FinalScore } from '../../protocol'
import { settings } from '../../settings.svelte'
import { pointsOf, valueOf } from './awards'
import { scoreSteps, totalsAfter } from './steps'

const route = (id: string) => ({ id, places: id.split(':').slice(0, 2) })
const routes = ['a:b:red', 'a:b:blue', 'b:c:grey', 'c:a:white'].map(route)
const game = {
  atlas: {
    board: { routes, places: [], goals: [], regions: [] },
    routes: new Map(routes.map((one) => [one.id, one])),
    tickets: new Map([['a:c', { places: ['a', 'c'], points: 7 }]]),
    ticket: (id: string) => id,
    award: (award: Award) => award.names['en'] ?? award.id,
  },
  owners: new Map([
    ['a:b:blue', 0],
    ['b:c:grey', 0],
    ['a:b:red', 1],
    ['c:a:white', 0],
  ]),
  name: (seat: number) => ['Ann', 'Ben'][seat] ?? '?',
  observation: { seats: [{ routes: ['a:b:blue', 'b:c:grey', 'c:a:white'] }, { routes: ['a:b:red'] }] },
} as unknown as Parameters<typeof scoreSteps>[0]

const seat = (number: number, more: object) => ({
  seat: number,
  routes: 0,
  lengths: {},
  tickets: [],
  ticket_points: 0,
  bonuses: {},
  longest_path: 0,
  total: 0,
  ...more,
})

const share = (seat: number, value: number, points: number, more: Partial<AwardShare> = {}): AwardShare => ({
  ...{ seat, value, points, routes: [], tickets: [], places: [], regions: [], doubled: [] },
  ...more,
})

const award = (id: string, points: number, shares: AwardShare[], names: Record<string, string> = {}): Award => ({
  ...{ id, rule: id, cites: [], names, about: {}, points, scale: [], shares },
  winners: shares.filter((one) => one.points > 0).map((one) => one.seat),
})

const score: FinalScore = {
  seats: [
    seat(0, {
      routes: 9,
      tickets: [{ id: 'a:c', points: 7, completed: true, places: ['a', 'b', 'c'], routes: ['a:b:blue', 'b:c:grey'] }],
      total: 26,
    }),
    seat(1, { routes: 2, tickets: [{ id: 'a:c', points: 7, completed: false, places: [], routes: [] }], total: -5 }),
  ],
  awards: [
    award('longest_path', 10, [share(0, 6, 10, { routes: ['a:b:blue', 'b:c:grey', 'c:a:white'] }), share(1, 2, 0)]),
  ],
  steps: [],
  winners: [0],
}

beforeEach(() => {
  settings.locale = 'en'
})

test('the steps add up to the final score', () => {
  const steps = scoreSteps(game, score)
  expect(steps.map((step) => step.kind)).toEqual(['routes', 'routes', 'ticket', 'ticket', 'award'])
  expect(totalsAfter(steps, steps.length, 2)).toEqual([26, -5])
  expect(totalsAfter(steps, 3, 2)).toEqual([16, 2])
})

test('the scoring begins with the points on the track: routes', () => {
  const steps = scoreSteps(game, score)
  for (const at of [0, 1, 2]) expect(totalsAfter(steps, at, 2)).toEqual([9, 2])
})

test('a failed ticket subtracts its points, and shows its places', () => {
  const failed = scoreSteps(game, score)[3]
  expect(failed?.adds).toEqual([0, -7])
  expect(failed?.good).toBe(false)
  expect(failed?.spotlight).toEqual({ routes: [], places: ['a', 'c'] })
})

test('the longest path is shown on the map', () => {
  expect(scoreSteps(game, score)[4]?.spotlight.routes).toEqual(['a:b:blue', 'b:c:grey', 'c:a:white'])
})

test('an award of an unknown rule is counted and shown as the server describes it', () => {
  const cities = award(
    'most_cities',
    7,
    [share(0, 3, 0), share(1, 4, 7, { routes: ['a:b:red'], places: ['a', 'b'] })],
    { en: 'Most cities' },
  )
  const [step] = scoreSteps(game, { ...score, awards: [cities] }).slice(4)
  expect(step?.text).toBe('Most cities: Ben (4), +7')
  expect(step?.adds).toEqual([0, 7])
  expect(step?.spotlight).toEqual({ routes: ['a:b:red'], places: ['a', 'b'] })
  expect([0, 1].map((one) => [valueOf(cities, one), pointsOf(cities, one)])).toEqual([
    [3, 0],
    [4, 7],
  ])
})

test('an award whose points depend on the count has a step for every share that scores', () => {
  const networks = award('regions', 0, [
    share(0, 5, 1, { regions: ['north', 'south'], routes: ['a:b:blue'] }),
    share(0, 2, 0),
    share(1, 9, 11, { regions: ['north'], doubled: ['north'], routes: ['a:b:red'] }),
  ])
  const bare = award('empty_hand', 0, [share(1, 0, 5)], { en: 'Empty hand' })
  const steps = scoreSteps(game, { ...score, awards: [networks, bare] }).slice(4)
  expect(steps.map((step) => step.adds)).toEqual([
    [1, 0],
    [0, 11],
    [0, 5],
  ])
  expect(steps[0]?.text).toContain('5\u00a0regions')
  expect(steps[1]?.spotlight.routes).toEqual(['a:b:red'])
  expect(steps[2]?.text).toBe('Empty hand: Ben (0), +5')
})
