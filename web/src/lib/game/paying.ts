/** Which cards of a hand may pay for a route. */
import type { Cards, RouteShape } from '../protocol'

/** The cards of its colour, or of any colour for a grey one; and locomotives, where they are wild or required. */
export function payingCards({ colour, locomotives, waves, wild }: RouteShape, hand: Cards): Cards {
  const pays = (card: string) =>
    card === 'locomotive' ? wild || locomotives + waves > 0 : colour === 'grey' || card === colour
  return Object.fromEntries(Object.entries(hand).filter(([card, count]) => count > 0 && pays(card)))
}
