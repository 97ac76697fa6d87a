import { expect, test } from 'vitest'
import type { TicketWay, View } from '../../protocol'
import { dealtTickets, heldTickets } from './ticket-states'

const ticket = (id: string, drawn: boolean): TicketWay => {
  return { id, drawn, points: 5, completed: false, possible: true, routes: [], missing: [], trains_needed: 4 }
}
const ids = (tickets: TicketWay[]) => tickets.map(({ id }) => id)

test('chosen tickets are one’s own at once, though others still choose; the rest is given back', () => {
  const tickets = [ticket('a', false), ticket('b', true), ticket('c', true)]
  const seen = (chosen?: string[]) => ({ tickets, observation: { ...(chosen && { chosen }) } as View['observation'] })
  expect([ids(heldTickets(seen())), ids(dealtTickets(seen()))]).toEqual([['a'], ['b', 'c']])
  expect([ids(heldTickets(seen(['c']))), ids(dealtTickets(seen(['c'])))]).toEqual([['a', 'c'], []])
  expect([heldTickets(null), dealtTickets(null)]).toEqual([[], []])
})
