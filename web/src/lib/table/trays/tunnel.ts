/** What was turned up for a tunnel, card by card. */
import type { TunnelView } from '../../protocol'
import { sorted } from '../../words'

export interface TurnedUp {
  card: string
  /** Whether it is one of those that cost more (N-11). */
  matches: boolean
}

export function turnedUp({ revealed, matching }: Pick<TunnelView, 'revealed' | 'matching'>): TurnedUp[] {
  return sorted(revealed).flatMap(([card, count]) =>
    Array<TurnedUp>(count).fill({ card, matches: matching.includes(card) }),
  )
}
