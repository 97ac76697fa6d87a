/** A made-up route, for tests. */
import type { RouteFacts } from './geometry'

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
  points: 2,
  parallel_group: null,
  ...more,
})
