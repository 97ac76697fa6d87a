/** Which of the routes on offer glow only faintly. */
import type { TicketView } from '../../protocol'

/** With more routes than this on offer, their glow would hide the colours of the board. */
const MANY = 30

/** When nearly everything can be claimed, dim what serves no ticket. */
export function faintOf(offered: string[], tickets: Pick<TicketView, 'completed' | 'missing'>[]): string[] {
  if (offered.length <= MANY) return []
  const wanted = new Set(tickets.filter((ticket) => !ticket.completed).flatMap((ticket) => ticket.missing))
  return offered.filter((route) => !wanted.has(route))
}
