/** The table's reactions to events: routes flash, cards fly, a tone sounds, and screen readers announce it. */
import { routesOf, type Game } from '../../game/game.svelte'
import type { Entry, TicketView, View } from '../../protocol'
import type { Rolling, Run } from '../../board/trains/rolling'
import { calmNow, pace } from '../../settings.svelte'
import { Flights } from '../map/flights.svelte'
import { Announcer } from './announcer.svelte'
import { sound } from '../../sound/sound'
import { callPlayer } from './calling'
import type { Desk } from './desk.svelte'

/** Milliseconds that a route flashes, at normal speed. */
const FLASH = 2200

export class Reactions {
  readonly flights = new Flights()
  readonly announcer: Announcer
  /** Routes that another player has just claimed, and the path of a ticket just completed. */
  flash: string[] = $state.raw([])
  /** Trains that roll into routes just claimed. */
  rolling: Rolling[] = $state.raw([])
  /** Trains that run along the paths of tickets just completed. */
  runs: Run[] = $state.raw([])
  #key = 0

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

  /** React to every view from now on; returns a function that stops it. */
  listen(): () => void {
    return this.game.listen((view, fresh) => this.#hear(view, fresh))
  }

  #hear(view: View, fresh: Entry[]): void {
    const completed = this.desk.settle()
    const others = fresh.filter((entry) => entry.by !== view.eyes || entry.by_bot)
    if (pace(1) > 0) this.flash = [...completed.flatMap((ticket) => ticket.routes), ...routesOf(others)]
    this.#roll(fresh, completed)
    this.flights.fly(this.game, fresh)
    this.announcer.hear(fresh)
    this.#sound(view, fresh, completed.length > 0)
  }

  #sound(view: View, fresh: Entry[], completed: boolean): void {
    const events = fresh.flatMap((entry) => entry.events)
    const claim = events.find((event) => event.type === 'route_claimed')
    if (claim) sound('wagons', this.game.atlas?.routes.get(claim.route)?.length ?? 1)
    if (completed) sound('ticket')
    else if (events.some((event) => event.type === 'last_round')) sound('whistle')
    else if (events.some((event) => event.type === 'tunnel_opened')) sound('tunnel')
    else if (this.game.offers && fresh.some((entry) => entry.by !== view.eyes)) callPlayer(this.game)
    else if (!claim && fresh.length > 0) sound('card')
  }

  /** The whole board celebrates: the winners' routes are lit, and their trains run over them. */
  celebrate(seats: number[]): void {
    if (pace(1) === 0 || calmNow()) return
    const ownedBy = (seat: number) =>
      [...this.game.owners].filter(([, owner]) => owner === seat).map(([route]) => route)
    this.runs = seats.map((seat) => ({
      key: this.#key++,
      routes: ownedBy(seat),
      colour: this.game.seat(seat)?.colour ?? 'red',
    }))
  }

  /** A train has arrived where it was going. */
  arrived(key: number): void {
    this.rolling = this.rolling.filter((train) => train.key !== key)
    this.runs = this.runs.filter((run) => run.key !== key)
  }

  /** End at once whatever moves. */
  skip(): void {
    this.flights.skip()
    this.rolling = []
    this.runs = []
  }

  /** Roll trains into claimed routes; stop those whose claim was undone meanwhile. */
  #roll(fresh: Entry[], completed: TicketView[]): void {
    const { game } = this
    const owned = (train: Rolling): boolean => game.owners.has(train.route)
    this.rolling = this.rolling.filter(owned)
    if (pace(1) === 0 || calmNow() || document.visibilityState !== 'visible') return
    const claims = fresh.flatMap((entry) => entry.events).filter((event) => event.type === 'route_claimed')
    const colourOf = (seat: number) => game.seat(seat)?.colour ?? 'red'
    const trains = claims.map(({ route, seat, points }) => ({
      key: this.#key++,
      route,
      colour: colourOf(seat),
      points,
    }))
    this.rolling = [...this.rolling, ...trains.filter(owned)]
    const ways = completed.map(({ routes }) => ({ key: this.#key++, routes, colour: colourOf(game.eyes ?? 0) }))
    if (ways.length > 0) this.runs = ways
  }
}
