/** What was turned up for a tunnel, card by card. */
import type { Cards } from '../../protocol'
import { sorted } from '../../words'

export interface TurnedUp {
  card: string
  /** Whether it is one of those that cost more (N-11). */
  matches: boolean
}

/** How many cost more is the server's word; if what is laid down does not explain it, none is marked. */
export function turnedUp(revealed: Cards, paid: Cards, extra: number): TurnedUp[] {
  const cards = sorted(revealed).flatMap(([card, count]) =>
    Array<TurnedUp>(count).fill({ card, matches: card === 'locomotive' || (paid[card] ?? 0) > 0 }),
  )
  const explained = cards.filter((one) => one.matches).length === extra
  return explained ? cards : cards.map(({ card }) => ({ card, matches: false }))
}
