/**
 * The others' moves arrive faster than anybody can follow. They are queued here: each is shown for a while, depending
 * on the speed setting, before the next one, and none while trains roll into a route. This never blocks the player:
 * queued moves are shown at once when the player acts (`hurry`), and faster when it is their turn.
 */
import type { Entry, View } from '../protocol'
import { pace } from '../settings.svelte'

/** How long a move is shown at normal speed, in ms. */
const CARD = 700
const MOVE = 1000
const CLAIM = 1500
/** The share of that when the player's own turn is next. */
const MY_TURN = 0.5
/** With more views than this in the queue, show them faster. */
const MANY = 4
/** How often to look whether the trains stand, in ms. */
const TICK = 40

const ONE_CARD = new Set(['card_taken', 'card_drawn', 'display_filled', 'display_swept', 'deck_reshuffled'])

/** How long to show a move before the next one. */
export function shownFor(entries: Entry[]): number {
  const events = entries.filter((entry) => entry.kind === 'action').flatMap((entry) => entry.events)
  if (events.length === 0) return 0
  if (events.some((event) => event.type === 'route_claimed' || event.type === 'tunnel_opened')) return CLAIM
  return events.every((event) => ONE_CARD.has(event.type)) ? CARD : MOVE
}

export class Pacing {
  #waiting: View[] = []
  #newest: View | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    readonly show: (view: View) => void,
    /** Whether something moves that must not be disturbed. */
    readonly moving: () => boolean,
    /** Whether the player wants to see the end. */
    readonly skipping: () => boolean,
  ) {}

  /** Take a view: show it now, or after those before it. */
  hear(view: View): void {
    const before = this.#newest
    this.#newest = view
    const fresh = before ? view.entries.filter((entry) => entry.seq > before.seq) : []
    const ofOthers = fresh.length > 0 && fresh.every((entry) => entry.by !== view.eyes || entry.by_bot)
    const sameEyes = before !== null && before.eyes === view.eyes && !view.reset
    if (!ofOthers || !sameEyes || !this.#mayWait(view)) {
      this.hurry()
      this.show(view)
      return
    }
    this.#waiting.push(view)
    if (this.#timer === null) this.#next(before.seq)
  }

  /** Show everything that waits, now. */
  hurry(): void {
    this.stop()
    for (const view of this.#waiting.splice(0)) this.show(view)
  }

  /** Stop showing views. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Nothing waits without animations, in a hidden window, or while the player's clock runs. */
  #mayWait(view: View): boolean {
    if (pace(1) === 0 || this.skipping() || document.visibilityState !== 'visible') return false
    return !(view.offers && view.eyes !== null && view.clocks?.[view.eyes]?.running)
  }

  #next(seen: number): void {
    this.#timer = null
    // Hidden pages don't animate.
    if (this.moving() && document.visibilityState === 'visible') return this.#wait(TICK, seen)
    const view = this.#waiting.shift()
    if (!view) return
    this.show(view)
    const length = pace(shownFor(view.entries.filter((entry) => entry.seq > seen)))
    this.#wait(length * this.#haste(), view.seq)
  }

  #wait(length: number, seen: number): void {
    this.#timer = setTimeout(() => this.#next(seen), length)
  }

  #haste(): number {
    const many = Math.min(1, MANY / Math.max(1, this.#waiting.length))
    return this.#newest?.offers ? Math.min(MY_TURN, many) : many
  }
}
