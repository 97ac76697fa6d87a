// Where a city's name can stand when the map is small: the places around the city, what each covers, and whether a
// reader would take the name for that of its own city.

import { badgeAt } from '../drawing/badges'
import type { BoardGeometry, LabelShape, RouteShape, SpaceShape, SpotShape } from '../geometry'
import { SIZES, type Point } from '../layout/layout-problem'
import { TITLE } from './plate'
import { heightOf } from './text'

export type Edges = { left: number; top: number; right: number; bottom: number }

export interface NamePlace {
  label: LabelShape
  /** The box of the letters, accents and descenders included. */
  box: Edges
  /** The same box with the gap that it keeps before and after it. */
  room: Edges
  /** How many spaces of routes it covers. */
  covered: number
  /** How much farther away any other city is than its own, in letter heights. */
  clear: number
  cost: number
}

/** The cost of covering a space, against the cost of standing farther from the city (in letter heights). */
const DISLIKE = 4
/** How much nearer than to any other city a name must be to its own to be clear, and the cost of every bit less. */
const CLEAR = { enough: 1.2, cost: 5 }
/** The gap between two names in a line, in letter heights. */
const APART = 0.2
/** The radius to keep clear around cities, and around those with the ring of a ticket; distances in pixels. */
const RING = { plain: 11.5, marked: 15.2, off: 1.5, least: 0.7 }

export interface Small {
  geometry: BoardGeometry
  /** Pixels per unit. */
  scale: number
  /** The height of letters that can be read, in units. */
  size: number
  /** The cities that wear a ring, by place. */
  marked: ReadonlySet<string>
  names: Readonly<Record<string, string>>
}

/** For a city, where its name may stand without covering an obstacle, the cheapest place first. */
export function namePlaces(small: Small): (spot: SpotShape) => NamePlace[] {
  const { geometry, scale, marked, names } = small
  const taken = obstacles(small)
  const points = geometry.routes.flatMap((route) => route.spaces.flatMap((space) => pointsOf(route, space)))
  return (spot) => {
    const size = Math.max(spot.label!.size, small.size)
    const width = (spot.label!.width * size) / spot.label!.size
    const reach = { x: width + 120, y: size * 2 + 120 }
    const near = ({ x, y }: Point): boolean => Math.abs(x - spot.x) < reach.x && Math.abs(y - spot.y) < reach.y
    const spaces = points.filter(near)
    const others = geometry.spots.filter((other) => other.place !== spot.place && near(other))
    const here = square(spot.x, spot.y, reach.x, reach.y)
    const things = taken.filter((thing) => touch(thing, here))
    const height = heightOf(names[spot.place] ?? '')
    const gap = ringOf(spot.place, marked) + RING.off / scale
    const found: NamePlace[] = []
    for (const { label, dislike } of around(spot, { width, size, gap, height })) {
      const box = boxOf(label, height)
      if (outside(box, geometry) || things.some((thing) => touch(thing, box))) continue
      const letters = boxOf(label)
      const own = distance(letters, spot)
      const clear = Math.min(...others.map((other) => distance(letters, other) - own), size * 3) / size
      const covered = coveredBy(box, spaces)
      const cost = dislike + covered * DISLIKE + Math.max(CLEAR.enough - clear, 0) * CLEAR.cost
      const room = { ...box, left: box.left - size * APART, right: box.right + size * APART }
      found.push({ label, box, room, covered, clear, cost })
    }
    return found.sort((a, b) => a.cost - b.cost)
  }
}

/** The places of a name around its city: as in the drawing, beside, above, below, and a little farther away. */
function* around(
  spot: SpotShape,
  name: { width: number; size: number; gap: number; height: Height },
): Generator<{ label: LabelShape; dislike: number }> {
  const { width, size, height } = name
  yield { label: { ...spot.label!, width, size }, dislike: 0.2 }
  for (const away of [0, 0.3, 0.6]) {
    const gap = name.gap + away * size
    const far = away * 3
    for (const aside of [0, -0.35, 0.35, -0.7, 0.7]) {
      const y = spot.y + aside * size
      const dislike = far + Math.abs(aside)
      yield { label: { x: spot.x + gap, y, anchor: 'start', width, size }, dislike }
      yield { label: { x: spot.x - gap, y, anchor: 'end', width, size }, dislike: dislike + 0.3 }
    }
    for (const aside of [0, -0.15, 0.15, -0.3, 0.3, -0.45, 0.45])
      for (const y of [spot.y - gap - size * height.below, spot.y + gap + size * height.above]) {
        const dislike = far + 0.5 + Math.abs(aside)
        yield { label: { x: spot.x + aside * width, y, anchor: 'middle', width, size }, dislike }
      }
  }
}

function ringOf(place: string, marked: ReadonlySet<string>): number {
  return marked.has(place) ? RING.marked : RING.plain
}

type Height = ReturnType<typeof heightOf>

/** What no name may lie on: the cities, the marks of routes, the plate with the board's name. */
function obstacles({ geometry, scale, marked }: Small): Edges[] {
  const found = geometry.spots.map(({ x, y, place }) => square(x, y, ringOf(place, marked) + RING.least / scale))
  for (const route of geometry.routes) {
    const badge = badgeAt(route, scale)
    if (badge) found.push(square(badge.x, badge.y, badge.radius))
  }
  const { title } = geometry
  if (title) found.push(square(title.x, title.y, title.width / 2, TITLE.height / 2))
  return found
}

/** The sample points along a space that decide whether a name covers it. */
const POINTS = [-0.4, -0.2, 0, 0.2, 0.4]

function pointsOf({ spaceLength }: RouteShape, { x, y, angle }: SpaceShape): Point[] {
  const turn = (angle * Math.PI) / 180
  return POINTS.map((part) => ({
    x: x + Math.cos(turn) * spaceLength * part,
    y: y + Math.sin(turn) * spaceLength * part,
  }))
}

/** Half the width of a space, minus the margin that a name may touch. */
const EDGE = SIZES.spaceWidth / 2 - 3

function coveredBy(box: Edges, points: Point[]): number {
  const [left, top, right, bottom] = [box.left - EDGE, box.top - EDGE, box.right + EDGE, box.bottom + EDGE]
  let count = 0
  for (const { x, y } of points) if (x > left && x < right && y > top && y < bottom) count += 1
  return count / POINTS.length
}

/** The box of a label whose letters have this height. */
function boxOf({ x, y, anchor, width, size }: LabelShape, height: Height = heightOf('')): Edges {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, top: y - size * height.above, right: left + width, bottom: y + size * height.below }
}

function outside({ left, top, right, bottom }: Edges, { width, height }: BoardGeometry): boolean {
  const edge = SIZES.frame - 6
  return left < edge || top < edge || right > width - edge || bottom > height - edge
}

function square(x: number, y: number, across: number, down = across): Edges {
  return { left: x - across, top: y - down, right: x + across, bottom: y + down }
}

export function touch(a: Edges, b: Edges): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}

function distance({ left, top, right, bottom }: Edges, { x, y }: Point): number {
  return Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0))
}
