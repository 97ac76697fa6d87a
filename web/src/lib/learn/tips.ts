/**
 * Tips for newcomers, shown when and where they are useful. Each is shown until the player has followed it, and not
 * again. Like the steps of a lesson they depend on the position, not on moves.
 */
import type { Cards, RouteShape } from '../protocol'
import { total } from '../words'
import type { Place } from './guide'
import { unfinished, type Scene } from './scene'

export interface Tip {
  /** What the settings remember once it is read. */
  id: string
  /** The name of its words. */
  words: string
  lit: Place[]
  /** A picture: cards, or a ticket. */
  cards: Cards
  ticket?: boolean
  /** The route in question. */
  route?: string
}

interface Kind {
  /** The tip to show now, if it is useful. */
  tip: (scene: Scene) => Omit<Tip, 'id'> | null
  /** Whether it has been done; `since` is how many actions the player had taken when it was first shown. */
  done: (scene: Scene, since: number) => boolean
}

/** With this many cards it is time to claim something, even if no ticket needs it. */
const MANY = 9

const acted = (scene: Scene, since: number) => scene.acts > since
const chosenRoute = (scene: Scene) => scene.routes.get(scene.chosen ?? '')

/** A kind of route that is about to be claimed. */
function choosing(is: (route: RouteShape) => boolean, words: (route: RouteShape) => string, cards: Cards): Kind {
  return {
    tip: (scene) => {
      const route = chosenRoute(scene)
      return route && is(route) ? { words: words(route), lit: [{ kind: 'confirm' }], cards } : null
    },
    done: acted,
  }
}

/** The claim that helps a ticket most, or with many cards in hand the one that scores most. */
function bestClaim(scene: Scene): string | null {
  const claims = (scene.offers?.claims ?? []).map((claim) => claim.route)
  const helping = unfinished(scene)
    .flatMap((ticket) => ticket.missing)
    .find((route) => claims.includes(route))
  if (helping || total(scene.hand) < MANY) return helping ?? null
  const worth = (id: string) => scene.routes.get(id)?.points ?? 0
  return claims.toSorted((a, b) => worth(b) - worth(a))[0] ?? null
}

/** The most urgent first. */
const KINDS: Record<string, Kind> = {
  keep: {
    tip: ({ offers, ticked }) => {
      if (!offers?.keep) return null
      const enough = ticked.length >= offers.keep.at_least
      const boxes = offers.keep.tickets.map((id): Place => ({ kind: 'ticket', id }))
      return { words: 'keep', lit: enough ? [{ kind: 'keep' }] : boxes, cards: {}, ticket: true }
    },
    done: (scene) => scene.tickets.some((ticket) => !ticket.drawn),
  },
  pay: {
    tip: ({ offers }) =>
      offers?.tunnel && offers.tunnel.payments.length > 0
        ? { words: 'pay', lit: [{ kind: 'tunnel-pay' }], cards: {}, route: offers.tunnel.route }
        : null,
    done: acted,
  },
  tunnel: choosing(
    (route) => route.tunnel,
    () => 'tunnel',
    {},
  ),
  ferry: choosing(
    (route) => route.locomotives > 0,
    ({ stand_in: other }) => (!other ? 'ferry' : other.one_colour ? 'ferry_pair' : 'ferry_any'),
    { locomotive: 1 },
  ),
  waves: choosing(
    (route) => route.waves > 0,
    () => 'waves',
    {},
  ),
  bonus: choosing(
    (route) => route.bonus_cards > 0,
    () => 'bonus',
    {},
  ),
  undo: {
    // Not during the undo pause of a bot, which is shorter than the reading.
    tip: ({ undo, waits }) => (undo && !waits ? { words: 'undo', lit: [{ kind: 'undo' }], cards: {} } : null),
    done: ({ undo }) => !undo,
  },
  last: {
    tip: ({ lastRound, offers, chosen }) =>
      lastRound && offers?.decision === 'take_turn' && !chosen ? { words: 'last', lit: [], cards: {} } : null,
    done: acted,
  },
  draw: {
    tip: ({ offers, display, chosen }) => {
      if (!offers || chosen || (offers.decision !== 'take_turn' && offers.decision !== 'second_card')) return null
      const slots = display.flatMap((_, number): Place[] =>
        offers.draw.display[number] ? [{ kind: 'slot', number }] : [],
      )
      const lit: Place[] = [...slots, ...(offers.draw.deck ? [{ kind: 'deck' } as const] : [])]
      return lit.length > 0 ? { words: offers.decision === 'take_turn' ? 'draw' : 'second', lit, cards: {} } : null
    },
    done: (scene) => scene.drawn >= 2,
  },
  claim: {
    tip: (scene) => {
      const route = scene.offers?.decision === 'take_turn' ? bestClaim(scene) : null
      if (!route) return null
      const { chosen } = scene
      const paid = scene.offers?.claims.find((claim) => claim.route === route)?.best.cards ?? {}
      return {
        words: chosen === null ? 'claim' : 'confirm',
        lit: [chosen === null ? { kind: 'route', id: route } : { kind: 'confirm' }],
        cards: chosen === null ? paid : {},
        route: chosen ?? route,
      }
    },
    done: (scene) => scene.mine.length > 0,
  },
  locomotive: {
    tip: ({ offers, hand, chosen, everywhere }) =>
      offers?.decision === 'take_turn' && !chosen && (hand['locomotive'] ?? 0) > 0
        ? { words: everywhere ? 'locomotive' : 'locomotive_north', lit: [], cards: { locomotive: 1 } }
        : null,
    done: acted,
  },
  engine: {
    tip: ({ offers, display, chosen, alone }) => {
      const number = display.findIndex((card, slot) => card === 'locomotive' && offers?.draw.display[slot])
      return alone && offers?.decision === 'take_turn' && !chosen && number >= 0
        ? { words: 'engine', lit: [{ kind: 'slot', number }], cards: {} }
        : null
    },
    done: acted,
  },
  tickets: {
    tip: ({ offers, tickets, lastRound, chosen }) =>
      offers?.draw.tickets && !lastRound && !chosen && tickets.length > 0 && tickets.every((one) => one.completed)
        ? { words: 'tickets', lit: [{ kind: 'draw-tickets' }], cards: {}, ticket: true }
        : null,
    done: acted,
  },
}

/** The tip of the moment, if there is one that has not been read. */
export function tipNow(scene: Scene, read: string[]): Tip | null {
  for (const [id, kind] of Object.entries(KINDS)) {
    if (read.includes(id) || kind.done(scene, scene.acts)) continue
    const tip = kind.tip(scene)
    if (tip) return { id, ...tip }
  }
  return null
}

/** Whether what a tip said has been done since it was shown. */
export function isDone(id: string, scene: Scene, since: number): boolean {
  return KINDS[id]?.done(scene, since) ?? true
}

/** The tips that the first journey makes unnecessary. */
export const TAUGHT = ['keep', 'draw', 'claim', 'locomotive', 'last']
