/** A table as this device sees it: nothing but what the server sent. */
import { untrack } from 'svelte'
import { persist } from '../home/backoff'
import type { Connection, Request } from '../home/connection.svelte'
import { HomeError } from '../home/errors'
import { home } from '../home/here'
import type { Home } from '../home/home.svelte'
import type {
  Action,
  Answer,
  ChatMessage,
  Entry,
  ErrorInfo,
  Observation,
  Offers,
  Payment,
  ServerMessage,
  Table,
  TableSeat,
  View,
} from '../protocol'
import { noteHint, remember, tokensOf } from '../seats.svelte'
import { Atlas } from '../words'
import type { TableModel } from './table-model'
import { Pacing } from './pacing'

/** What was refused, and about what. */
export interface Refusal {
  error: ErrorInfo
  /** The route that was asked about, if it was one. */
  route: string | null
}

/** Spectators are refused without asking the server. */
const WATCHING: ErrorInfo = { code: 'watching', message: 'spectators only watch', rule: null, where: null }

export type Listener = (view: View, fresh: Entry[]) => void

export class Game implements TableModel {
  table: Table | null = $state.raw(null)
  view: View | null = $state.raw(null)
  log: Entry[] = $state.raw([])
  chat: ChatMessage[] = $state.raw([])
  /** When the chat was last read. */
  chatRead = $state(0)
  atlas: Atlas | null = $state.raw(null)
  /** Seats of this device. */
  seats: number[] = $state.raw([])
  invite: string | null = $state(null)
  /** An error that ends the page, such as: there is no such game. */
  failure: unknown = $state(null)
  refusal: Refusal | null = $state.raw(null)
  /** The seat has moved to another device. */
  moved = $state(false)
  /** The server no longer accepts this device's token. */
  unseated = $state(false)
  /** A route that was touched on the big screen for this seat; another object each time. */
  pointed: { route: string } | null = $state.raw(null)
  /** Set while a puzzle is open. */
  silent = $state(false)
  /** An action is under way; another one would be stale. */
  busy = $state(false)
  /** The player has asked for the end: nothing is paced until then. */
  skipping = $state(false)
  readonly connection: Connection
  /** Whether the table shows something that moves: the others' moves wait for its end. */
  moving: () => boolean = () => false
  readonly #pacing = new Pacing(
    (view) => this.#look(view),
    () => this.moving(),
    () => this.skipping,
  )
  #listeners = new Set<Listener>()
  /** At one screen: the seat that has just acted and is still looking. */
  #held: number | null = $state(null)

  /** `source` is where the table is: the home, as a rule. `keys` are the tokens to greet it with: of seats, as a rule. */
  constructor(
    readonly id: string,
    readonly source: Pick<Home, 'connect' | 'boardOfGame'> = home,
    readonly keys: () => string[] = () => tokensOf(id).map((seat) => seat.token),
  ) {
    this.connection = source.connect(id, {
      hello: () => ({ tokens: keys(), last_seq: this.view?.seq ?? null }),
      heard: (message) => this.#receive(message),
    })
    // Retry if nobody answers; give up if there is no such game.
    persist(
      async () => {
        this.atlas = new Atlas(await this.source.boardOfGame(id))
      },
      (error) => {
        if (error instanceof HomeError && error.unreachable) return this.connection.status !== 'closed'
        this.failure = error
        this.connection.close()
        return false
      },
    )
  }

  // Derived from what was sent

  /** The seat whose cards are shown; null for a spectator, and behind the curtain. */
  eyes: number | null = $derived(this.view?.eyes ?? null)
  observation: Observation | null = $derived(this.view?.observation ?? null)
  /** What can be done now; nothing while a bot plays for the seat. */
  offers: Offers | null = $derived(
    this.eyes !== null && this.playedByBot(this.eyes) ? null : (this.view?.offers ?? null),
  )
  over: boolean = $derived(this.view?.observation.decision === 'over')
  /** The claims on offer, by route. */
  claims = $derived(new Map((this.offers?.claims ?? []).map((claim) => [claim.route, claim])))
  /** Who owns which route. */
  owners = $derived(
    new Map((this.observation?.seats ?? []).flatMap((seat, number) => seat.routes.map((route) => [route, number]))),
  )
  /** At one screen: another seat of this device that must act. */
  #next: number | null = $derived.by(() => {
    if (this.seats.length < 2 || !this.observation || this.over) return null
    const mine = this.observation.to_act.filter((seat) => this.seats.includes(seat) && !this.playedByBot(seat))
    return mine.includes(this.eyes ?? -1) ? null : (mine[0] ?? null)
  })
  /** The seat for which the curtain must be opened first. */
  curtain: number | null = $derived(this.#held !== null && this.#held === this.eyes ? null : this.#next)
  /** The seat that waits for the screen while the previous player is still looking. */
  passing: number | null = $derived(this.curtain === null ? this.#next : null)
  /** What others did since the player's last action. */
  newsEntries: Entry[] = $derived.by(() => {
    const actions = this.log.filter((entry) => entry.kind === 'action')
    const own = actions.findLastIndex((entry) => entry.by === this.eyes && !entry.by_bot)
    return actions.slice(own + 1).slice(-12)
  })
  /** Routes claimed meanwhile, which the map shows. */
  news: string[] = $derived(routesOf(this.newsEntries))
  /** Unread lines of others. */
  unread: number = $derived(
    this.chat.filter((line) => line.at > this.chatRead && !this.seats.includes(line.seat ?? -1)).length,
  )
  /** Whether there is anybody to chat with: not at one screen, and not against bots only. */
  company: boolean = $derived.by(() => {
    if (!home.can('chat')) return false
    const others = (this.table?.seats ?? []).filter((one) => one.kind === 'person' && !this.seats.includes(one.seat))
    // Spectators read along where two players can talk.
    return this.chat.length > 0 || others.length > (this.seats.length > 0 ? 0 : 1)
  })
  /** Whether a hint can be asked for now. */
  canAskHint: boolean = $derived(Boolean(this.table?.hints && this.offers && this.passing === null))
  /** Whether the shown seat may undo its last action. */
  canUndo: boolean = $derived(this.eyes !== null && this.view?.undo === this.eyes && !this.playedByBot(this.eyes))

  /** Whether bots can be asked to play to the end at once, because nobody else decides any more. */
  canSkip: boolean = $derived(
    this.seats.length > 0 && (this.view?.bots_only ?? false) && !this.canUndo && !this.table?.lesson,
  )

  seat(number: number): TableSeat | null {
    return this.table?.seats[number] ?? null
  }

  name(number: number | null | undefined): string {
    return (number === null || number === undefined ? null : this.seat(number)?.name) ?? '?'
  }

  playedByBot(number: number): boolean {
    const seat = this.seat(number)
    return seat !== null && (seat.kind === 'bot' || seat.played_by_bot)
  }

  // Requests

  /** Take an action for the shown seat. Keep a refusal in `refusal`. */
  async act(action: Action): Promise<boolean> {
    this.hurry()
    if (this.eyes === null || !this.view || this.busy) return false
    this.busy = true
    this.refusal = null
    try {
      const answer = await this.connection.request({ type: 'act', seat: this.eyes, seq: this.view.seq, action })
      this.#keep(answer, action.type === 'claim' ? action.route : null)
      return answer.ok
    } finally {
      this.busy = false
    }
  }

  async undo(): Promise<void> {
    if (this.eyes === null || !this.view) return
    this.#keep(await this.connection.request({ type: 'undo', seat: this.eyes, seq: this.view.seq }), null)
  }

  /** Let the bot that is next move now: the last action is meant. */
  async goOn(): Promise<void> {
    if (this.eyes === null || !this.view || !this.canUndo) return
    await this.connection.request({ type: 'go_on', seat: this.eyes, seq: this.view.seq })
  }

  /** Let bots play to the end, and show it. */
  async skip(): Promise<void> {
    const [seat] = this.seats
    if (seat === undefined || !this.canSkip || this.skipping) return
    this.skipping = true
    this.hurry()
    const answer = await this.ask({ type: 'skip', seat })
    if (!answer.ok) this.skipping = false
  }

  /** Why an action can't be done, or null if it can. */
  async check(action: Action): Promise<ErrorInfo | null> {
    if (this.eyes === null) return null
    const answer = await this.connection.request({ type: 'check', seat: this.eyes, action })
    return answer.ok ? null : (answer.error ?? null)
  }

  /** Ask why not, and keep the answer for the page to show. */
  async whyNot(action: Action): Promise<void> {
    const error = this.eyes === null ? WATCHING : await this.check(action)
    this.refusal = error ? { error, route: action.type === 'claim' ? action.route : null } : null
  }

  async payments(route: string, limit = 40): Promise<{ payments: Payment[]; truncated: boolean }> {
    if (this.eyes === null) return { payments: [], truncated: false }
    const answer = await this.connection.request({ type: 'payments', seat: this.eyes, route, limit })
    return { payments: answer.payments ?? [], truncated: answer.truncated ?? false }
  }

  /** What a bot would do in the shown seat; asked for again, the same until the game goes on. */
  hint(): Promise<Answer> {
    // An effect that asks for a hint must not run again because of this.
    untrack(() => noteHint(this.id))
    return this.connection.request({ type: 'hint', seat: this.eyes ?? 0 })
  }

  /** Make any other request, and keep a refusal. */
  async ask(request: Request): Promise<Answer> {
    const answer = await this.connection.request(request)
    this.#keep(answer, null)
    return answer
  }

  /** Show everything that has been sent: nobody should act on an old view. */
  hurry(): void {
    this.#pacing.hurry()
  }

  /** At one screen: lower the curtain, for the next player to open. */
  handOver(): void {
    this.#held = null
    if (this.curtain !== null) void this.connection.request({ type: 'look', seat: null })
  }

  /** Call back after every change; returns a function that stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#pacing.stop()
    this.connection.close()
  }

  // Messages

  #keep(answer: Answer, route: string | null): void {
    if (!answer.ok && answer.error) this.refusal = { error: answer.error, route }
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.table = message.table
        this.seats = message.seats
        this.invite = message.invite
        this.unseated = message.seats.length === 0 && !message.screen && this.keys().length > 0
        // The last lines follow, again after every reconnection.
        this.chat = []
        this.chatRead = message.server_time
        if (tokensOf(this.id).length > 0 && message.seats.length > 0) remember(this.id, message.table.board, [])
        break
      case 'table':
        this.table = message.table
        break
      case 'view':
        this.#pacing.hear(message)
        break
      case 'chat':
        this.chat = [...this.chat, message]
        break
      case 'pointed':
        if (message.seat === this.eyes) this.pointed = { route: message.route }
        break
      case 'error':
        if (message.code === 'seat_moved') this.moved = true
        break
    }
  }

  #look(view: View): void {
    const before = this.view
    const known = view.reset ? [] : this.log.filter((entry) => entry.seq <= view.from_seq)
    const fresh = before ? view.entries.filter((entry) => entry.seq > before.seq) : []
    this.log = [...known, ...view.entries.filter((entry) => !known.some((one) => one.seq === entry.seq))]
    this.view = view
    if (!view.bots_only) this.skipping = false
    // A player sees the result of an action before the curtain falls; choosing the first tickets has none.
    const own = fresh.filter((entry) => entry.kind === 'action' && entry.by === view.eyes && !entry.by_bot)
    if (own.some((entry) => entry.events.every((event) => event.type !== 'tickets_chosen'))) this.#held = view.eyes
    // A refusal stays until its decision is made: others may choose their first tickets meanwhile.
    const same = before?.offers && before.eyes === view.eyes && fresh.every((entry) => entry.by !== view.eyes)
    if (before && view.offers && before.seq !== view.seq && !same) this.refusal = null
    // Behind the curtain, nobody's cards are even in the page.
    if (this.curtain !== null && view.eyes !== null) void this.connection.request({ type: 'look', seat: null })
    for (const listener of this.#listeners) listener(view, fresh)
  }
}

export function routesOf(entries: Entry[]): string[] {
  return entries.flatMap((entry) =>
    entry.events.filter((event) => event.type === 'route_claimed').map((event) => event.route ?? ''),
  )
}
