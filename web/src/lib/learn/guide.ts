/** The next thing to do for an aim, and where on the screen. It follows the offers, so it suggests only legal actions. */
import type { Cards } from '../protocol'
import { isFree, unfinished, type Scene } from './scene'

/** The aim of a step. */
export type Aim =
  /** Keep these tickets; all, if it does not say. */
  | { kind: 'keep'; tickets?: string[] }
  /** Draw the cards that these routes lack, saving locomotives. */
  | { kind: 'collect'; routes: string[] }
  /** Draw these cards. */
  | { kind: 'draw'; cards: Cards }
  /** Draw a ferry card. */
  | { kind: 'ferry_card' }
  /** Draw tickets, and keep these of them. */
  | { kind: 'new_tickets'; tickets: string[] }
  /** Claim one of these routes, drawing cards until it can be paid; with or without locomotives. */
  | { kind: 'claim'; routes: string[]; locomotives: boolean }
  /** Claim one of these routes, which have special payments: with these cards, or as offered. */
  | { kind: 'odd'; routes: string[]; cards: Cards }
  /** Claim what the nearest ticket still lacks. */
  | { kind: 'tickets' }
  /** Claim whatever brings the most points. */
  | { kind: 'points' }

/** Something on the screen that is lit. */
export type Place =
  | { kind: 'ticket'; id: string }
  | { kind: 'route'; id: string }
  | { kind: 'slot'; number: number }
  | { kind: 'deck' | 'draw-ferry' | 'draw-tickets' }
  | { kind: 'keep' | 'confirm' | 'pass' | 'undo' | 'tunnel-pay' | 'tunnel-withdraw' }

export interface Guidance {
  /**
   * What to do: `wait` for the others, `keep` tickets, `collect` cards, draw a `second` one, `act`, `confirm` it, `pay`
   * for a tunnel.
   */
  stage: 'wait' | 'keep' | 'collect' | 'second' | 'act' | 'confirm' | 'pay'
  lit: Place[]
  /** The route in question. */
  route: string | null
  /** The cards that it lacks. */
  lacks: Cards
}

interface Need {
  route: string
  colour: string
  count: number
}

/** What a route lacks, in the colour that is nearest to paying for it. */
export function needOf(scene: Scene, id: string, locomotives: boolean): Need | null {
  const route = scene.routes.get(id)
  if (!route || !isFree(scene, id)) return null
  const held = (card: string) => scene.hand[card] ?? 0
  const shown = (card: string) => scene.display.filter((one) => one === card).length
  const wild = locomotives ? held('locomotive') : 0
  const lacking = (colour: string) => Math.max(0, route.length - held(colour) - wild)
  const colours = [...new Set([...Object.keys(scene.hand), ...scene.display])].filter(
    (card): card is string => card !== null && card !== 'locomotive',
  )
  if (route.colour !== 'grey') return { route: id, colour: route.colour, count: lacking(route.colour) }
  const nearest = (colour: string) => lacking(colour) - Math.min(lacking(colour), shown(colour)) * 0.9
  const [colour] = colours.sort((a, b) => nearest(a) - nearest(b))
  return colour ? { route: id, colour, count: lacking(colour) } : null
}

/** What is still missing of these cards. */
function missing(scene: Scene, cards: Cards): Cards {
  const lacking = Object.entries(cards).map(([card, count]): [string, number] => [
    card,
    count - (scene.hand[card] ?? 0),
  ])
  return Object.fromEntries(lacking.filter(([, count]) => count > 0))
}

function needsOf(scene: Scene, aim: Aim): Need[] {
  const of = (routes: string[], locomotives: boolean) =>
    routes.flatMap((id) => needOf(scene, id, locomotives) ?? []).sort((a, b) => a.count - b.count)
  switch (aim.kind) {
    case 'collect':
      return of(aim.routes, false)
    case 'claim':
      return of(aim.routes, aim.locomotives)
    case 'tickets':
      return of(unfinished(scene)[0]?.missing ?? [], true)
    default:
      return []
  }
}

