// From a layout to what is drawn: spots with their labels, routes with their spaces.

import type { Box, RouteShape, SpaceShape, SpotShape } from '../geometry'
import { beside, follow, pointAt, type Line } from './curve'
import { labelShape } from './label-places'
import {
  halfWidth,
  SIZES,
  type Bend,
  type Bundle,
  type Label,
  type Layout,
  type Point,
  type Problem,
} from './layout-problem'

/** The steps of a curve on which spaces are placed. */
const FINE_STEPS = 96
/** The distance between the hit areas of two lanes. */
const HIT_PITCH = 26

export function spotShapes(problem: Problem, layout: Layout): SpotShape[] {
  return problem.spots.map((spot) => {
    const found: { x: number; y: number; label?: Label } = layout.spots[spot.id] ?? spot.home
    const label = spot.labelWidth ? labelShape(found, spot.labelWidth, found.label ?? 0) : null
    return {
      id: spot.id,
      place: spot.place,
      kind: spot.kind,
      x: tenth(found.x),
      y: tenth(found.y),
      label: label && { ...label, x: tenth(label.x), y: tenth(label.y), width: tenth(label.width) },
    }
  })
}

/** The routes, in the order of the board's own list. */
export function routeShapes(problem: Problem, layout: Layout): RouteShape[] {
  const shapes = problem.bundles.flatMap((bundle) => laneShapes(problem, layout, bundle))
  const badges = badgePoints(problem, layout, shapes)
  for (const shape of shapes) shape.badge = badges.get(shape.id) ?? null
  return shapes.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/** The middle line of a bundle. */
export function bundleLine(problem: Problem, layout: Layout, bundle: Bundle): { line: Line; bend: Bend } {
  const bend = layout.bends[bundle.id] ?? [0, 0, SIZES.lead, SIZES.lead]
  const [from, to] = [problem.spots[bundle.from]!, problem.spots[bundle.to]!]
  const line = follow(layout.spots[from.id] ?? from.home, layout.spots[to.id] ?? to.home, bend, FINE_STEPS)
  return { line, bend }
}

/** The routes of a bundle, without their marks. */
export function laneShapes(problem: Problem, layout: Layout, bundle: Bundle): RouteShape[] {
  const { line: middle, bend } = bundleLine(problem, layout, bundle)
  const from = problem.spots[bundle.from]!.id
  const to = problem.spots[bundle.to]!.id
  return bundle.routes.map((route, lane) => {
    const aside = lane - (bundle.routes.length - 1) / 2
    const line = beside(middle, aside * SIZES.lanePitch)
    // A lane on the inside of a curve is shorter: the leads shrink with it.
    const scale = line.length / middle.length
    const run = line.length - (bend[2] + bend[3]) * scale
    const fits = (run - (bundle.length - 1) * SIZES.spaceGap) / bundle.length
    const spaceLength = Math.min(fits, SIZES.spaceLength.most)
    const pitch = (run - spaceLength) / Math.max(bundle.length - 1, 1)
    const start = bend[2] * scale + (bundle.length === 1 ? run / 2 : spaceLength / 2)
    const spaces = Array.from({ length: bundle.length }, (_, number) => space(line, start + number * pitch))
    const reversed = route.places[0] !== bundle.routes[0]!.places[0]
    return {
      id: route.id,
      spots: reversed ? [to, from] : [from, to],
      path: linePath(line),
      hit: linePath(beside(middle, aside * HIT_PITCH)),
      spaces: reversed ? spaces.reverse() : spaces,
      spaceLength: tenth(spaceLength),
      spaceWidth: SIZES.spaceWidth,
      badge: null,
      box: boxOf(spaces, spaceLength),
    }
  })
}

function space(line: Line, way: number): SpaceShape {
  const { x, y, direction } = pointAt(line, way)
  let angle = (direction * 180) / Math.PI
  if (angle > 90) angle -= 180
  if (angle <= -90) angle += 180
  return { x: tenth(x), y: tenth(y), angle: tenth(angle) }
}

function linePath(line: Line): string {
  const last = line.x.length - 1
  const points: string[] = []
  for (let i = 0; i <= last; i += i + 12 > last && i < last ? last - i : 12)
    points.push(`${tenth(line.x[i]!)} ${tenth(line.y[i]!)}`)
  return `M${points.join('L')}`
}

function boxOf(spaces: SpaceShape[], length: number): Box {
  const around = length / 2
  const x = spaces.map((space) => space.x)
  const y = spaces.map((space) => space.y)
  return [
    tenth(Math.min(...x) - around),
    tenth(Math.min(...y) - around),
    tenth(Math.max(...x) + around),
    tenth(Math.max(...y) + around),
  ]
}

export const BADGE_RADIUS = 14

/** Find a free point beside each bundle whose routes have a bonus or take substitutes (L-8, N-8). */
export function badgePoints(problem: Problem, layout: Layout, routes: RouteShape[]): Map<string, Point> {
  const found = new Map<string, Point>()
  const obstacles: Obstacles = { ...problem, spots: spotShapes(problem, layout), routes, discs: [] }
  for (const bundle of problem.bundles) {
    if (!bundle.routes.some((route) => route.bonus_cards || route.any_cards_for_one)) continue
    const { line } = bundleLine(problem, layout, bundle)
    const aside = halfWidth(bundle.routes.length) + BADGE_RADIUS + 2
    let best: Point | null = null
    let bestRoom = -Infinity
    for (let part = 10; part <= 40; part++)
      for (const side of [-1, 1]) {
        const { x, y, direction } = pointAt(line, (line.length * part) / 50)
        const point = { x: x - Math.sin(direction) * aside * side, y: y + Math.cos(direction) * aside * side }
        const room = Math.min(clearance(point, obstacles) - BADGE_RADIUS, 2) - Math.abs(part - 25) * 0.05
        if (room > bestRoom) {
          bestRoom = room
          best = { x: tenth(point.x), y: tenth(point.y) }
        }
      }
    if (!best) continue
    found.set(bundle.routes[0]!.id, best)
    obstacles.discs.push({ ...best, radius: BADGE_RADIUS + 1 })
  }
  return found
}

/** What a free spot has to keep clear of. */
export interface Obstacles {
  width: number
  height: number
  spots: SpotShape[]
  routes: RouteShape[]
  discs: (Point & { radius: number })[]
}

/** How far a point is from the nearest city, name, space or mark, or from the frame; negative if it lies on one. */
export function clearance(point: Point, { width, height, spots, routes, discs }: Obstacles): number {
  const edge = SIZES.frame
  let room = Math.min(point.x - edge, point.y - edge, width - edge - point.x, height - edge - point.y)
  for (const spot of spots) {
    room = Math.min(room, Math.hypot(spot.x - point.x, spot.y - point.y) - SIZES.cityRadius - 2)
    if (!spot.label) continue
    const { x, y, width, anchor } = spot.label
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
    const dx = Math.max(left - point.x, point.x - left - width, 0)
    const dy = Math.max(Math.abs(y - point.y) - SIZES.labelHeight / 2, 0)
    room = Math.min(room, Math.hypot(dx, dy) - 1)
  }
  for (const route of routes) {
    const [left, top, right, bottom] = route.box
    if (point.x < left - room || point.x > right + room || point.y < top - room || point.y > bottom + room) continue
    for (const { x, y, angle } of route.spaces) {
      const [rx, ry] = [point.x - x, point.y - y]
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
      const dx = Math.max(Math.abs(rx * cos + ry * sin) - route.spaceLength / 2, 0)
      const dy = Math.max(Math.abs(ry * cos - rx * sin) - route.spaceWidth / 2, 0)
      room = Math.min(room, Math.hypot(dx, dy))
    }
  }
  for (const disc of discs) room = Math.min(room, Math.hypot(disc.x - point.x, disc.y - point.y) - disc.radius)
  return room
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
