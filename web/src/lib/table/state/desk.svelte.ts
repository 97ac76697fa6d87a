/** What the player is doing: the route and payment being chosen, tickets ticked, pencil marks. */
import type { Game, Refusal } from '../../game/game.svelte'
import { settings } from '../../settings.svelte'
import { store, stored } from '../../storage'
import type { Action, Cards, Claim, ErrorInfo, Payment, TicketWay } from '../../protocol'
import { m, total } from '../../words'
import { Completions } from './completed'
import { Prepared } from './prepared.svelte'

export interface Spotlight {
  routes: string[]
  places: string[]
  /** Whether the player should press the first route. */
  press?: boolean
}

const ASKED = ['draw_tickets', 'draw_ferry_card'] as const
export type Asked = (typeof ASKED)[number]

const NOTHING: Spotlight = { routes: [], places: [] }

export class Desk {
  /** The route that is about to be claimed. */
  route: string | null = $state(null)
  payments: Payment[] = $state.raw([])
  truncated = $state(false)
  /** The server is being asked for the payments; until it answers, there is the best one. */
  listing = $state(false)
  chosen = $state(0)
  /** Whether the payment is chosen card by card. */
  exact = $state(false)
  draft: Cards = $state({})
  draftFerry = $state(0)
  /** What is wrong with that payment; undefined until the server answers. */
  draftProblem: ErrorInfo | null | undefined = $state.raw(undefined)
  /** Tickets ticked to be kept. */
  keep: string[] = $state([])
  /** Drawing tickets or a ferry card, to be confirmed: it uses up the turn. */
  asking: Asked | null = $state(null)
  /** The kind of card whose routes are highlighted. */
  colour: string | null = $state(null)
  pencil = $state(false)
  marks: string[] = $state([])
  /** The route under the mouse or the keyboard's focus. */
  pointed: string | null = $state(null)
  /** How often a hint was asked for at this decision: first for the action, then for the plan. */
  hinting = $state(0)
  /** What a hint shows on the map. */
  hinted: Spotlight = $state.raw(NOTHING)
  #spotlight: Spotlight = $state.raw(NOTHING)
  #asked = 0
  readonly prepared: Prepared
  /** The refusal about which the player wants to know more. */
  #explained: Refusal | null = $state.raw(null)
  readonly #completions = new Completions()
  /** Tickets completed by the player's last move. */
  completed: TicketWay[] = $state.raw([])
  #completedBy: number | null = null

  constructor(readonly game: Game) {
    this.prepared = new Prepared(game)
    if (game.view) this.#completions.hear(game.view)
    const found = stored(this.#key)
    if (Array.isArray(found)) this.marks = found.filter((one) => typeof one === 'string')
  }

  get #key(): string {
    return `semafor.marks.${this.game.id}`
  }

  payment: Payment | null = $derived(
    this.exact
      ? { cards: $state.snapshot(this.draft), ferry_cards: this.draftFerry }
      : (this.payments[this.chosen] ?? null),
  )

