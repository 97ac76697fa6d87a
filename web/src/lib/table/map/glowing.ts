/** Which of the routes on offer call only quietly. */
import type { TicketView } from '../../protocol'

/** All but those on the way of a ticket that is still open. */
export function quietOf(offered: string[], tickets: Pick<TicketView, 'completed' | 'missing'>[]): string[] {
  const wanted = new Set(tickets.filter((ticket) => !ticket.completed).flatMap((ticket) => ticket.missing))
  return offered.filter((route) => !wanted.has(route))
}
