/** Made-up places and routes, for tests. */
import type { PlaceShape } from '../protocol'
import type { RouteFacts } from './geometry'

/** A city that lies nowhere; `more` says what is known of it. */
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

/** A red route of two spaces without anything special; `more` says what is. */
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