  /** What the map highlights. */
  spotlight: Spotlight = $derived.by(() => {
    if (this.#spotlight !== NOTHING) return this.#spotlight
    const keep = this.game.offers?.keep
    if (keep && this.game.atlas) {
      const shown = this.keep.length > 0 ? this.keep : keep.tickets
      return { routes: [], places: shown.flatMap((ticket) => this.game.atlas?.tickets.get(ticket)?.places ?? []) }
    }
    const { action } = this.prepared
    if (action?.type === 'claim') return { routes: [action.route], places: [] }
    return NOTHING
  })

  /** What the player must see now, as a unique key; null if there is nothing urgent. */
  pressing: string | null = $derived.by(() => {
    const { game } = this
    if (game.over) return 'over'
    if (game.eyes !== null && game.playedByBot(game.eyes)) return 'bot'
    if (this.route) return `route ${this.route}`
    if (this.asking) return this.asking
    if (game.passing !== null) return `passing ${game.passing}`
    if (this.hinting > 0) return `hint ${this.hinting}`
    if (game.offers?.tunnel) return `tunnel ${game.offers.tunnel.route}`
    if (game.offers?.keep) return `keep ${game.offers.keep.tickets.join()}`
    return this.explained ? 'why' : null
  })

  /** Whether the player has asked for the rule behind what was refused. */
  get explained(): boolean {
    return this.#explained !== null && this.#explained === this.game.refusal
  }

  set explained(wanted: boolean) {
    this.#explained = wanted ? this.game.refusal : null
  }

  show(spotlight: Spotlight | null): void {
    this.#spotlight = spotlight ?? NOTHING
  }

  /** Show the two places of a ticket, and its path, or the one that is still open. */
  showTicket(id: string | null): void {
    if (id === null) return this.show(null)
    const ticket = this.game.view?.tickets.find((one) => one.id === id)
    const routes = this.game.silent && !ticket?.completed ? [] : (ticket?.routes ?? [])
    this.show({ routes, places: this.game.atlas?.tickets.get(id)?.places ?? [] })
  }

  /** The parallel lane that these cards pay for: cards dropped on the wrong lane go to the right one. */
  lane(route: string, card: string): string {
    const beside = this.game.atlas?.routes.get(route)?.parallel_group ?? []
    const lanes = [route, ...beside].flatMap((id) => this.game.claims.get(id) ?? [])
    return (lanes.find(({ best }) => (best.cards[card] ?? 0) > 0) ?? lanes[0])?.route ?? route
  }

  /** A route was clicked, tapped, or chosen by keyboard. */
  async pick(
    route: string,
    how: { touch: boolean; colour?: string | null; ask?: boolean } = { touch: false },
  ): Promise<void> {
    if (this.pencil) return this.#mark(route)
    this.game.hurry()
    if (this.route === route && this.payment && !how.colour) return this.claim()
    const offer = this.game.claims.get(route)
    const preparing = this.preparing && this.#free(route)
    if (!offer && !preparing) {
      this.cancel()
      // A claim without cards asks about the route; the server says what is in its way.
      await this.game.whyNot({ type: 'claim', route, cards: {} })
      return
    }
    this.cancel()
    this.route = route
    this.payments = offer ? [offer.best] : []
    const asked = ++this.#asked
    this.listing = true
    const found = await this.game.payments(route)
    if (asked !== this.#asked || this.route !== route) return
    this.listing = false
    if (found.payments.length > 0) this.payments = found.payments
    if (this.payments.length === 0) {
      this.cancel()
      this.game.refusal = { error: { code: 'cards_not_in_hand', message: '', rule: null, where: null }, route }
      return
    }
    this.truncated = found.truncated
    const colour = how.colour ?? this.colour
    if (colour)
      this.chosen = Math.max(
        0,
        this.payments.findIndex((payment) => (payment.cards[colour] ?? 0) > 0),
      )
    const ask = how.ask || settings.confirm === 'always' || (settings.confirm === 'touch' && how.touch)
    if (!ask && (this.payments.length === 1 || how.colour)) await this.claim()
  }

  /** The player touched a route on the big screen: show its payment, as often as it is touched, and claim nothing. */
  async point(route: string): Promise<void> {
    if (this.exact || this.route === route) return
    this.pencil = false
    await this.pick(route, { touch: true, ask: true })
  }

  /** Claim the route with the chosen payment. */
  async claim(): Promise<void> {
    const action = this.#claim()
    if (!action) return
    if (this.preparing) {
      this.prepared.take(action)
      return this.cancel()
    }
    this.prepared.drop()
    if (await this.game.act(action)) this.cancel()
  }

  /** Whether what is pressed now is prepared for later. */
  get preparing(): boolean {
    return this.prepared.choosing && !this.game.offers
  }

  /** Whether nobody has a route, and no rule has closed it. */
  #free(route: string): boolean {
    return !this.game.owners.has(route) && !this.game.view?.standing.closed.includes(route)
  }

  #claim(): Claim | null {
    if (!this.route || !this.payment) return null
    return {
      type: 'claim',
      route: this.route,
      cards: this.payment.cards,
      ...(this.payment.ferry_cards > 0 ? { ferry_cards: this.payment.ferry_cards } : {}),
    }
  }

  /** Choose the payment card by card, starting from the chosen one. */
  begin(): void {
    const from = this.payments[this.chosen]
    this.draft = { ...(from?.cards ?? {}) }
    this.draftFerry = from?.ferry_cards ?? 0
    this.exact = true
    void this.#check()
  }

  change(card: string, by: number): void {
    if (card === 'ferry_card') this.draftFerry = Math.max(0, this.draftFerry + by)
    else {
      const count = Math.max(0, (this.draft[card] ?? 0) + by)
      const others = Object.entries(this.draft).filter(([kind]) => kind !== card)
      this.draft = Object.fromEntries(count > 0 ? [...others, [card, count]] : others)
    }
    void this.#check()
  }

  async #check(): Promise<void> {
    this.draftProblem = undefined
    const asked = ++this.#asked
    const action = this.#claim()
    if (!action) return
    const problem = await this.game.check(action)
    if (asked === this.#asked) this.draftProblem = problem
  }

  cancel(): void {
    this.route = null
    this.payments = []
    this.truncated = false
    this.listing = false
    this.chosen = 0
    this.exact = false
    this.asking = null
    this.game.refusal = null
  }

