import { expect, test } from 'vitest'
import en from '../../../messages/en.json'
import type { Award, Event } from '../protocol'
import { achievements, longestRun, madeIn } from './achievements'
import type { Ended } from './ended'
import { playedOf } from './facts'
import type { Played } from './played'
import { dullGame, happened } from './samples'

const NOTHING = { games: [], boards: ['usa', 'italy'], days: 0 }

const winning = (end: Ended) => void (end.score.winners = [0])
const claims = (...routes: string[]) => {
  return (end: Ended) => void (end.observation.seats[0]!.routes = routes)
}
const does = (...events: Event[]) => {
  return (end: Ended) => void end.entries.push(happened(...events))
}
const tickets = (...points: number[]) => {
  return (end: Ended) => {
    end.score.seats[0]!.tickets = points.map((value, at) => {
      return { id: `t${at}`, points: Math.abs(value), completed: value > 0, places: [], routes: [] }
    })
  }
}
const paths = (...lengths: number[]) => {
  return (end: Ended) => end.score.seats.forEach((seat, at) => (seat.longest_path = lengths[at] ?? 0))
}
const award = (id: string, { winners = [] as number[], value = 0, regions = [] as string[] } = {}) => {
  const share = { seat: 0, value, points: 0, routes: [], tickets: [], places: [], regions, doubled: [] }
  const made: Award = { id, rule: '', cites: [], names: {}, about: {}, points: 10, scale: [], winners, shares: [share] }
  return (end: Ended) => void end.score.awards.push(made)
}
const paid = (locomotive: number): Event => {
  return { type: 'route_claimed', seat: 0, cards: { red: 1, locomotive }, ferry_cards: 0, points: 2, route: 'short' }
}
const drawn = (...kept: string[]): Event[] => [
  { type: 'tickets_drawn', seat: 0, count: 3, tickets: kept },
  { type: 'tickets_kept', seat: 0, count: kept.length, count_given_back: 0, kept },
]
const opening: Event = { type: 'tickets_kept', seat: 0, count: 1, count_given_back: 0, kept: ['t0'] }
const fromDeck = (end: Ended) => {
  end.entries = [happened({ type: 'card_drawn', seat: 0, from: 'deck', card: 'red' })]
}
const fewRoutes = (end: Ended) => void (end.score.seats[0]!.routes = 9)
const hand = (cards: number) => (end: Ended) => void (end.observation.seats[0]!.hand = cards)
const opponent = (level: string | null) => (end: Ended) => void (end.table.seats[1]!.level = level)
const goals = (...ids: string[]) => {
  return (end: Ended) => void (end.observation.goals = ids)
}

type Change = (end: Ended) => void

/** For each achievement, a game that just earns it, and one that just misses it. */
const CASES: [id: string, enough: Change[], short: Change[]][] = [
  ['journey', [(end) => (end.table.lesson = 'first-journey')], []],
  ['first_win', [winning], []],
  ['long_route', [claims('long')], [claims('short')]],
  ['tunnel', [claims('tunnel')], [claims('short')]],
  ['ferry', [claims('ferry')], [claims('tunnel')]],
  ['ferry', [claims('waves')], []],
  ['second_track', [claims('left')], [claims('short')]],
  [
    'turned_back',
    [winning, does({ type: 'tunnel_withdrawn', seat: 0, cards: {}, route: 'tunnel' })],
    [winning, does({ type: 'tunnel_withdrawn', seat: 1, cards: {}, route: 'tunnel' })],
  ],
  ['all_tickets', [tickets(5, 6, 7)], [tickets(5, 6, -7)]],
  ['all_tickets', [tickets(5, 6, 7, 8)], [tickets(5, 6)]],
  ['late_ticket', [tickets(5, 6), does(opening, ...drawn('t1'))], [tickets(5, -6), does(opening, ...drawn('t1'))]],
  ['far_ticket', [tickets(20)], [tickets(19, -22)]],
  ['six_tickets', [tickets(1, 1, 1, 1, 1, 1)], [tickets(1, 1, 1, 1, 1, -1)]],
  ['first_hand', [winning, does(opening)], [winning, does(...drawn('t1'))]],
  ['longest_path', [paths(12, 11)], [paths(11, 12)]],
  ['longest_path', [paths(12, 12)], [paths(0, 0)]],
  [
    'all_goals',
    [goals('x', 'y'), award('x', { winners: [0] }), award('y', { winners: [1, 0] })],
    [goals('x', 'y'), award('x', { winners: [0] }), award('y', { winners: [1] })],
  ],
  ['regions', [award('regions', { value: 10, regions: ['x'] })], [award('regions', { value: 9, regions: ['x'] })]],
  ['regions', [award('regions', { value: 10, regions: ['x'] })], [award('cities', { value: 10 })]],
  ['comeback', [winning, fewRoutes], [fewRoutes]],
  ['no_locomotive', [winning, does(paid(0))], [winning, does(paid(1))]],
  [
    'last_round',
    [winning, does({ type: 'last_round', seat: 0, trains: 2, turns_left: 2 })],
    [winning, does({ type: 'last_round', seat: 1, trains: 2, turns_left: 2 })],
  ],
  ['empty_hand', [winning, hand(2)], [winning, hand(3)]],
  ['blind', [winning, fromDeck], [winning]],
  ['dispatcher', [winning, opponent('dispatcher')], [winning, opponent('guard')]],
  ['dispatcher', [winning, opponent('dispatcher')], [winning, opponent(null)]],
]

