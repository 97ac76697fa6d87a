/** Finds the tickets that a move has completed. */
import type { TicketWay, View } from '../../protocol'

export class Completions {
  #eyes: number | null = null
  #done: Set<string> | null = null

  /** The tickets completed since this seat's last view. */
  hear(view: Pick<View, 'eyes' | 'tickets'>): TicketWay[] {
    const done = view.tickets.filter((ticket) => ticket.completed && !ticket.drawn)
    const before = this.#eyes === view.eyes ? this.#done : null
    this.#eyes = view.eyes
    this.#done = new Set(done.map((ticket) => ticket.id))
    return before ? done.filter((ticket) => !before.has(ticket.id)) : []
  }
}