  /** Take an action that needs no further choice, or say why not. */
  async try(action: Action): Promise<void> {
    this.game.hurry()
    if (!this.#offers(action)) {
      this.cancel()
      if (this.preparing && this.#onBoard(action)) this.prepared.take(action)
      else await this.game.whyNot(action)
      return
    }
    const asked = ASKED.find((type) => type === action.type)
    if (asked && settings.confirm !== 'never' && this.asking !== asked) {
      this.cancel()
      this.asking = asked
      return
    }
    this.cancel()
    this.prepared.drop()
    await this.game.act(action)
  }

  /** Whether the board has what an action draws. */
  #onBoard(action: Action): boolean {
    return action.type !== 'draw_ferry_card' || this.game.observation?.ferry_pile !== undefined
  }

  /** Whether such an action is on offer now. */
  #offers(action: Action): boolean {
    const { draw, pass } = this.game.offers ?? {}
    switch (action.type) {
      case 'draw_card': {
        if (action.from === 'deck') return draw?.deck ?? false
        const display = this.game.observation?.display ?? []
        return display.some((card, slot) => card === action.card && draw?.display[slot])
      }
      case 'draw_tickets':
        return draw?.tickets ?? false
      case 'draw_ferry_card':
        return draw?.ferry_card ?? false
      case 'pass':
        return pass ?? false
      case 'claim':
        return this.game.claims.has(action.route)
      default:
        return false
    }
  }

  /** Ask for a hint; a second time for the plan behind it, a third time for neither. */
  askHint(): void {
    if (this.game.canAskHint) this.hinting = (this.hinting + 1) % 3
  }

  tick(ticket: string): void {
    this.game.refusal = null
    this.keep = this.keep.includes(ticket) ? this.keep.filter((one) => one !== ticket) : [...this.keep, ticket]
  }

  async keepTickets(): Promise<void> {
    const offered = this.game.offers?.keep?.tickets ?? []
    const tickets = offered.filter((ticket) => this.keep.includes(ticket))
    // Too few are refused with the rule that says how many.
    if (await this.game.act({ type: 'keep_tickets', tickets })) this.keep = []
  }

  #mark(route: string): void {
    this.marks = this.marks.includes(route) ? this.marks.filter((one) => one !== route) : [...this.marks, route]
    store(this.#key, this.marks)
  }

  clearMarks(): void {
    this.marks = []
    store(this.#key, this.marks)
  }

  /** Drop what no longer fits after the game has moved on; returns the tickets completed since. */
  settle(): TicketWay[] {
    const offers = this.game.offers
    const fresh = this.#celebrate()
    if (this.stale()) this.cancel()
    this.prepared.settle((action) => this.#offers(action))
    if (!offers || offers.decision !== 'take_turn') this.asking = null
    this.keep = this.keep.filter((ticket) => offers?.keep?.tickets.includes(ticket))
    if (this.colour && !(this.game.observation?.hand?.[this.colour] ?? 0)) this.colour = null
    return fresh
  }

  /** Whether the chosen route can't be claimed any more. */
  protected stale(): boolean {
    return this.route !== null && !this.game.claims.has(this.route) && !(this.preparing && this.#free(this.route))
  }

  #celebrate(): TicketWay[] {
    const { view, log } = this.game
    if (!view) return []
    const own = log.findLast((entry) => entry.kind === 'action' && entry.by === view.eyes)?.seq ?? null
    const fresh = this.#completions.hear(view)
    if (own !== this.#completedBy || !this.game.canAskHint) this.hinting = 0
    if (fresh.length > 0 || own !== this.#completedBy) this.completed = fresh
    // Tickets undone are not complete any more.
    else this.completed = this.completed.filter(({ id }) => view.tickets.some((one) => one.id === id && one.completed))
    this.#completedBy = own
    return fresh
  }

  /** The sentence about a completed ticket. */
  completion(ticket: TicketWay): string {
    const points = m.points_n({ count: ticket.points })
    return m.ticket_completed({ ticket: this.game.atlas?.ticket(ticket.id) ?? '', points })
  }

  /** The claimable routes to point out, with the picked colour if there is one. */
  offered: string[] = $derived.by(() => {
    if (this.game.silent) return []
    const all = [...this.game.claims.values()]
    const colour = this.colour
    if (!colour) return all.map((claim) => claim.route)
    return all.filter((claim) => (claim.best.cards[colour] ?? 0) > 0 || claim.payments > 1).map((claim) => claim.route)
  })

  draftTotal = $derived(total(this.draft) + this.draftFerry)
}
