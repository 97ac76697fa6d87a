/** Which tickets of a view its seat has, and which it chooses from. A choice is carried out when everybody has made one. */
import type { TicketView, View } from '../../protocol'

type Seen = Pick<View, 'tickets' | 'observation'> | null

/** The tickets that the seat has, or has chosen while others still choose. */
export function heldTickets(view: Seen): TicketView[] {
  const chosen = view?.observation.chosen ?? []
  return (view?.tickets ?? []).filter(({ id, drawn }) => !drawn || chosen.includes(id))
}

/** The tickets that the seat is to choose from. */
export function dealtTickets(view: Seen): TicketView[] {
  return view?.observation.chosen ? [] : (view?.tickets ?? []).filter(({ drawn }) => drawn)
}
