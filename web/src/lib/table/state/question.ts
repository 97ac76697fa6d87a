/** What to ask the server about a route that is not on offer: the claim that a person would most likely mean. */
import type { TableModel } from '../../game/table-model'
import type { Cards, ClaimAction } from '../../protocol'
import { KINDS } from '../../words'

/** A claim with the printed price: the symbols in locomotives, the rest in the route's colour, or in the colour meant. */
export function question(
  game: Pick<TableModel, 'atlas' | 'observation'>,
  id: string,
  colour: string | null,
): ClaimAction {
  const route = game.atlas?.routes.get(id)
  if (!route) return { type: 'claim', route: id, cards: {} }
  const hand = game.observation?.hand ?? {}
  const most = KINDS.filter((kind) => kind !== 'locomotive').toSorted((a, b) => (hand[b] ?? 0) - (hand[a] ?? 0))[0]
  const meant = colour && colour !== 'locomotive' ? colour : null
  const paid = meant ?? (route.colour === 'grey' ? (most ?? 'red') : route.colour)
  const locomotives = Math.min(route.length, route.locomotives + route.waves)
  const cards: Cards = {}
  if (route.length > locomotives) cards[paid] = route.length - locomotives
  if (locomotives > 0) cards['locomotive'] = locomotives
  return { type: 'claim', route: id, cards }
}
