/** What can be wrong with a drawing: too little room, routes that cross, names that cover something. No rule of play. */
import { overSpot } from '../../board/layout/energy'
import { SIZES } from '../../board/layout/layout-problem'
import { State, type Band } from '../../board/layout/state'
import { MM, WAGON } from './board'
import type { Drawn } from './geometry'

export interface Flaw {
  kind: 'short' | 'many-short' | 'cross' | 'over-city' | 'covered' | 'outside'
  /** Routes and cities, by id. */
  routes: string[]
  cities: string[]
  /** Millimetres of a space, if it is too short. */
  mm?: number
}

/** The room that letters take of that of their name. */
const LETTERS = { height: 11, aside: 3 }
/** How much shorter than its wagons a route may be, in millimetres. */
const TOLERANCE = 1
/** So many routes without room are listed; more are counted. */
const FEW = 4

export function flawsOf({ problem, layout, geometry }: Drawn): Flaw[] {
  const state = new State(problem, layout)
  const { bundles, spots } = problem
  const flaws: Flaw[] = []
  const short = bundles.flatMap(({ id, length, routes }) => {
    const shape = geometry.routes.find((one) => routes.some((route) => route.id === one.id))!
    const room = (length * shape.spaceLength + (length - 1) * SIZES.spaceGap) * MM
    return room < length * WAGON.length - TOLERANCE ? [{ id, mm: shape.spaceLength * MM }] : []
  })
  if (short.length > FEW)
    flaws.push({
      kind: 'many-short',
      routes: short.map(({ id }) => id),
      cities: [],
      mm: Math.min(...short.map(({ mm }) => mm)),
    })
  else for (const { id, mm } of short) flaws.push({ kind: 'short', routes: [id], cities: [], mm })
  state.bands.forEach((band, number) => {
    for (let other = 0; other < number; other++)
      if (crosses(band, state.bands[other]!))
        flaws.push({ kind: 'cross', routes: [bundles[other]!.id, bundles[number]!.id], cities: [] })
    spots.forEach(({ id, home }, spot) => {
      if (band.from !== spot && band.to !== spot && overSpot(band, home.x, home.y) > 8)
        flaws.push({ kind: 'over-city', routes: [bundles[number]!.id], cities: [id] })
    })
  })
  spots.forEach(({ id, home, labelWidth }, spot) => {
    const edge = SIZES.frame
    if (home.x < edge || home.y < edge || home.x > problem.width - edge || home.y > problem.height - edge)
      flaws.push({ kind: 'outside', routes: [], cities: [id] })
    if (!labelWidth) return
    const { x, y } = state.label(spot)
    const covered = bundles.filter((_, number) => covers(state.bands[number]!, x, y, labelWidth))
    const others = spots.filter((one, other) => other !== spot && touches(state, spot, other, one.labelWidth))
    if (covered.length + others.length > 0)
      flaws.push({
        kind: 'covered',
        routes: covered.map((bundle) => bundle.id),
        cities: [id, ...others.map((one) => one.id)],
      })
  })
  return flaws
}

/** Whether the letters of a name lie on a route, not only near it. */
function covers(band: Band, x: number, y: number, width: number): boolean {
  for (let i = 0; i < band.count; i++) {
    const dx = Math.max(Math.abs(x - band.x[i]!) - width / 2 + LETTERS.aside, 0)
    const dy = Math.max(Math.abs(y - band.y[i]!) - LETTERS.height / 2, 0)
    if (Math.hypot(dx, dy) < band.half) return true
  }
  return false
}

/** Whether a name lies on another name or on another city. */
function touches(state: State, spot: number, other: number, otherWidth: number): boolean {
  const width = state.problem.spots[spot]!.labelWidth
  const [label, city] = [state.label(spot), state.spots[other]!]
  const dx = Math.max(Math.abs(city.x - label.x) - width / 2, 0)
  const dy = Math.max(Math.abs(city.y - label.y) - SIZES.labelHeight / 2, 0)
  if (Math.hypot(dx, dy) < SIZES.cityRadius - 2) return true
  if (!otherWidth || other > spot) return false
  const there = state.label(other)
  return (
    Math.abs(there.x - label.x) < (width + otherWidth) / 2 - 3 && Math.abs(there.y - label.y) < SIZES.labelHeight - 4
  )
}

/** Whether the middle lines of two bands cross, or run into each other. */
function crosses(a: Band, b: Band): boolean {
  const reach = Math.min(a.half, b.half)
  if (a.left > b.right + reach || b.left > a.right + reach || a.top > b.bottom + reach || b.top > a.bottom + reach)
    return false
  const square = (reach * 1.1) ** 2
  for (let i = 0; i < a.count; i++)
    for (let j = 0; j < b.count; j++) if ((a.x[i]! - b.x[j]!) ** 2 + (a.y[i]! - b.y[j]!) ** 2 < square) return true
  return false
}
