// Which names of cities are shown, and where, when the map is small: fewer, in letters that can be read. The nearer one
// looks, the more of them; as soon as all can be read in the places that the drawing keeps for them, all are there.

import type { BoardGeometry, LabelShape, SpotShape } from './geometry'
import { LABEL_PLACES, labelShape } from './layout/labels'
import { SIZES } from './layout/problem'

/** The least height of letters on the screen, in pixels. */
const READABLE = 10.5
/** Below this height on the screen, names of countries and regions are left out. */
const LETTERING = 8
/** How many spaces of routes a name may cover. */
const COVERED = 1

type Box = { left: number; top: number; right: number; bottom: number }

export function letteringShown(size: number, scale: number): boolean {
  return size * scale >= LETTERING
}

/**
 * The names to show at a scale (pixels to a unit), by spot. Those of `first` come before others, then those where most
 * routes meet.
 */
export function namesAt(geometry: BoardGeometry, scale: number, first: ReadonlySet<string>): Map<string, LabelShape> {
  const labelled = geometry.spots.filter((spot) => spot.label !== null)
  if (labelled.every((spot) => spot.label!.size * scale >= READABLE))
    return new Map(labelled.map((spot) => [spot.id, spot.label!]))
  const routes = new Map<string, number>()
  for (const route of geometry.routes) for (const id of route.spots) routes.set(id, (routes.get(id) ?? 0) + 1)
  const rank = (spot: SpotShape): number => (first.has(spot.place) ? 1000 : 0) + (routes.get(spot.id) ?? 0)
  const shown = new Map<string, LabelShape>()
  const taken: Box[] = []
  const cities = geometry.spots.map(({ id, x, y }) => ({ id, ...around({ x, y }, SIZES.cityRadius) }))
  const spaces = geometry.routes.flatMap((route) => route.spaces)
  for (const spot of [...labelled].sort((a, b) => rank(b) - rank(a))) {
    const label = spot.label!
    const size = Math.max(label.size, READABLE / scale)
    const width = (label.width * size) / label.size
    let best: LabelShape | null = null
    let least = Infinity
    for (const placed of LABEL_PLACES.map((_, place) => labelShape(spot, width, place, size))) {
      const box = boxOf(placed)
      if (outside(box, geometry)) continue
      if (taken.some((other) => touch(other, box)) || cities.some((city) => touch(city, box))) continue
      const covered = spaces.filter(
        ({ x, y }) => x > box.left - 4 && x < box.right + 4 && y > box.top - 4 && y < box.bottom + 4,
      ).length
      if (covered < least) [best, least] = [placed, covered]
    }
    if (!best || (least > COVERED && !first.has(spot.place))) continue
    shown.set(spot.id, best)
    taken.push(boxOf(best))
  }
  return shown
}

function boxOf({ x, y, anchor, width, size }: LabelShape): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, top: y - size * 0.45, right: left + width, bottom: y + size * 0.45 }
}

function outside({ left, top, right, bottom }: Box, { width, height }: BoardGeometry): boolean {
  const edge = SIZES.frame - 6
  return left < edge || top < edge || right > width - edge || bottom > height - edge
}

function around({ x, y }: { x: number; y: number }, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
}

function touch(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}
