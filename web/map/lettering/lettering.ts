// Names of countries, regions and lines, written on the ground: in their area where there is room for them, or else
// beside it and tied to it by a thin line. They all have one size.

import type { BoardFacts, Lettering } from '../../src/lib/board/geometry'
import { FLAG_ROOM, LETTER_SPACING, LINE_PITCH, SIGN_ROOM, twoLines } from '../../src/lib/board/lettering/lettering'
import type { Point } from '../../src/lib/board/layout/layout-problem'
import type { FreePlaces } from '../ground/free'
import { LANGUAGES } from '../../messages/catalogues'
import { ringArea, type Pair } from '../../src/lib/board/ground/paths'
import { textWidth } from './text'

/** Of the letters: 12 pixels where the table leaves the map its room in a window of 1440 x 900. */
export const LETTERS = 19
/** How long the line may be that ties a name to its area. */
const FARTHEST = 230
/** A shorter line would be a speck, and the name touches its area anyway. */
export const SHORTEST = 12
/** The step between candidate ends of such a line, and their distance from the area's edge and from objects. */
const ANCHORS = { step: 8, deep: 7, room: 5 }
/** The cost of a line crossing part of the game or another area, per few units. */
const CROSSED = { thing: 3, area: 7, step: 8 }
/** How far an untied name beside its country is from any other country; regions adjoin each other. */
const ALONE = { country: 36, region: 0 }
/** How much of a name may lie outside its area without being tied to it. */
const MOSTLY = 0.6
/** Where along a box its edges are sampled, from its centre. */
const PARTS = [-0.5, -0.37, -0.25, -0.12, 0, 0.12, 0.25, 0.37, 0.5]

interface Area {
  id: string
  rings: Pair[][]
}

/** A name as it may be written: how much room it takes. */
interface Written {
  lines: number
  width: number
  height: number
}

type Placed = Pick<Lettering, 'x' | 'y' | 'leader'>

export function lettering(facts: BoardFacts, areas: Area[], kind: 'country' | 'region', free: FreePlaces): Lettering[] {
  const found: Lettering[] = []
  const masks = new Map(areas.map(({ id, rings }) => [id, free.within(rings)]))
  const named = areas.filter(({ rings }) => rings.length).sort((a, b) => total(a.rings) - total(b.rings))
  const write = (area: Area, place: (written: Written) => Placed | null): boolean => {
    for (const written of waysToWrite(facts, area.id, kind)) {
      const placed = place(written)
      if (!placed) continue
      const { lines, width } = written
      found.push({ area: area.id, kind, ...placed, size: LETTERS, width, lines })
      for (let line = 0; line < lines; line++)
        free.takeBox(
          { x: placed.x, y: placed.y + (line - (lines - 1) / 2) * LETTERS * LINE_PITCH },
          width,
          LETTERS * 0.9,
        )
      if (placed.leader) for (const point of along(placed.leader, 6)) free.take(point, 3)
      return true
    }
    return false
  }
  // Inside first: names in different areas don't collide.
  const homeless = named.filter((area) => {
    const inside = masks.get(area.id)!
    return !write(area, (written) =>
      free.bestBox(written.width, written.height, 2, (middle) =>
        share(inside, middle, written) === 1 ? 0 : -Infinity,
      ),
    )
  })
  for (const area of homeless) {
    const inside = masks.get(area.id)!
    const others = [...masks].flatMap(([id, holds]) => (id === area.id ? [] : [holds]))
    const foreign = (point: Point): boolean => others.some((holds) => holds(point))
    const anchors = anchorsOf(inside, free)
    const done = write(area, (written) => beside(written, { inside, foreign, anchors, free, alone: ALONE[kind] }))
    if (!done) throw new Error(`there is no room for the name of ${area.id} (board ${facts.id})`)
  }
  return found
}

/** The name of a line, along it where there is most room above it. */
export function alongLine(line: Pair[], tag: string, names: string[], free: FreePlaces): Lettering | null {
  const width = Math.ceil(Math.max(...names.map(spaced)))
  let best: Lettering | null = null
  let most = LETTERS * 0.6
  line.forEach(([x, y], start) => {
    const end = line.findIndex(([ex, ey], index) => index > start && Math.hypot(ex - x, ey - y) >= width)
    if (end < 0) return
    const [ex, ey] = line[end]!
    const turn = Math.atan2(ey - y, ex - x)
    const above = { x: Math.sin(turn) * LETTERS * 0.75, y: -Math.cos(turn) * LETTERS * 0.75 }
    const points = line.slice(start, end + 1).map(([px, py]) => ({ x: px + above.x, y: py + above.y }))
    const room = Math.min(...points.map((point) => free.room(point)), LETTERS * 2)
    if (room <= most) return
    most = room
    const middle = { x: Math.round((x + ex) / 2 + above.x), y: Math.round((y + ey) / 2 + above.y) }
    const angle = Math.round((turn * 1800) / Math.PI) / 10
    best = { area: tag, kind: 'line', ...middle, size: LETTERS, width, lines: 1, angle }
  })
  if (best) free.takeBox(best, width, LETTERS * 1.4)
  return best
}

