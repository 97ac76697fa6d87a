/** The next thing to do for an aim, and where on the screen it is done. It follows the offers: what it lights is legal. */
import type { Cards } from '../protocol'
import { isFree, unfinished, type Scene } from './scene'

/** What a step is after. */
export type Aim =
  /** Keep all the tickets. */
  | { kind: 'keep' }
  /** Draw the cards that these routes lack, saving locomotives. */
  | { kind: 'collect'; routes: string[] }
  /** Claim one of these routes, drawing for it as long as it can't be paid; with or without locomotives. */
  | { kind: 'claim'; routes: string[]; locomotives: boolean }
  /** Claim what the nearest ticket still lacks. */
  | { kind: 'tickets' }
  /** Claim whatever brings the most points. */
  | { kind: 'points' }

/** Something on the screen that is lit. */
export type Place =
  | { kind: 'ticket'; id: string }
  | { kind: 'route'; id: string }
  | { kind: 'slot'; number: number }
  | { kind: 'keep' | 'deck' | 'confirm' | 'pass' }

export interface Guidance {
  /** How far it is: `wait` for the others, `collect` cards, a `second` one, `act`, or `confirm` what was chosen. */
  stage: 'wait' | 'collect' | 'second' | 'act' | 'confirm'
  lit: Place[]
  /** The route that it is about. */
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

function routesOf(scene: Scene, aim: Aim): { routes: string[]; locomotives: boolean } {
  switch (aim.kind) {
    case 'collect':
      return { routes: aim.routes, locomotives: false }
    case 'claim':
      return { routes: aim.routes, locomotives: aim.locomotives }
    case 'tickets':
      return { routes: unfinished(scene)[0]?.missing ?? [], locomotives: true }
    default:
      return { routes: [], locomotives: true }
  }
}

/** What to do next. */
export function guide(scene: Scene, aim: Aim): Guidance {
  const { offers } = scene
  const { routes, locomotives } = routesOf(scene, aim)
  const needs = routes.flatMap((id) => needOf(scene, id, locomotives) ?? []).sort((a, b) => a.count - b.count)
  const lacks: Cards = {}
  for (const { colour, count } of aim.kind === 'collect' ? needs : needs.slice(0, 1))
    if (count > 0) lacks[colour] = Math.max(lacks[colour] ?? 0, count)
  const found = { lit: [] as Place[], route: needs[0]?.route ?? null, lacks }
  if (!offers) return { ...found, stage: 'wait' }
  if (offers.keep) {
    const missing = offers.keep.tickets.filter((id) => !scene.ticked.includes(id))
    const lit = missing.map((id): Place => ({ kind: 'ticket', id }))
    return { ...found, stage: 'act', lit: lit.length > 0 ? lit : [{ kind: 'keep' }] }
  }
  const claims = offers.claims.map((claim) => claim.route)
  const wanted =
    aim.kind === 'points'
      ? claims.toSorted((a, b) => (scene.routes.get(b)?.points ?? 0) - (scene.routes.get(a)?.points ?? 0))
      : aim.kind === 'collect'
        ? []
        : needs.filter(({ count }) => count === 0).map((need) => need.route)
  const route = wanted.find((id) => claims.includes(id))
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
  if (offers.pass) return { ...found, stage: 'act', lit: [{ kind: 'pass' }] }
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
