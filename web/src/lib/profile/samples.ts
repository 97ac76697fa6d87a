/** Games for the tests of the profile: a dull one, and any number of different ones. */
import { randomNumbers } from '../board/layout/random'
import type { BoardDefinition, Event, FinalScore, RouteShape, SeatScore, Table } from '../protocol'
import type { Ended } from './ended'
import type { Played } from './played'

const ROUTE: RouteShape = {
  any_cards_for_one: 0,
  bonus_cards: 0,
  colour: 'grey',
  ferry_card_covers: 0,
  wild: true,
  id: '',
  length: 2,
  locomotives: 0,
  parallel_group: null,
  places: ['a', 'b'],
  points: 2,
  stand_in: null,
  tunnel: false,
  waves: 0,
}
export const LEVELS = [
  { id: 'passenger', elo: -747, tables: null, gentle: false },
  { id: 'guard', elo: -379, tables: null, gentle: false },
  { id: 'dispatcher', elo: 0, tables: null, gentle: false },
]

function seatScore(seat: number): SeatScore {
  const nothing = { lengths: {}, tickets: [], ticket_points: 0, bonuses: {}, longest_path: 0 }
  return { seat, routes: 10, total: 10, ...nothing }
}

const score = (): FinalScore => ({ seats: [seatScore(0), seatScore(1)], awards: [], steps: [], winners: [1] })

/** A game that seat 0 has lost against a Passenger, without doing anything remarkable. */
export function dullGame(): Ended {
  const place = { drawn: 0, hand: 9, points: 10, routes: [] as string[], tickets: 2, trains: 20 }
  const sitter = { colour: 'red' as const, connected: true, played_by_bot: false, external_bot: false, face: null }
  const seats: Table['seats'] = [
    { ...sitter, seat: 0, kind: 'person', name: 'Ann', level: null },
    { ...sitter, seat: 1, kind: 'bot', name: 'Ada', level: 'passenger' },
  ]
  const table = {
    game: 'g',
    board: 'usa',
    board_name: { en: 'USA' },
    board_file: false,
    day: null,
    lesson: null,
    seats,
  }
  const routes = [
    { ...ROUTE, id: 'short' },
    { ...ROUTE, id: 'long', length: 5 },
    { ...ROUTE, id: 'tunnel', tunnel: true },
    { ...ROUTE, id: 'ferry', locomotives: 1 },
    { ...ROUTE, id: 'waves', waves: 2 },
    { ...ROUTE, id: 'left', parallel_group: ['right'] },
    { ...ROUTE, id: 'right', parallel_group: ['left'] },
  ]
  const observation = { seats: [place, { ...place, routes: ['right'] }] } as unknown as Ended['observation']
  return {
    table: { ...table, created: 1, status: 'over' } as unknown as Table,
    board: { id: 'usa', routes, goals: [] } as unknown as BoardDefinition,
    levels: LEVELS,
    seat: 0,
    hinted: false,
    score: score(),
    observation,
    entries: [happened({ type: 'card_taken', seat: 0, card: 'red', from: 'display', slot: 0 })],
  }
}

/** An entry of the log with these events, by seat 0. */
export function happened(...events: Event[]): Ended['entries'][number] {
  return { seq: 1, by: 0, kind: 'action', by_bot: false, at: 2, events, reason: null, yes: null }
}

/** A random game of the profile, the same for the same seed. */
export function anyGame(seed: number): Played {
  const random = randomNumbers(seed)
  const pick = <T>(...choices: T[]): T => choices[Math.floor(random() * choices.length)]!
  const winner = pick(0, 1)
  const own = pick([0], [1], [0, 1]).map((seat) => ({
    seat,
    helped: random() < 0.1,
    hinted: false,
    routes: ['short', 'long', 'tunnel'].filter(() => random() < 0.5),
    longest_path: Math.floor(random() * 40),
    completed: pick(0, 1, 2),
    tickets: pick(2, 3),
    made: ['first_win', 'tunnel', 'blind'].filter(() => random() < 0.3),
  }))
  return {
    game: `game-${seed}`,
    board: pick('usa', 'italy'),
    board_name: { en: 'A board' },
    board_file: false,
    at: Math.floor(random() * 1e12),
    day: pick(null, '2026-11-17'),
    lesson: random() < 0.1 ? 'first-journey' : null,
    players: ['Ann', 'Ada'].map((name, seat) => {
      const { id: level, elo } = pick(...LEVELS)
      const bot = !own.some((one) => one.seat === seat)
      const points = Math.floor(random() * 150) - 20
      return { name, level: bot ? level : null, elo: bot ? elo : null, points, won: seat === winner }
    }),
    own,
    mine: own.length === 1 ? own[0]!.seat : null,
    chosen: 0,
  }
}