/** The cards that an aim lacks; for more than one route, those of the nearest. */
function lacking(scene: Scene, aim: Aim, needs: Need[]): Cards {
  if (aim.kind === 'draw' || aim.kind === 'odd') return missing(scene, aim.cards)
  const lacks: Cards = {}
  for (const { colour, count } of aim.kind === 'collect' ? needs : needs.slice(0, 1))
    if (count > 0) lacks[colour] = Math.max(lacks[colour] ?? 0, count)
  return lacks
}

/** The routes to claim for an aim, the best first. */
function wantedRoutes(scene: Scene, aim: Aim, needs: Need[]): string[] {
  const worth = (id: string) => scene.routes.get(id)?.points ?? 0
  switch (aim.kind) {
    case 'points':
      return (scene.offers?.claims ?? []).map((claim) => claim.route).toSorted((a, b) => worth(b) - worth(a))
    case 'odd':
      return aim.routes.filter((id) => isFree(scene, id))
    case 'claim':
    case 'tickets':
      return needs.filter(({ count }) => count === 0).map((need) => need.route)
    default:
      return []
  }
}

/** The tickets to tick, then the button that keeps them. */
function keeping(scene: Scene, aim: Aim, offered: string[]): Place[] {
  const wanted = aim.kind === 'keep' || aim.kind === 'new_tickets' ? aim.tickets : undefined
  const asked = wanted?.filter((id) => offered.includes(id))
  const open = (asked?.length ? asked : offered).filter((id) => !scene.ticked.includes(id))
  return open.length > 0 ? open.map((id) => ({ kind: 'ticket', id })) : [{ kind: 'keep' }]
}

/** What to do next. */
export function guide(scene: Scene, aim: Aim): Guidance {
  const { offers } = scene
  const needs = needsOf(scene, aim)
  const wanted = wantedRoutes(scene, aim, needs)
  const lacks = lacking(scene, aim, needs)
  const about = aim.kind === 'odd' ? wanted[0] : needs[0]?.route
  const found = { lit: [] as Place[], route: about ?? null, lacks }
  const act = (kind: 'draw-ferry' | 'draw-tickets' | 'confirm' | 'pass'): Guidance => ({
    ...found,
    stage: kind === 'confirm' ? 'confirm' : 'act',
    lit: [{ kind }],
  })
  if (!offers) return { ...found, stage: 'wait' }
  if (offers.keep) return { ...found, stage: 'keep', lit: keeping(scene, aim, offers.keep.tickets) }
  if (offers.tunnel) {
    const kind = offers.tunnel.payments.length > 0 ? 'tunnel-pay' : 'tunnel-withdraw'
    return { ...found, route: offers.tunnel.route, lacks: {}, stage: 'pay', lit: [{ kind }] }
  }
  if (aim.kind === 'ferry_card' && scene.asking === 'draw_ferry_card') return act('confirm')
  if (aim.kind === 'ferry_card' && offers.draw.ferry_card) return act('draw-ferry')
  if (aim.kind === 'new_tickets' && scene.asking === 'draw_tickets') return act('confirm')
  if (aim.kind === 'new_tickets' && offers.draw.tickets) return act('draw-tickets')
  const route = wanted.find((id) => offers.claims.some((claim) => claim.route === id))
  if (route) {
    const chosen = scene.chosen === route
    return {
      ...found,
      route,
      lacks: {},
      stage: chosen ? 'confirm' : 'act',
      lit: chosen ? [{ kind: 'confirm' }] : [{ kind: 'route', id: route }],
    }
  }
  if (offers.pass) return act('pass')
  const stage = offers.decision === 'second_card' ? 'second' : 'collect'
  return { ...found, stage, lit: drawing(scene, lacks) }
}

/** Where to draw: the cards that are wanted, else the deck, else whatever lies there. */
function drawing({ display, offers }: Scene, lacks: Cards): Place[] {
  const open = display.flatMap((card, number) => (card && offers?.draw.display[number] ? [{ card, number }] : []))
  const wanted = open.filter(({ card }) => card in lacks)
  if (wanted.length > 0) return wanted.map(({ number }) => ({ kind: 'slot', number }))
  if (offers?.draw.deck) return [{ kind: 'deck' }]
  return open.map(({ number }) => ({ kind: 'slot', number }))
}
