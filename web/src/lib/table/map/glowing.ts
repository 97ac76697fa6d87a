/** Which claimable routes get only a subtle highlight. */
import type { TicketWay } from '../../protocol'

/** All but those on the path of an open ticket. */
export function quietOf(offered: string[], tickets: Pick<TicketWay, 'completed' | 'missing'>[]): string[] {
  const wanted = new Set(tickets.filter((ticket) => !ticket.completed).flatMap((ticket) => ticket.missing))
  return offered.filter((route) => !wanted.has(route))
}
