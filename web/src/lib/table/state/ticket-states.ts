/** Which tickets of a view its seat has, and which it chooses from. A choice is carried out when everybody has made one. */
import type { TableModel } from '../../game/table-model'
import type { TicketWay, View } from '../../protocol'
import { m } from '../../words'

type Seen = Pick<View, 'tickets' | 'observation'> | null

/** The tickets that the seat has, or has chosen while others still choose. */
export function heldTickets(view: Seen): TicketWay[] {
  const chosen = view?.observation.chosen ?? []
  return (view?.tickets ?? []).filter(({ id, drawn }) => !drawn || chosen.includes(id))
}

/** The tickets that the seat is to choose from. */
export function dealtTickets(view: Seen): TicketWay[] {
  return view?.observation.chosen ? [] : (view?.tickets ?? []).filter(({ drawn }) => drawn)
}

/** The state of a ticket, and what it still needs, unless that would answer a puzzle. */
export function ticketState(game: Pick<TableModel, 'silent' | 'over'>, ticket: TicketWay): string {
  if (ticket.completed) return m.ticket_done()
  if (game.over || game.silent) return m.ticket_failed()
  return ticket.possible ? m.missing_n({ count: ticket.trains_needed }) : m.ticket_blocked()
}
