import { beforeEach, expect, test } from 'vitest'
import type { FinalScore } from '../protocol'
import { settings } from '../settings.svelte'
import { contestSpotlight, networkSpotlight, regionsOf, routesAlong } from './bonuses'
import { scoreSteps, totalsAfter } from './steps'

const route = (id: string) => ({ id, places: id.split(':').slice(0, 2) })
const routes = ['a:b:red', 'a:b:blue', 'b:c:grey', 'c:a:white'].map(route)
const game = {
  atlas: {
    board: { routes, places: [], goals: [], regions: [] },
    routes: new Map(routes.map((one) => [one.id, one])),
    tickets: new Map([['a:c', { places: ['a', 'c'], points: 7 }]]),
    ticket: (id: string) => id,
    contest: (id: string) => id,
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
  longest: [],
  networks: [],
  total: 0,
  ...more,
})

const score: FinalScore = {
  seats: [
    seat(0, {
      routes: 9,
      tickets: [{ id: 'a:c', points: 7, completed: true, path: ['a', 'b', 'c'] }],
      longest: ['a', 'b', 'c', 'a'],
      total: 26,
    }),
    seat(1, { routes: 2, tickets: [{ id: 'a:c', points: 7, completed: false, path: [] }], total: -5 }),
  ],
  contests: [{ id: 'longest_path', rule: 'U-27', points: 10, values: [6, 2], winners: [0] }],
  steps: [],
  winners: [0],
}

beforeEach(() => {
  settings.locale = 'en'
})

test('a path is shown on the own routes, not on those beside them', () => {
  expect(routesAlong(game, ['a', 'b', 'c'], 0)).toEqual(['a:b:blue', 'b:c:grey'])
  expect(routesAlong(game, ['a', 'b', 'c', 'a'], 0)).toEqual(['a:b:blue', 'b:c:grey', 'c:a:white'])
  expect(routesAlong(game, [], 0)).toEqual([])
})

test('the steps add up to the final score', () => {
  const steps = scoreSteps(game, score)
  expect(steps.map((step) => step.kind)).toEqual(['routes', 'routes', 'ticket', 'ticket', 'contest'])
  expect(totalsAfter(steps, steps.length, 2)).toEqual([26, -5])
  expect(totalsAfter(steps, 3, 2)).toEqual([16, 2])
})

test('the count begins with what the track of points says: the routes', () => {
  const steps = scoreSteps(game, score)
  for (const at of [0, 1, 2]) expect(totalsAfter(steps, at, 2)).toEqual([9, 2])
})

test('a failed ticket counts against, and shows its places', () => {
  const failed = scoreSteps(game, score)[3]
  expect(failed?.adds).toEqual([0, -7])
  expect(failed?.good).toBe(false)
  expect(failed?.spotlight).toEqual({ routes: [], places: ['a', 'c'] })
})

test('the longest path is shown on the map', () => {
  expect(scoreSteps(game, score)[4]?.spotlight.routes).toEqual(['a:b:blue', 'b:c:grey', 'c:a:white'])
})

test.each([
  ['globetrotter', { measure: 'globetrotter' }, ['a:b:blue', 'b:c:grey'], ['a', 'c']],
  ['small-steps', { measure: 'routes_of_length', limit: 1 }, ['b:c:grey'], []],
  ['ferry-captain', { measure: 'ferries' }, ['c:a:white'], []],
  ['wild-west', { measure: 'routes_at', at: { country: 'NO' } }, ['b:c:grey', 'c:a:white'], []],
  ['capital', { measure: 'tickets_at', at: { tag: 'capital' } }, [], []],
  ['regional-links', { measure: 'tickets_up_to', limit: 5 }, [], []],
  ['cost-analysis', { measure: 'trains_left' }, [], []],
])('the goal %s shows on the map what it was given for', (id, goal, lit, places) => {
  const shapes = [
    { ...route('a:b:red'), length: 2, locomotives: 0, waves: 0 },
    { ...route('a:b:blue'), length: 2, locomotives: 0, waves: 0 },
    { ...route('b:c:grey'), length: 1, locomotives: 0, waves: 0 },
    { ...route('c:a:white'), length: 3, locomotives: 1, waves: 0 },
  ]
  const facts = ['a', 'b', 'c'].map((one) => ({ id: one, country: one === 'c' ? 'NO' : 'SE', tags: [] }))
  const atlas = {
    board: { routes: shapes, goals: [{ id, ...goal }] },
    places: new Map(facts.map((one) => [one.id, one])),
    tickets: new Map([['a:c', { places: ['a', 'c'], points: 7 }]]),
  }
  const contest = { id, rule: 'L-12', points: 10, values: [1, 0], winners: [0] }
  const seen = { atlas, owners: game.owners } as unknown as Parameters<typeof contestSpotlight>[0]
  const light = contestSpotlight(seen, score, contest)
  expect(light.routes.toSorted()).toEqual(lit.toSorted())
  expect(light.places).toEqual(places)
})

test('a network is shown by the own routes in its regions, and counts a doubled region twice (I-11)', () => {
  const facts = ['a', 'b', 'c'].map((id) => ({ id, region: id === 'c' ? 'south' : 'north' }))
  const atlas = { ...game.atlas, places: new Map(facts.map((one) => [one.id, one])) }
  const seen = { atlas, owners: game.owners } as unknown as Parameters<typeof networkSpotlight>[0]
  const north = { regions: ['north'], doubled: ['north'], points: 0 }
  expect(networkSpotlight(seen, 0, north)).toEqual({ routes: ['a:b:blue'], places: ['a', 'b'] })
  expect(networkSpotlight(seen, 1, north).routes).toEqual(['a:b:red'])
  expect(regionsOf(north)).toBe(2)
})
