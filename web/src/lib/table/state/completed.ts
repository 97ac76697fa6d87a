/** Which of one's tickets a move has completed. */
import type { TicketView, View } from '../../protocol'

export class Completions {
  #eyes: number | null = null
  #done: Set<string> | null = null

  /** The tickets that are complete now and were not when this seat was last looked at. */
  hear(view: Pick<View, 'eyes' | 'tickets'>): TicketView[] {
    const done = view.tickets.filter((ticket) => ticket.completed && !ticket.drawn)
    const before = this.#eyes === view.eyes ? this.#done : null
    this.#eyes = view.eyes
    this.#done = new Set(done.map((ticket) => ticket.id))
    return before ? done.filter((ticket) => !before.has(ticket.id)) : []
  }
}
