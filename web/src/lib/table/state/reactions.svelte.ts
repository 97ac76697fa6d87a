/** How the table reacts to what has happened: routes flash, cards fly, a tone sounds, and it is read out. */
import { routesOf, type Game } from '../../game/game.svelte'
import type { Entry, View } from '../../protocol'
import { pace } from '../../settings.svelte'
import { Flights } from '../map/flights.svelte'
import { Announcer } from './announcer.svelte'
import { callPlayer, chime } from './calling'
import type { Desk } from './desk.svelte'

/** Milliseconds that a route flashes, at normal speed. */
const FLASH = 2200

export class Reactions {
  readonly flights = new Flights()
  readonly announcer: Announcer
  /** Routes that another has just claimed, and the way of a ticket just completed. */
  flash: string[] = $state.raw([])

  constructor(
    readonly game: Game,
    readonly desk: Desk,
  ) {
    this.announcer = new Announcer(desk)
    $effect(() => {
      if (this.flash.length === 0) return
      const timer = setTimeout(() => (this.flash = []), pace(FLASH))
      return () => clearTimeout(timer)
    })
  }

  /** React to every view from now on; returns how to stop that. */
  listen(): () => void {
    return this.game.listen((view, fresh) => this.#hear(view, fresh))
  }

  #hear(view: View, fresh: Entry[]): void {
    const completed = this.desk.settle()
    const others = fresh.filter((entry) => entry.by !== view.eyes || entry.by_bot)
    if (pace(1) > 0) this.flash = [...completed.flatMap((ticket) => ticket.routes), ...routesOf(others)]
    this.flights.fly(this.game, fresh)
    this.announcer.hear(fresh)
    if (completed.length > 0) chime('ticket')
    else if (this.game.offers && fresh.some((entry) => entry.by !== view.eyes)) callPlayer(this.game)
    else if (fresh.some((entry) => entry.events.some((event) => event.type === 'route_claimed'))) chime('claim')
    else if (fresh.length > 0) chime('card')
  }
}
