/** A hint in words, where on the screen it is carried out, and what the plan lacks. */
import type { Cards, Hint, Offers, RouteShape } from '../protocol'
import { cardsText, m, oneCard, payingCards, total, type Atlas } from '../words'
import { settings } from '../settings.svelte'
import { w } from 'words:hint'

function list(names: string[]): string {
  return new Intl.ListFormat(settings.locale, { type: 'conjunction' }).format(names)
}

/** What to do and why, in one sentence: “Claim Denver – Omaha: your ticket Dallas – New York needs it.” */
export function hintText(atlas: Atlas, { action, reason, tickets, route, plan }: Hint, hand: Cards = {}): string {
  switch (action.type) {
    case 'claim': {
      const claimed = { route: atlas.route(action.route) }
      const names = tickets.map((ticket) => atlas.ticket(ticket))
      if (names.length === 1) return w.claim_ticket({ ...claimed, ticket: names[0] ?? '' })
      if (names.length > 1) return w.claim_tickets({ ...claimed, tickets: list(names) })
      if (reason.code === 'on_the_way') return w.claim_plan(claimed)
      return w.claim_points({ ...claimed, points: m.points_n({ count: atlas.routes.get(action.route)?.points ?? 0 }) })
    }
    case 'keep_tickets': {
      const names = list(action.tickets.map((ticket) => atlas.ticket(ticket)))
      return action.tickets.length === 1 ? w.keep_one({ tickets: names }) : w.keep_many({ tickets: names })
    }
    case 'draw_card':
      if (reason.code === 'nothing_else') return w.idle()
      if (!action.card) return w.deck()
      if (action.card === 'locomotive') return atlas.wildEverywhere ? w.card_locomotive() : w.card_locomotive_north()
      // Nobody would believe it of a route that the hand already pays for.
      return route && !paysFor(atlas, route, hand)
        ? w.card_route({ card: oneCard(action.card), route: atlas.route(route) })
        : w.card_any({ card: oneCard(action.card) })
    case 'draw_tickets':
      return plan.every(({ completed }) => completed) ? w.tickets_done() : w.tickets_more()
    case 'draw_ferry_card':
      return w.ferry_card()
    case 'pay_tunnel':
      return w.tunnel_pay({ cards: cardsText(action.cards) })
    case 'withdraw':
      return w.tunnel_withdraw()
    case 'pass':
      return w.pass()
  }
}

/** What the player has done about the decision so far. */
export interface Doing {
  route: string | null
  asking: string | null
  keep: string[]
}

/**
 * Where to press next, each place as a list of selectors: the first that is on the screen counts (on a phone, it may be
 * a tab).
 */
export function placesOf({ action }: Hint, display: (string | null)[], offers: Offers, doing: Doing): string[][] {
  const move = '[data-test="tab-move"]'
  const cards = '[data-test="tab-cards"]'
  switch (action.type) {
    case 'claim':
      return [doing.route === action.route ? ['[data-test="confirm"]', move] : [`[data-route="${action.route}"]`]]
    case 'keep_tickets': {
      const offered = offers.keep?.tickets ?? []
      const open = offered.filter((ticket) => action.tickets.includes(ticket) !== doing.keep.includes(ticket))
      return open.length > 0
        ? open.map((ticket) => [`[data-ticket="${ticket}"]`, move])
        : [['[data-test="keep"]', move]]
    }
    case 'draw_card': {
      const slot = action.card ? display.findIndex((card, at) => card === action.card && offers.draw.display[at]) : -1
      return [[slot >= 0 ? `[data-anchor="slot-${slot}"]` : '[data-anchor="deck"]', cards]]
    }
    case 'draw_tickets':
    case 'draw_ferry_card':
      return doing.asking === action.type
        ? [['[data-test="confirm"]', move]]
        : [[action.type === 'draw_tickets' ? '[data-anchor="tickets"]' : '[data-anchor="ferry"]', cards]]
    case 'pay_tunnel':
      return [['[data-test="tunnel-pay"]', move]]
    case 'withdraw':
      return [['[data-test="tunnel-withdraw"]', move]]
    case 'pass':
      return [['[data-test="pass"]', move]]
  }
}

/** The cards in hand that pay for a route: of the best colour only, and locomotives. */
export function heldFor(route: RouteShape, hand: Cards): Cards {
  const { locomotive = 0, ...colours } = payingCards(route, hand)
  const most = Object.entries(colours)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 1)
  return { ...Object.fromEntries(most), ...(locomotive > 0 && { locomotive }) }
}

function paysFor(atlas: Atlas, id: string, hand: Cards): boolean {
  const route = atlas.routes.get(id)
  return route !== undefined && total(heldFor(route, hand)) >= route.length
}

/** What routes lack, one by one: “Denver – Omaha: 4 × purple. You have 2 × purple, 1 locomotive.” */
export function lackTexts(atlas: Atlas, missing: string[], hand: Cards, ferryCards = 0): string[] {
  return missing.flatMap((id) => {
    const route = atlas.routes.get(id)
    if (!route) return []
    const [held, ferries] = [heldFor(route, hand), route.waves > 0 ? ferryCards : 0]
    const about = { route: atlas.route(id), cards: atlas.price(route) }
    if (Object.keys(held).length + ferries === 0) return w.plan_lacks_all(about)
    return w.plan_lacks({ ...about, held: cardsText(held, ferries) })
  })
}
