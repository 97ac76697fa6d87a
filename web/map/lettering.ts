// Names of countries and regions, written on the ground where there is room.

import type { BoardFacts, Lettering } from '../src/lib/board/geometry'
import { LETTER_SPACING, LINE_PITCH, twoLines } from '../src/lib/board/lettering'
import type { Point } from '../src/lib/board/layout/problem'
import type { FreePlaces } from './free'
import { ringArea, type Pair } from './paths'
import { textWidth } from './text'

const SIZES = { country: [24, 21, 18, 16], region: [23, 21, 19, 17, 15, 13, 11] }
/** The largest size that a name has beside its area, because there is no room for it inside. */
const LARGEST_BESIDE = { country: 16, region: 17 }
/** And how far away its middle may be. */
const FARTHEST = 110
/** Room for the flag before a country's name. */
const FLAG_WIDTH = 1.7

export function lettering(
  facts: BoardFacts,
  areas: { id: string; rings: Pair[][] }[],
  kind: Lettering['kind'],
  free: FreePlaces,
): Lettering[] {
  const found: Lettering[] = []
  const masks = areas.map(({ rings }) => free.within(rings))
  const elsewhere = (point: Point): boolean => !masks.some((holds) => holds(point))
  for (const area of [...areas.filter(({ rings }) => rings.length)].sort((a, b) => total(a.rings) - total(b.rings))) {
    const names = kind === 'country' ? countryNames(area.id) : [regionName(facts, area.id)]
    const inside = free.within(area.rings)
    const written = names.map((name) => [name])
    const broken = names.map((name) => twoLines(name)).filter((lines) => lines !== null)
    const tries = SIZES[kind].flatMap((size) => [
      { size, texts: written },
      ...(kind === 'region' && broken.length ? [{ size, texts: broken }] : []),
    ])
    for (const { size, texts } of tries) {
      const spaced = texts.flat().map((text) => textWidth(text, size) + text.length * size * LETTER_SPACING)
      const width = Math.ceil(Math.max(...spaced) + (kind === 'country' ? size * FLAG_WIDTH : 0))
      const lines = texts[0]!.length
      const height = size * (0.9 + (lines - 1) * LINE_PITCH)
      const spot =
        free.bestBox(width, height, 2, ({ x, y }) => (holds(inside, x, y, width, height) ? 0 : -Infinity)) ??
        // No larger than it could be inside: at sea beside it, or abroad.
        (size <= LARGEST_BESIDE[kind]
          ? free.bestBox(width, height, 2, ({ x, y }) => {
              if (!holds(elsewhere, x, y, width, height)) return -Infinity
              const own = farFrom({ x, y }, area.rings)
              if (own > FARTHEST) return -Infinity
              return areas.every(({ rings }) => rings === area.rings || farFrom({ x, y }, rings) > own)
                ? -own
                : -Infinity
            })
          : null)
      if (!spot) continue
      found.push({ area: area.id, kind, ...spot, size, width, lines })
      for (let line = 0; line < lines; line++)
        free.takeBox({ x: spot.x, y: spot.y + (line - (lines - 1) / 2) * size * LINE_PITCH }, width, size * 0.9)
      break
    }
  }
  return found
}

/** Whether a box is inside, as far as a few of its points tell. */
function holds(inside: (point: Point) => boolean, x: number, y: number, width: number, height: number): boolean {
  return [-0.5, -0.37, -0.25, -0.12, 0, 0.12, 0.25, 0.37, 0.5].every((part) =>
    [-0.5, 0.5].every((half) => inside({ x: x + width * part, y: y + height * half })),
  )
}

/** How far a point is from the nearest corner of an area. */
function farFrom({ x, y }: Point, rings: Pair[][]): number {
  let least = Infinity
  for (const ring of rings) for (const [rx, ry] of ring) least = Math.min(least, Math.hypot(rx - x, ry - y))
  return least
}

function total(rings: Pair[][]): number {
  return rings.reduce((sum, ring) => sum + ringArea(ring), 0)
}

/** The name in every language of the client. */
function countryNames(code: string): string[] {
  return ['en', 'pl'].map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code)!.toUpperCase())
}

function regionName(facts: BoardFacts, id: string): string {
  const region = facts.regions.find((region) => region.id === id)
  if (!region) throw new Error(`there is a drawing of the region ${id}, but the board ${facts.id} has none`)
  return region.doubled ? `${region.name} ×2` : region.name
}
