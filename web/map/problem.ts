// The layout problem of a built-in board: its cities at their geographic positions, on the board's scale.

import type { BoardFacts, PlaceFacts } from '../src/lib/board/geometry'
import {
  bundlesOf,
  SIZES,
  spotsOf,
  type Layout,
  type Point,
  type Problem,
} from '../src/lib/board/layout/layout-problem'
import type { BoardPicture, Degrees } from './boards'
import { textWidth } from './lettering/text'

/** Convert degrees to board coordinates, before anything is moved. */
export type Project = (degrees: Degrees) => Point

/** Fit the projection so that the true positions of all spots fill the area that the picture gives them. */
export function projectionOf(facts: BoardFacts, picture: BoardPicture): Project {
  const raw = picture.projection().scale(1000).translate([0, 0])
  const points = spotsOf(facts).map((spot) => raw(degreesOf(spot, picture))!)
  const [left, top, right, bottom] = picture.room
  const [west, east] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
  const [north, south] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))]
  return (degrees) => {
    const [x, y] = raw(degrees)!
    return {
      x: left + ((x - west) / (east - west)) * (right - left),
      y: top + ((y - north) / (south - north)) * (bottom - top),
    }
  }
}

function degreesOf(spot: ReturnType<typeof spotsOf>[number], picture: BoardPicture): Degrees {
  const { place } = spot
  if (spot.kind === 'end') {
    const end = picture.ends[spot.id.slice(spot.id.indexOf('@') + 1)]
    if (!end) throw new Error(`boards.ts does not say where ${spot.id} lies (board ${picture.id})`)
    return end
  }
  if (place.lat === null || place.lon === null) throw new Error(`${place.id} has no lat and lon (board ${picture.id})`)
  return picture.moved[place.id] ?? [place.lon, place.lat]
}

export function problemOf(facts: BoardFacts, picture: BoardPicture): Problem {
  const project = projectionOf(facts, picture)
  const spots = spotsOf(facts).map((spot) => ({
    id: spot.id,
    place: spot.place.id,
    kind: spot.kind,
    home: project(degreesOf(spot, picture)),
    pinned: false,
    labelWidth: labelWidth(spot.place),
  }))
  return { width: picture.width, height: picture.height, spots, bundles: bundlesOf(facts, spots) }
}

/** Return the room that a name needs in its longest language. */
function labelWidth({ name, names }: PlaceFacts): number {
  if (!name) return 0
  const widths = [name, ...Object.values(names)].map((text) => textWidth(text, SIZES.labelSize))
  return Math.ceil(Math.max(...widths)) + 2
}

/** Return which spots and bundles of a problem a layout lacks, and which ones it has in excess. */
export function mismatch(problem: Problem, layout: Layout): string[] {
  const compare = (what: string, needed: string[], given: string[]): string[] => [
    ...needed.filter((id) => !given.includes(id)).map((id) => `${what} ${id} is missing`),
    ...given.filter((id) => !needed.includes(id)).map((id) => `${what} ${id} is not on the board`),
  ]
  return [
    ...compare(
      'spot',
      problem.spots.map((spot) => spot.id),
      Object.keys(layout.spots),
    ),
    ...compare(
      'route',
      problem.bundles.map((bundle) => bundle.id),
      Object.keys(layout.bends),
    ),
  ]
}