/** Beside its area, or half on it: at sea or abroad, on no other area, as near as can be. */
function beside(
  written: Written,
  ground: {
    inside: (point: Point) => boolean
    foreign: (point: Point) => boolean
    anchors: Point[]
    free: FreePlaces
    alone: number
  },
): Placed | null {
  const { inside, foreign, anchors, free, alone } = ground
  const { width, height } = written
  const tie = (middle: Point): { leader: NonNullable<Lettering['leader']>; cost: number } | null => {
    let nearest: Point | null = null
    let least = FARTHEST
    for (const anchor of anchors) {
      const edge = nearestOnBox(anchor, middle, width, height)
      const far = Math.hypot(edge.x - anchor.x, edge.y - anchor.y)
      if (far < least) [nearest, least] = [anchor, far]
    }
    if (!nearest) return null
    const edge = nearestOnBox(nearest, middle, width, height)
    const leader = { from: pair(edge), to: pair(nearest) }
    let cost = least
    for (const point of along(leader, CROSSED.step))
      cost += (free.room(point) < 1 ? CROSSED.thing : 0) + (foreign(point) ? CROSSED.area : 0)
    return { leader, cost }
  }
  const place = free.bestBox(width, height, 3, (middle) => {
    if (share((point) => !foreign(point), middle, written) < 1) return -Infinity
    if (share(inside, middle, written) >= MOSTLY) return 0
    const tied = tie(middle)
    if (!tied) return -Infinity
    const around = { ...written, width: width + 2 * alone, height: height + 2 * alone }
    return lengthOf(tied.leader) < SHORTEST && share(foreign, middle, around) > 0 ? -Infinity : -tied.cost
  })
  if (!place) return null
  if (share(inside, place, written) >= MOSTLY) return place
  const { leader } = tie(place)!
  return lengthOf(leader) < SHORTEST ? place : { ...place, leader }
}

/** Points of an area where a line can end: well inside, and not on anything. */
function anchorsOf(inside: (point: Point) => boolean, free: FreePlaces): Point[] {
  const { step, deep, room } = ANCHORS
  const found: Point[] = []
  for (let y = step; y < free.height; y += step)
    for (let x = step; x < free.width; x += step) {
      const point = { x, y }
      if (!inside(point) || free.room(point) < room) continue
      const around = [-deep, deep].flatMap((off) => [
        { x: x + off, y },
        { x, y: y + off },
      ])
      if (around.every(inside)) found.push(point)
    }
  return found
}

/** Estimate from a few of its points how much of a box is inside. */
function share(inside: (point: Point) => boolean, { x, y }: Point, { width, height }: Written): number {
  let found = 0
  for (const part of PARTS)
    for (const half of [-0.5, 0.5]) if (inside({ x: x + width * part, y: y + height * half })) found++
  return found / (2 * PARTS.length)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

function nearestOnBox({ x, y }: Point, middle: Point, width: number, height: number): Point {
  return {
    x: clamp(x, middle.x - width / 2, middle.x + width / 2),
    y: clamp(y, middle.y - height / 2, middle.y + height / 2),
  }
}

function along({ from, to }: NonNullable<Lettering['leader']>, step: number): Point[] {
  const steps = Math.max(Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / step), 1)
  return Array.from({ length: steps + 1 }, (_, number) => ({
    x: from[0] + ((to[0] - from[0]) * number) / steps,
    y: from[1] + ((to[1] - from[1]) * number) / steps,
  }))
}

function lengthOf({ from, to }: NonNullable<Lettering['leader']>): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1])
}

function pair({ x, y }: Point): [number, number] {
  return [Math.round(x), Math.round(y)]
}

function total(rings: Pair[][]): number {
  return rings.reduce((sum, ring) => sum + ringArea(ring), 0)
}

/** Lay out a name in one line; a region's also in two. */
function waysToWrite(facts: BoardFacts, id: string, kind: 'country' | 'region'): Written[] {
  if (kind === 'country') {
    const width = Math.ceil(Math.max(...countryNames(id).map(spaced)) + LETTERS * FLAG_ROOM)
    return [{ lines: 1, width, height: LETTERS * 0.9 }]
  }
  const region = facts.regions.find((region) => region.id === id)
  if (!region) throw new Error(`there is a drawing of the region ${id}, but the board ${facts.id} has none`)
  const sign = region.doubled ? LETTERS * SIGN_ROOM : 0
  const ways: Written[] = [{ lines: 1, width: Math.ceil(spaced(region.name) + sign), height: LETTERS * 0.9 }]
  const broken = twoLines(region.name)
  if (broken)
    ways.push({
      lines: 2,
      width: Math.ceil(Math.max(spaced(broken[0]), spaced(broken[1]) + sign)),
      height: LETTERS * (0.9 + LINE_PITCH),
    })
  return ways
}

function spaced(text: string): number {
  return textWidth(text, LETTERS) + text.length * LETTERS * LETTER_SPACING
}

/** The name in every language of the client. */
function countryNames(code: string): string[] {
  return LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code)!.toUpperCase())
}
