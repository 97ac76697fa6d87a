/** Made-up places, routes and boards, for tests. */
import type { BoardDefinition, PlaceShape } from '../protocol'
import type { RouteFacts } from './geometry'

/** A city without a position; `more` overrides its fields. */
export const madeUpPlace = (id: string, more: Partial<PlaceShape> = {}): PlaceShape => ({
  id,
  name: id.toUpperCase(),
  names: {},
  aliases: [],
  kind: 'city',
  lat: 0,
  lon: 0,
  region: null,
  country: null,
  tags: [],
  ...more,
})

/** A plain red route of two spaces; `more` overrides its fields. */
export const madeUpRoute = (a: string, b: string, more: Partial<RouteFacts> = {}): RouteFacts => ({
  id: `${a}:${b}:${more.colour ?? 'red'}`,
  places: [a, b],
  length: 2,
  colour: 'red',
  locomotives: 0,
  waves: 0,
  tunnel: false,
  bonus_cards: 0,
  any_cards_for_one: 0,
  stand_in: null,
  ferry_card_covers: 0,
  wild: true,
  points: 2,
  parallel_group: null,
  ...more,
})

/** A board with nothing on it; `more` says what there is. */
export const madeUpBoard = (more: Partial<BoardDefinition>): BoardDefinition => ({
  id: 'test',
  name: { en: 'Test' },
  revision: 1,
  players: { min: 2, max: 3 },
  places: [],
  regions: [],
  routes: [],
  tickets: [],
  goals: [],
  goals_face_up: 0,
  last_round_trains: 2,
  locomotive_is_whole_draw: true,
  rules: {},
  marks: [],
  drawing: null,
  ...more,
})
