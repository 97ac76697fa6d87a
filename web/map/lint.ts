// Check what must hold for every drawing of a board, however it was found: return a list of complaints, empty if none.

import type { BoardGeometry } from '../src/lib/board/geometry'
import { SIZES } from '../src/lib/board/layout/layout-problem'
import { BADGE_RADIUS } from '../src/lib/board/layout/shapes'
import { cityDisc, discOn, labelBox, outside, overlap, spaceBox } from './lettering/boxes'

export const LEAST = { length: 30, width: 14 }

export function lint(geometry: BoardGeometry): string[] {
  const complaints: string[] = []
  const spaces = geometry.routes.flatMap((route) =>
    route.spaces.map((space) => ({ route: route.id, spots: route.spots, box: spaceBox(route, space) })),
  )
  const labels = geometry.spots.flatMap((spot) => (spot.label ? [{ spot, box: labelBox(spot.label) }] : []))
  const discs = geometry.spots.map((spot) => ({ spot, disc: cityDisc(spot) }))
  const badges = geometry.routes.flatMap(({ id, badge }) =>
    badge ? [{ route: id, disc: { ...badge, radius: BADGE_RADIUS } }] : [],
  )

  for (const route of geometry.routes)
    if (route.spaceLength < LEAST.length || route.spaceWidth < LEAST.width)
      complaints.push(`${route.id}: a space is ${route.spaceLength} x ${route.spaceWidth}, too small`)

  spaces.forEach((one, number) => {
    for (const two of spaces.slice(number + 1))
      if (one.route !== two.route && overlap(one.box, two.box)) complaints.push(`${one.route} lies on ${two.route}`)
    for (const { spot, disc } of discs) if (discOn(disc, one.box)) complaints.push(`${one.route} lies on ${spot.id}`)
    for (const { spot, box } of labels)
      if (overlap(one.box, box)) complaints.push(`${one.route} lies on the name of ${spot.id}`)
    for (const { route, disc } of badges)
      if (discOn(disc, one.box)) complaints.push(`${one.route} lies on the mark of ${route}`)
    if (outside(one.box, geometry)) complaints.push(`${one.route} leaves the board`)
  })
  labels.forEach(({ spot, box }, number) => {
    for (const other of labels.slice(number + 1))
      if (overlap(box, other.box)) complaints.push(`the names of ${spot.id} and ${other.spot.id} touch`)
    for (const { spot: city, disc } of discs)
      if (discOn(disc, box)) complaints.push(`the name of ${spot.id} lies on ${city.id}`)
    for (const { route, disc } of badges)
      if (discOn(disc, box)) complaints.push(`the name of ${spot.id} lies on the mark of ${route}`)
    if (outside(box, geometry)) complaints.push(`the name of ${spot.id} leaves the board`)
  })
  badges.forEach(({ route, disc }, number) => {
    for (const other of badges.slice(number + 1))
      if (Math.hypot(disc.x - other.disc.x, disc.y - other.disc.y) < 2 * BADGE_RADIUS)
        complaints.push(`the marks of ${route} and ${other.route} touch`)
    for (const { spot, disc: city } of discs)
      if (Math.hypot(disc.x - city.x, disc.y - city.y) < disc.radius + city.radius)
        complaints.push(`the mark of ${route} lies on ${spot.id}`)
  })
  complaints.push(...crossings(geometry))
  discs.forEach(({ spot, disc }, number) => {
    for (const other of discs.slice(number + 1))
      if (Math.hypot(disc.x - other.disc.x, disc.y - other.disc.y) < 2 * SIZES.cityRadius + 8)
        complaints.push(`${spot.id} and ${other.spot.id} are too near each other`)
  })
  return [...new Set(complaints)].sort()
}

/** Return routes whose lines cross, except close to a city that both lead to. */
function crossings({ routes, spots }: BoardGeometry): string[] {
  const middles = new Map(spots.map((spot) => [spot.id, spot]))
  const lines = routes.map((route) => ({ route, points: pointsOf(route.path) }))
  const found: string[] = []
  lines.forEach(({ route: one, points: a }, number) => {
    for (const { route: two, points: b } of lines.slice(number + 1)) {
      const shared = one.spots.filter((id) => two.spots.includes(id)).map((id) => middles.get(id)!)
      if (shared.length === 2) continue
      const crossed = a.some((start, i) => {
        const end = a[i + 1]
        return (
          end &&
          b.some((from, j) => {
            const to = b[j + 1]
            const point = to && crossing(start, end, from, to)
            return point && shared.every(({ x, y }) => Math.hypot(point.x - x, point.y - y) > SIZES.longestLead)
          })
        )
      })
      if (crossed) found.push(`${one.id} crosses ${two.id}`)
    }
  })
  return found
}

function pointsOf(path: string): { x: number; y: number }[] {
  return path
    .slice(1)
    .split('L')
    .map((pair) => {
      const [x, y] = pair.split(' ').map(Number)
      return { x: x!, y: y! }
    })
}

type Spot = { x: number; y: number }

function crossing(a: Spot, b: Spot, c: Spot, d: Spot): Spot | null {
  const turn = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
  if (!turn) return null
  const along = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / turn
  const other = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / turn
  if (along < 0 || along > 1 || other < 0 || other > 1) return null
  return { x: a.x + along * (b.x - a.x), y: a.y + along * (b.y - a.y) }
}
