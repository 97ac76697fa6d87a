// The cost of a layout. Every term is the square of a deficit or excess, in units of the drawing; 0 is perfect.

import { LABEL_PLACES } from './label-places'
import { SIZES, type Problem } from './layout-problem'
import type { Band, State } from './state'

const WEIGHT = {
  overlap: 1,
  tooShort: 14,
  short: 0.6,
  long: 0.12,
  bend: 110,
  twist: 60,
  lead: 0.03,
  crowd: 0.05,
  home: 0.0012,
  shape: 130,
  label: 1.4,
  dislike: 6,
  edge: 2,
}

const LABEL_GAP = 2.5

/** For each spot its nearest neighbours: the map stays recognisable if these keep their distance and direction. */
export function neighbours(problem: Problem): number[][] {
  const { spots } = problem
  const pairs = spots.map((spot, number) =>
    spots
      .map((other, index) => ({ index, far: Math.hypot(other.home.x - spot.home.x, other.home.y - spot.home.y) }))
      .filter(({ index, far }) => index !== number && far > 0)
      .sort((a, b) => a.far - b.far)
      .slice(0, 6)
      .map(({ index }) => index),
  )
  pairs.forEach((near, number) =>
    near.forEach((other) => {
      if (!pairs[other]!.includes(number)) pairs[other]!.push(number)
    }),
  )
  return pairs
}

/** The cost of two bands too near each other. */
export function betweenBands(a: Band, b: Band): number {
  const reach = a.half + b.half + SIZES.routeGap
  if (a.left > b.right + reach || b.left > a.right + reach || a.top > b.bottom + reach || b.top > a.bottom + reach)
    return 0
  const far = reach * reach
  let total = 0
  for (let i = 0; i < a.count; i++) {
    const x = a.x[i]!
    const y = a.y[i]!
    if (x < b.left - reach || x > b.right + reach || y < b.top - reach || y > b.bottom + reach) continue
    let least = far
    for (let j = 0; j < b.count; j++) {
      const dx = x - b.x[j]!
      const dy = y - b.y[j]!
      const square = dx * dx + dy * dy
      if (square < least) least = square
    }
    if (least < far) {
      const missing = reach - Math.sqrt(least)
      total += missing * missing
    }
  }
  return total * WEIGHT.overlap
}

/** The cost of a band that runs over a city other than its own two. */
export function overSpot(band: Band, x: number, y: number): number {
  const reach = band.half + SIZES.cityRadius + SIZES.cityGap
  if (x < band.left - reach || x > band.right + reach || y < band.top - reach || y > band.bottom + reach) return 0
  let least = reach * reach
  for (let i = 0; i < band.count; i++) {
    const dx = x - band.x[i]!
    const dy = y - band.y[i]!
    const square = dx * dx + dy * dy
    if (square < least) least = square
  }
  const missing = reach - Math.sqrt(least)
  return missing * missing * WEIGHT.overlap * 2
}

/** The cost of a band that runs over a name. */
export function overLabel(band: Band, x: number, y: number, width: number): number {
  const reach = band.half + LABEL_GAP
  const [halfWidth, halfHeight] = [width / 2, SIZES.labelHeight / 2]
  if (
    x + halfWidth < band.left - reach ||
    x - halfWidth > band.right + reach ||
    y + halfHeight < band.top - reach ||
    y - halfHeight > band.bottom + reach
  )
    return 0
  let total = 0
  for (let i = 0; i < band.count; i++) {
    const dx = Math.max(Math.abs(x - band.x[i]!) - halfWidth, 0)
    const dy = Math.max(Math.abs(y - band.y[i]!) - halfHeight, 0)
    const missing = reach - Math.hypot(dx, dy)
    if (missing > 0) total += missing * missing
  }
  return total * WEIGHT.label
}

