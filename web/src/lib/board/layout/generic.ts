// A drawing for a custom board file. Cities are placed by their coordinates, or, if some have none, so that the routes
// get about their lengths; then a shorter version of the built-in boards' search makes room for spaces and names.

import type { DrawingShape } from '../../protocol'
import type { BoardFacts, BoardGeometry } from '../geometry'
import { groundFor } from '../ground/ground-for'
import { textWidth } from '../lettering/text'
import { bundlesOf, SIZES, spotsOf, type Layout, type Point, type Problem, type Spot } from './layout-problem'
import { randomNumbers } from './random'
import { routeShapes, spotShapes } from './shapes'
import { solve } from './solve'

/** The distance between two cities, by the length of their route. */
const reach = (length: number): number => length * 43 + 36

export function drawGeneric(facts: BoardFacts, steps = 14000): BoardGeometry {
  const problem = genericProblem(facts)
  return drawn(facts, problem, searched(problem, steps))
}

const searched = (problem: Problem, steps: number): Layout =>
  solve(problem, null, { steps, heat: 120, reach: 40, seed: 1 }).layout

/** Draw a board as its file says; what that leaves out finds its place. */
export async function drawByFile(facts: BoardFacts, drawing: DrawingShape): Promise<BoardGeometry> {
  const { width, height } = drawing
  const free = genericProblem(facts)
  const given: Layout = {
    width,
    height,
    spots: (drawing.spots ?? {}) as Layout['spots'],
    bends: (drawing.bends ?? {}) as Layout['bends'],
  }
  const spots = free.spots.map((spot): Spot => {
    const known = given.spots[spot.id]
    const { x, y } = known ?? { x: (spot.home.x * width) / free.width, y: (spot.home.y * height) / free.height }
    return { ...spot, home: { x, y }, pinned: known !== undefined }
  })
  const problem: Problem = { ...free, width, height, spots }
  const layout = spots.every(({ pinned }) => pinned) ? given : completed(searched(problem, 14000), given)
  const scene = await groundFor(facts, layout, drawing.ground ?? null)
  const geometry = drawn(facts, problem, layout)
  return { ...geometry, ...scene, scenery: drawing.scenery ?? scene.scenery }
}

/** What was found, with what was given: that is not changed. */
const completed = (found: Layout, given: Layout): Layout => ({
  ...found,
  spots: { ...found.spots, ...given.spots },
  bends: { ...found.bends, ...given.bends },
})

/** A layout for a board whose file does not say how it is drawn. */
export const genericLayout = (facts: BoardFacts): Layout => searched(genericProblem(facts), 14000)

function drawn(facts: BoardFacts, problem: Problem, layout: Layout): BoardGeometry {
  return {
    board: facts.id,
    revision: facts.revision,
    width: problem.width,
    height: problem.height,
    scenery: 'plain',
    ground: [],
    ornaments: [],
    lettering: [],
    spots: spotShapes(problem, layout),
    large: facts.places.filter((place) => place.tags.includes('capital')).map((place) => place.id),
    routes: routeShapes(problem, layout),
    title: null,
  }
}

export function genericProblem(facts: BoardFacts): Problem {
  const spots = spotsOf(facts)
  const bundles = bundlesOf(facts, spots)
  const known = spots.map(({ place }) =>
    place.lat === null || place.lon === null ? null : { x: place.lon, y: -place.lat },
  )
  const cities = spots.flatMap((spot, number) => (spot.kind === 'end' ? [] : [number]))
  const points = cities.every((city) => known[city]) ? fromDegrees(known) : fromGraph(spots.length, bundles)
  hangEnds(points, bundles, spots)
  scale(points, bundles)
  const margin = SIZES.frame + 70
  const [left, top] = [Math.min(...points.map((p) => p.x)), Math.min(...points.map((p) => p.y))]
  const width = Math.round(Math.max(...points.map((p) => p.x)) - left + 2 * margin)
  const height = Math.round(Math.max(...points.map((p) => p.y)) - top + 2 * margin)
  return {
    width: Math.max(width, 500),
    height: Math.max(height, 400),
    bundles,
    spots: spots.map((spot, number): Spot => ({
      id: spot.id,
      place: spot.place.id,
      kind: spot.kind,
      home: { x: points[number]!.x - left + margin, y: points[number]!.y - top + margin },
      pinned: false,
      labelWidth: spot.place.name ? Math.ceil(textWidth(spot.place.name)) + 2 : 0,
    })),
  }
}

