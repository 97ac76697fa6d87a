/** Cards that fly from where they lay to where they go. They show what happened; nothing waits for them. */
import type { Game } from '../../game/game.svelte'
import type { Entry, Event } from '../../protocol'
import { calmNow, pace } from '../../settings.svelte'
import { sorted } from '../../words'

export interface Flight {
  key: number
  card: string
  from: DOMRect
  to: DOMRect
  delay: number
  length: number
  /** The size at the end, against that at the start: cards that pay for a route must not hide its train. */
  shrink: number
}

const FLIGHT = 320
const STAGGER = 110
const MOST = 14
const SHRINK = { hand: 0.7, route: 0.25 }

/** Only what is on the screen has a place: for a hand in a closed panel, cards fly to the seat. */
function place(...anchors: string[]): DOMRect | null {
  for (const anchor of anchors) {
    for (const element of document.querySelectorAll(`[data-anchor="${anchor}"]`)) {
      const rect = element.getBoundingClientRect()
      if (rect.width > 0 && rect.height > 0) return rect
    }
  }
  return null
}

export class Flights {
  now: Flight[] = $state([])
  #key = 0

  /** Fly the cards of these entries. */
  fly(game: Game, entries: Entry[]): void {
    const length = pace(FLIGHT)
    if (length === 0 || calmNow() || document.visibilityState !== 'visible') return
    let delay = 0
    for (const entry of entries) {
      for (const event of entry.events) {
        for (const [card, from, to] of this.#ways(game, event)) {
          if (this.now.length >= MOST || !from || !to) continue
          const shrink = event.type === 'route_claimed' ? SHRINK.route : SHRINK.hand
          this.now.push({ key: this.#key++, card, from, to, delay, length, shrink })
          delay += pace(STAGGER)
        }
      }
    }
  }

  landed(key: number): void {
    this.now = this.now.filter((flight) => flight.key !== key)
  }

  /** End all flights at once. */
  skip(): void {
    this.now = []
  }

  #ways(game: Game, event: Event): [string, DOMRect | null, DOMRect | null][] {
    const whose = 'seat' in event ? event.seat : null
    const seat = `seat-${whose ?? 0}`
    const mine = whose === game.eyes
    const goal = (card: string) => (mine ? place(`hand-${card}`, 'hand', seat) : place(seat))
    switch (event.type) {
      case 'card_taken':
        return [[event.card, place(`slot-${event.slot}`, 'deck'), goal(event.card)]]
      case 'card_drawn':
        return [[event.card ?? 'back', place('deck'), goal(event.card ?? '')]]
      case 'ferry_card_drawn':
        return [['ferry_card', place('ferry'), goal('ferry_card')]]
      case 'tickets_drawn':
        return Array.from({ length: event.count ?? 0 }, () => ['ticket', place('tickets'), place(seat)])
      case 'route_claimed': {
        const target = document.querySelector(`[data-route="${CSS.escape(event.route ?? '')}"]`)
        const cards = Array.isArray(event.cards) ? {} : (event.cards ?? {})
        return sorted(cards)
          .flatMap(([card, count]) => Array<string>(count).fill(card))
          .map((card) => [
            card,
            mine ? place(`hand-${card}`, 'hand', seat) : place(seat),
            target?.getBoundingClientRect() ?? null,
          ])
      }
      default:
        return []
    }
  }
}