/** The cost of a single band: spaces of a good length, a gentle bend, inside the board. */
export function ofBand(band: Band, state: State): number {
  const { least, easy, ample } = SIZES.spaceLength
  const { space, chord, bend } = band
  let total = 0
  if (space < least + 2) total += (least + 2 - space) ** 2 * WEIGHT.tooShort
  if (space < easy) total += (easy - space) ** 2 * WEIGHT.short
  if (space > ample) total += (space - ample) ** 2 * WEIGHT.long
  total += ((bend[0] ** 2 + bend[1] ** 2) / chord ** 2) * WEIGHT.bend
  total += ((bend[0] - bend[1]) ** 2 / chord ** 2) * WEIGHT.twist
  total += ((bend[2] - SIZES.lead) ** 2 + (bend[3] - SIZES.lead) ** 2) * WEIGHT.lead
  const edge = SIZES.frame + band.half + 4
  total += outside(band.left, band.top, state, edge) + outside(band.right, band.bottom, state, edge)
  return total
}

function outside(x: number, y: number, state: State, edge: number): number {
  const { width, height } = state.problem
  const dx = Math.max(edge - x, x - (width - edge), 0)
  const dy = Math.max(edge - y, y - (height - edge), 0)
  return (dx * dx + dy * dy) * WEIGHT.edge
}

/** The cost of a spot alone and with the others: near its true position, in the same direction from its neighbours. */
export function ofSpot(number: number, state: State, near: number[]): number {
  const { spots } = state.problem
  const here = state.spots[number]!
  const { home } = spots[number]!
  let total = ((here.x - home.x) ** 2 + (here.y - home.y) ** 2) * WEIGHT.home
  for (const other of near) {
    const there = state.spots[other]!
    const dx = spots[other]!.home.x - home.x
    const dy = spots[other]!.home.y - home.y
    const change = (there.x - here.x - dx) ** 2 + (there.y - here.y - dy) ** 2
    total += (change / (dx * dx + dy * dy + 2500)) * WEIGHT.shape * 0.1
  }
  for (let other = 0; other < state.spots.length; other++) {
    if (other === number) continue
    const there = state.spots[other]!
    const square = (there.x - here.x) ** 2 + (there.y - here.y) ** 2
    const pitch = spots[number]!.kind === 'end' && spots[other]!.kind === 'end' ? 40 : SIZES.cityPitch
    if (square < pitch * pitch) total += (pitch - Math.sqrt(square)) ** 2 * WEIGHT.crowd
  }
  return total + outside(here.x, here.y, state, SIZES.frame + SIZES.cityRadius + 8)
}

/** The cost of a name's position. */
export function dislike(number: number, state: State): number {
  const label = state.labels[number]!
  if (!state.problem.spots[number]!.labelWidth || typeof label !== 'number') return 0
  return LABEL_PLACES[label]!.dislike * WEIGHT.dislike
}

/** The cost of what a name covers, except the bands. */
export function ofLabel(number: number, state: State): number {
  const { spots } = state.problem
  const width = spots[number]!.labelWidth
  if (!width) return 0
  const { x, y } = state.label(number)
  const halfHeight = SIZES.labelHeight / 2
  let total = 0
  for (let other = 0; other < spots.length; other++) {
    if (other === number) continue
    const there = state.spots[other]!
    const reach = SIZES.cityRadius + 3
    const dx = Math.max(Math.abs(there.x - x) - width / 2, 0)
    const dy = Math.max(Math.abs(there.y - y) - halfHeight, 0)
    const missing = reach - Math.hypot(dx, dy)
    if (missing > 0) total += missing * missing * WEIGHT.label * 2
    const otherWidth = spots[other]!.labelWidth
    if (!otherWidth) continue
    const label = state.label(other)
    const overX = (width + otherWidth) / 2 + 6 - Math.abs(label.x - x)
    const overY = SIZES.labelHeight + 1 - Math.abs(label.y - y)
    if (overX > 0 && overY > 0) total += Math.min(overX, overY) ** 2 * WEIGHT.label * 2
  }
  const edge = SIZES.frame + 5
  total += outside(x - width / 2, y - halfHeight, state, edge) * 4
  return total + outside(x + width / 2, y + halfHeight, state, edge) * 4
}