function gameOf(changes: Change[]): Ended {
  const end = dullGame()
  for (const change of changes) change(end)
  return end
}

test('a dull game earns nothing', () => {
  expect(madeIn(dullGame())).toEqual([])
})

test.each(CASES)('%s', (id, enough, short) => {
  expect(madeIn(gameOf(enough))).toContain(id)
  expect(madeIn(gameOf(short))).not.toContain(id)
})

test('there are 24, each with words and a case here, and no words without an achievement', () => {
  const all = achievements(NOTHING).map(({ id }) => id)
  expect(all).toHaveLength(24)
  const named = Object.keys(en.profile).filter((key) => key.startsWith('made_'))
  expect(named.sort()).toEqual(all.flatMap((id) => [`made_${id}`, `made_${id}_about`]).sort())
  const tried = new Set([...CASES.map(([id]) => id), 'three_wins', 'every_board', 'days'])
  expect(all.filter((id) => !tried.has(id))).toEqual([])
})

const made = (games: Played[], days = 0) =>
  achievements({ games, boards: ['usa', 'italy'], days })
    .filter(({ have, need }) => have >= need)
    .map(({ id }) => id)

const won = (game: string, changes: Change[] = [winning]): Played => ({ ...playedOf([gameOf(changes)]), game })

test('games that count earn achievements; the first such game is named', () => {
  const [first, second] = [won('a'), { ...won('b'), at: 9000 }]
  expect(made([second, first])).toContain('first_win')
  expect(achievements({ ...NOTHING, games: [second, first] }).find(({ id }) => id === 'first_win')?.first?.game).toBe(
    'a',
  )
  expect(made([{ ...first, mine: null }])).toEqual([])
})

test('a game partly played by a bot earns none', () => {
  const helped = gameOf([winning])
  helped.entries.push({ ...happened(), by_bot: true })
  expect(made([playedOf([helped])])).toEqual([])
})

test('a lesson earns the first one only', () => {
  expect(made([won('l', [winning, (end) => (end.table.lesson = 'first-journey')])])).toEqual(['journey'])
})

test('with several seats at this device it is nobody’s game until somebody says so', () => {
  const both = playedOf([gameOf([winning]), { ...gameOf([winning]), seat: 1 }])
  expect(both.mine).toBeNull()
  expect(made([both])).toEqual([])
  expect(made([{ ...both, mine: 0 }])).toContain('first_win')
})

test('three wins in a row, every board, three days', () => {
  const wins = ['a', 'b', 'c'].map((game, at) => ({ ...won(game), at }))
  expect(made(wins)).toContain('three_wins')
  expect(made([wins[0]!, { ...won('x', []), at: 0.5 }, wins[1]!, wins[2]!])).not.toContain('three_wins')
  expect(made(wins)).not.toContain('every_board')
  expect(made([...wins, { ...won('d'), board: 'italy' }])).toContain('every_board')
  expect(made([], 3)).toEqual(['days'])
  expect(longestRun([true, false, true, true, false])).toBe(2)
})
