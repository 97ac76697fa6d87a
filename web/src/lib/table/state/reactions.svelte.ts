/** The table's reactions to events: routes flash, cards fly, a tone sounds, and screen readers announce it. */
import { routesOf, type Game } from '../../game/game.svelte'
import type { Entry, TicketWay, View } from '../../protocol'
import type { PlayerColour } from '../../board/colours/palette'
import { rollFor, type Rolling, type Run } from '../../board/trains/rolling'
import { calmNow, pace } from '../../settings.svelte'
import { Flights } from '../map/flights.svelte'
import { Announcer } from './announcer.svelte'
import { sound } from '../../ui/behaviour/sound'
import { callPlayer } from './calling'
import type { Desk } from './desk.svelte'

/** Milliseconds that a route flashes, and that the way of a completed ticket is lit, at normal speed. */
const FLASH = 2200
const LIT = 5200
/** How long the winners' routes are lit: as long as the longest run, and longer than confetti falls. */
const HONOUR = 4200
/** How long a moment lasts, in milliseconds at normal speed. */
export const MOMENT = { ticket: 3000, tunnel: 2700, last: 2800 }
/** When a ticket is punched, in milliseconds after it appears. */
const PUNCH = 620
/** The most moments to show at once: the latest. */
const MOST = 3

/** What deserves a moment above the map; `after` is when it comes, in milliseconds at normal speed. */
export type Moment = { key: number; after: number } & (
  | { kind: 'ticket'; ticket: TicketWay; colour: PlayerColour }
  | { kind: 'tunnel'; route: string; revealed: string[]; extra: number }
  | { kind: 'last' }
)

export class Reactions {
  readonly flights = new Flights()
  readonly announcer: Announcer
  /** Routes that another player has just claimed. */
  flash: string[] = $state.raw([])
  /** The path of a ticket just completed, which stays lit when others claim routes meanwhile. */
  way: string[] = $state.raw([])
  /** Trains that roll into routes just claimed. */
  rolling: Rolling[] = $state.raw([])
  /** Trains that run along the paths of tickets just completed. */
  runs: Run[] = $state.raw([])
  moments: Moment[] = $state.raw([])
  /** The winners' routes, while the board celebrates. */
  honoured: string[] = $state.raw([])
  #key = 0

  constructor(
    readonly game: Game,
    readonly desk: Desk,
  ) {
    this.announcer = new Announcer(desk)
    game.moving = () => this.rolling.length > 0
    this.#fade('flash', FLASH)
    this.#fade('way', LIT)
    this.#fade('honoured', HONOUR)
  }

  /** What is lit goes out after this many milliseconds at normal speed. */
  #fade(lit: 'flash' | 'way' | 'honoured', after: number): void {
    $effect(() => {
      if (this[lit].length === 0) return
      const timer = setTimeout(() => (this[lit] = []), pace(after))
      return () => clearTimeout(timer)
    })
  }

  /** React to every view from now on; returns a function that stops it. */
  listen(): () => void {
    return this.game.listen((view, fresh) => this.#hear(view, fresh))
  }

  #hear(view: View, fresh: Entry[]): void {
    const completed = this.desk.settle()
    if (this.game.skipping) return
    const others = fresh.filter((entry) => entry.by !== view.eyes || entry.by_bot)
    if (pace(1) > 0 && completed.length > 0) this.way = completed.flatMap((ticket) => ticket.routes)
    const claimed = routesOf(others)
    if (pace(1) > 0 && claimed.length > 0) this.flash = claimed
    const standing = this.#roll(fresh)
    this.#run(completed, standing)
    this.#dwell(fresh, completed, standing)
    this.flights.fly(this.game, fresh)
    this.announcer.hear(fresh)
    this.#sound(view, fresh, completed.length > 0, standing)
  }

  #sound(view: View, fresh: Entry[], completed: boolean, standing: number): void {
    const events = fresh.flatMap((entry) => entry.events)
    const claim = events.find((event) => event.type === 'route_claimed')
    if (claim) sound('wagons', this.game.atlas?.routes.get(claim.route)?.length ?? 1)
    if (completed) setTimeout(() => sound('ticket'), pace(standing + PUNCH))
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
    // Where a longest path is counted, the train runs over it.
    const longest = (seat: number) =>
      (this.game.view?.score?.awards ?? [])
        .filter(({ id }) => id === 'longest_path')
        .flatMap(({ shares }) => shares ?? [])
        .find((share) => share.seat === seat)?.routes ?? []
    this.runs = seats.map((seat) => ({
      key: this.#key++,
      routes: longest(seat).length > 0 ? longest(seat) : ownedBy(seat),
      colour: this.game.seat(seat)?.colour ?? 'red',
      after: 0,
    }))
    this.honoured = seats.flatMap(ownedBy)
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
    this.moments = []
    this.honoured = []
  }

  /** A moment is over. */
  passed(key: number): void {
    this.moments = this.moments.filter((moment) => moment.key !== key)
  }

  /**
   * Roll trains into claimed routes; stop those whose claim was undone meanwhile. Returns when the last one stands, in
   * milliseconds at normal speed.
   */
  #roll(fresh: Entry[]): number {
    const { game } = this
    const owned = (train: Rolling): boolean => game.owners.has(train.route)
    this.rolling = this.rolling.filter(owned)
    if (pace(1) === 0 || calmNow() || document.visibilityState !== 'visible') return 0
    const claims = fresh.flatMap((entry) => entry.events).filter((event) => event.type === 'route_claimed')
    const trains = claims.map(({ route, seat, points }) => ({
      key: this.#key++,
      route,
      colour: game.seat(seat)?.colour ?? 'red',
      points,
    }))
    const rolling = trains.filter(owned)
    this.rolling = [...this.rolling, ...rolling]
    return Math.max(0, ...rolling.map(({ route }) => rollFor(game.atlas?.routes.get(route)?.length ?? 0)))
  }

  get #own(): PlayerColour {
    return this.game.seat(this.game.eyes ?? 0)?.colour ?? 'red'
  }

  /** Run a train along the way of each completed ticket. */
  #run(completed: TicketWay[], after: number): void {
    if (completed.length === 0 || pace(1) === 0 || calmNow() || document.visibilityState !== 'visible') return
    this.runs = completed.map(({ routes }) => ({ key: this.#key++, routes, colour: this.#own, after }))
  }

  /** Dwell on a ticket, a tunnel that asks the player nothing, the last round. */
  #dwell(fresh: Entry[], completed: TicketWay[], after: number): void {
    if (pace(1) === 0 || document.visibilityState !== 'visible') return
    const tickets = completed.map((ticket): Moment => ({
      key: this.#key++,
      after,
      kind: 'ticket',
      ticket,
      colour: this.#own,
    }))
    // One after the other: together they would hide the way that is lit.
    const ready = after + (tickets.length > 0 ? MOMENT.ticket : 0)
    const others = fresh
      .flatMap((entry) => entry.events)
      .flatMap((event): Moment[] => {
        if (event.type === 'last_round') return [{ key: this.#key++, after: ready, kind: 'last' }]
        if (event.type !== 'tunnel_opened' || this.game.offers?.tunnel) return []
        return [{ key: this.#key++, after: 0, kind: 'tunnel', ...event }]
      })
    // Nobody is told of a last round that is over.
    const all = [...this.moments, ...tickets, ...others].filter(({ kind }) => kind !== 'last' || !this.game.over)
    this.moments = all.slice(-MOST)
  }
}
