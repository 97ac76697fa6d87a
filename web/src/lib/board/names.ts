// Which names of cities are shown, and where, when the map is small: fewer, in letters that can be read. The nearer one
// looks, the more of them; as soon as all can be read in the places that the drawing keeps for them, all are there.

import type { BoardGeometry, LabelShape, RouteShape, SpaceShape, SpotShape } from './geometry'
import { badgeAt } from './badges'
import { SIZES } from './layout/problem'
import { TITLE } from './plate'

/** The least height of letters on the screen, in pixels. */
const READABLE = 10.5
/** Below this height on the screen, names of countries and regions are left out. */
const LETTERING = 8
/** How many spaces of routes a name may cover: that of a large city, and any other that nobody asked for. */
const COVERED = { large: 2.6, other: 0.45 }
/** What a covered space is worth against a place further from the city (in heights of letters). */
const DISLIKE = 4

type Box = { left: number; top: number; right: number; bottom: number }

export function letteringShown(size: number, scale: number): boolean {
  return size * scale >= LETTERING
}

/**
 * The names to show at a scale (pixels to a unit), by spot. Those of `first` come before others, then the large cities,
 * then those where most routes meet. The first ones and the large
 * rather cover a space or two than be left out.
 */
export function namesAt(geometry: BoardGeometry, scale: number, first: ReadonlySet<string>): Map<string, LabelShape> {
  const labelled = geometry.spots.filter((spot) => spot.label !== null)
  if (labelled.every((spot) => spot.label!.size * scale >= READABLE))
    return new Map(labelled.map((spot) => [spot.id, spot.label!]))
  const routes = new Map<string, number>()
  for (const route of geometry.routes) for (const id of route.spots) routes.set(id, (routes.get(id) ?? 0) + 1)
  const large = new Set(geometry.large)
  const most = ({ place }: SpotShape): number =>
    first.has(place) ? Infinity : large.has(place) ? COVERED.large : COVERED.other
  const rank = (spot: SpotShape): number =>
    (first.has(spot.place) ? 1000 : 0) + (large.has(spot.place) ? 100 : 0) + (routes.get(spot.id) ?? 0)
  const shown = new Map<string, LabelShape>()
  const taken = obstacles(geometry, scale)
  const pieces = geometry.routes.flatMap((route) => route.spaces.map((space) => piecesOf(route, space)))
  for (const spot of [...labelled].sort((a, b) => rank(b) - rank(a))) {
    const label = spot.label!
    const size = Math.max(label.size, READABLE / scale)
    const width = (label.width * size) / label.size
    const near = pieces.filter(
      ([{ x, y }]) => Math.abs(x - spot.x) < width + 90 && Math.abs(y - spot.y) < size * 2 + 90,
    )
    let best: LabelShape | null = null
    let least = Infinity
    for (const { placed, dislike } of placesAround(spot, width, size)) {
      if (dislike >= least) continue
      const box = boxOf(placed)
      if (outside(box, geometry) || taken.some((other) => touch(other, box))) continue
      const covered = coveredBy(box, near)
      if (covered > most(spot)) continue
      const cost = dislike + covered * DISLIKE
      if (cost < least) [best, least] = [placed, cost]
    }
    if (!best) continue
    shown.set(spot.id, best)
    taken.push(boxOf(best))
  }
  return shown
}

/** The places of a name around its city: beside it, above and below it, and a little further away. */
function* placesAround(
  spot: SpotShape,
  width: number,
  size: number,
): Generator<{ placed: LabelShape; dislike: number }> {
  for (const away of [0, 0.3, 0.6]) {
    const gap = SIZES.cityRadius + 3 + away * size
    const far = away * 3
    for (const aside of [0, -0.35, 0.35, -0.7, 0.7]) {
      const y = spot.y + aside * size
      const dislike = far + Math.abs(aside)
      yield { placed: { x: spot.x + gap, y, anchor: 'start', width, size }, dislike }
      yield { placed: { x: spot.x - gap, y, anchor: 'end', width, size }, dislike: dislike + 0.3 }
    }
    for (const aside of [0, -0.15, 0.15, -0.3, 0.3, -0.45, 0.45])
      for (const side of [-1, 1]) {
        const y = spot.y + side * (gap + size * 0.4)
        const dislike = far + 0.5 + Math.abs(aside)
        yield { placed: { x: spot.x + aside * width, y, anchor: 'middle', width, size }, dislike }
      }
  }
}

/** What no name may lie on: the cities, the marks of routes, the plate with the board's name. */
function obstacles({ spots, routes, title }: BoardGeometry, scale: number): Box[] {
  const found = spots.map(({ x, y }) => around(x, y, SIZES.cityRadius))
  for (const route of routes) {
    const badge = badgeAt(route, scale)
    if (badge) found.push(around(badge.x, badge.y, badge.radius))
  }
  if (title) found.push(around(title.x, title.y, title.width / 2, TITLE.height / 2))
  return found
}

/** How many points along a space say whether a name lies on it. */
const POINTS = [-0.4, -0.2, 0, 0.2, 0.4]

function piecesOf(
  { spaceLength }: RouteShape,
  { x, y, angle }: SpaceShape,
): [{ x: number; y: number }, ...{ x: number; y: number }[]] {
  const turn = (angle * Math.PI) / 180
  const at = (part: number) => ({
    x: x + Math.cos(turn) * spaceLength * part,
    y: y + Math.sin(turn) * spaceLength * part,
  })
  return [{ x, y }, ...POINTS.map(at)]
}

/** Half the width of a space, less a little that a name may touch. */
const EDGE = SIZES.spaceWidth / 2 - 3

function coveredBy({ left, top, right, bottom }: Box, pieces: ReturnType<typeof piecesOf>[]): number {
  let points = 0
  for (const [, ...line] of pieces)
    for (const { x, y } of line)
      if (x > left - EDGE && x < right + EDGE && y > top - EDGE && y < bottom + EDGE) points += 1
  return points / POINTS.length
}

function boxOf({ x, y, anchor, width, size }: LabelShape): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, top: y - size * 0.4, right: left + width, bottom: y + size * 0.4 }
}

function outside({ left, top, right, bottom }: Box, { width, height }: BoardGeometry): boolean {
  const edge = SIZES.frame - 6
  return left < edge || top < edge || right > width - edge || bottom > height - edge
}

function around(x: number, y: number, across: number, down = across): Box {
  return { left: x - across, top: y - down, right: x + across, bottom: y + down }
}

function touch(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}