/** Project coordinates simply: degrees of longitude are shorter the farther north. */
function fromDegrees(known: (Point | null)[]): Point[] {
  const given = known.filter((point) => point !== null)
  const middle = given.reduce((sum, point) => sum + point.y, 0) / given.length
  const narrow = Math.cos((middle * Math.PI) / 180)
  return known.map((point) => (point ? { x: point.x * narrow, y: point.y } : { x: NaN, y: NaN }))
}

/** Without coordinates: start on a circle, then let routes pull and push until they have their lengths. */
function fromGraph(count: number, bundles: Problem['bundles']): Point[] {
  const random = randomNumbers(1)
  const radius = count * 30
  const points = Array.from({ length: count }, (_, number) => ({
    x: Math.cos((2 * Math.PI * number) / count) * radius + random(),
    y: Math.sin((2 * Math.PI * number) / count) * radius + random(),
  }))
  const wanted = distances(count, bundles)
  for (let round = 0; round < 300; round++)
    for (let a = 0; a < count; a++)
      for (let b = 0; b < a; b++) {
        const want = wanted[a]![b]!
        if (!Number.isFinite(want)) continue
        const [one, two] = [points[a]!, points[b]!]
        const [dx, dy] = [two.x - one.x, two.y - one.y]
        const now = Math.hypot(dx, dy) || 1
        const push = (((now - want) / now) * 0.5 * 0.6 * reach(1)) / want
        one.x += dx * push
        one.y += dy * push
        two.x -= dx * push
        two.y -= dy * push
      }
  return points
}

/** The shortest ways between all spots (Floyd and Warshall). */
function distances(count: number, bundles: Problem['bundles']): number[][] {
  const ways = Array.from({ length: count }, (_, a) =>
    Array.from({ length: count }, (_, b) => (a === b ? 0 : Infinity)),
  )
  for (const { from, to, length } of bundles)
    ways[from]![to] = ways[to]![from] = Math.min(ways[from]![to]!, reach(length))
  for (let via = 0; via < count; via++)
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++) {
        const way = ways[a]![via]! + ways[via]![b]!
        if (way < ways[a]![b]!) ways[a]![b] = way
      }
  return ways
}

/** Place dead ends outwards from their city. */
function hangEnds(points: Point[], bundles: Problem['bundles'], spots: { kind: Spot['kind'] }[]): void {
  const cities = points.filter((_, number) => spots[number]!.kind !== 'end' && Number.isFinite(points[number]!.x))
  const middle = {
    x: cities.reduce((sum, point) => sum + point.x, 0) / cities.length,
    y: cities.reduce((sum, point) => sum + point.y, 0) / cities.length,
  }
  const spread = Math.max(...cities.map((point) => Math.hypot(point.x - middle.x, point.y - middle.y)), 1e-9)
  bundles.forEach(({ from, to }, number) => {
    for (const [city, end] of [
      [from, to],
      [to, from],
    ] as const) {
      if (spots[end]!.kind !== 'end') continue
      const { x, y } = points[city]!
      const angle = Math.atan2(y - middle.y, x - middle.x) + ((number % 3) - 1) * 0.5
      points[end] = { x: x + Math.cos(angle) * spread * 0.25, y: y + Math.sin(angle) * spread * 0.25 }
    }
  })
}

/** Enlarge the map until half of the routes have room for their spaces. */
function scale(points: Point[], bundles: Problem['bundles']): void {
  const factors = bundles
    .map(({ from, to, length }) => {
      const [a, b] = [points[from]!, points[to]!]
      return reach(length) / Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1e-9)
    })
    .sort((a, b) => a - b)
  const factor = factors[Math.floor(factors.length * 0.6)] ?? 1
  for (const point of points) {
    point.x *= factor
    point.y *= factor
  }
}
