/** The input of lessons and tips: the learner's position, and what the learner is doing on the screen. */
import type { Game } from '../game/game.svelte'
import type { Cards, Offers, RouteShape, TicketWay } from '../protocol'
import type { Desk } from '../table/state/desk.svelte'

export interface Scene {
  hand: Cards
  display: (string | null)[]
  /** What can be done now; nothing while the others move. */
  offers: Offers | null
  tickets: TicketWay[]
  /** Routes of the learner, and of the others with who has them. */
  mine: string[]
  theirs: Map<string, number>
  /** Free routes that nobody can claim any more. */
  closed: string[]
  routes: Map<string, RouteShape>
  /** How many cards the learner has drawn, and what each claim was paid with. */
  drawn: number
  paid: Cards[]
  lastRound: boolean
  over: boolean
  /** How many actions the learner has taken, and whether the last one can be taken back. */
  acts: number
  undo: boolean
  /** Whether a bot waits a moment for that. */
  waits: boolean
  /** Whether locomotives can be played on every route. */
  everywhere: boolean
  /** Whether a face-up locomotive is the only card of a turn. */
  alone: boolean
  /** How many ferry cards the learner has drawn. */
  ferryCards: number
  /**
   * On the screen: the route about to be claimed, what else is to be confirmed, the tickets ticked, whether the points
   * have been counted.
   */
  chosen: string | null
  asking: string | null
  ticked: string[]
  counted: boolean
}

/** The scene of a game; null until it is loaded. */
export function sceneOf({ view, log, atlas, offers }: Game, desk: Desk, counted: boolean): Scene | null {
  if (!view || !atlas) return null
  const seen = view.observation
  const me = view.eyes ?? 0
  const events = log.flatMap((entry) => entry.events)
  return {
    hand: seen.hand ?? {},
    display: seen.display,
    offers,
    tickets: view.tickets,
    mine: seen.seats[me]?.routes ?? [],
    theirs: new Map(
      seen.seats.flatMap((seat, at) => (at === me ? [] : seat.routes.map((route) => [route, at] as const))),
    ),
    closed: view.standing.closed,
    routes: atlas.routes,
    drawn: events.filter((one) => (one.type === 'card_drawn' || one.type === 'card_taken') && one.seat === me).length,
    paid: events.flatMap((one) => (one.type === 'route_claimed' && one.seat === me ? [one.cards] : [])),
    acts: log.filter((one) => one.kind === 'action' && one.by === me && !one.by_bot).length,
    undo: view.undo === me,
    waits: view.undo_ms !== null,
    everywhere: atlas.wildEverywhere,
    alone: atlas.board.locomotive_is_whole_draw,
    ferryCards: events.filter((one) => one.type === 'ferry_card_drawn' && one.seat === me).length,
    lastRound: seen.turns_left !== null,
    over: seen.decision === 'over',
    chosen: desk.route,
    asking: desk.asking,
    ticked: desk.keep,
    counted,
  }
}

/** Tickets that can still be completed, the nearest first. */
export function unfinished({ tickets }: Scene): TicketWay[] {
  return tickets
    .filter((ticket) => !ticket.drawn && !ticket.completed && ticket.possible)
    .sort((a, b) => a.trains_needed - b.trains_needed)
}

/** Whether a route can still be built by the learner. */
export function isFree(scene: Scene, route: string): boolean {
  return !scene.mine.includes(route) && !scene.theirs.has(route) && !scene.closed.includes(route)
}
