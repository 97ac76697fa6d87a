// Names as large as there is room for: the search keeps room for the smallest size, most have more.

import type { LabelShape, RouteShape, SpotShape } from '../src/lib/board/geometry'
import { LABEL_PLACES, labelShape } from '../src/lib/board/layout/labels'
import { SIZES } from '../src/lib/board/layout/problem'
import { BADGE_RADIUS } from '../src/lib/board/layout/shapes'
import { cityDisc, discOn, labelBox, outside, overlap, spaceBox } from './boxes'

/** The size that names should have, and the steps down to the least. */
const WANTED = 24
const STEP = 0.5
/** Kept around a name that grows, and beside it if the next thing is a name as well: two must not read as one. */
const AIR = 1
const WORD_SPACE = 9
/** How far a name may be pushed off its place for the sake of its size, in both directions. */
const NUDGES = [0, 3, -3, 6, -6]

interface Board {
  width: number
  height: number
  spots: SpotShape[]
  routes: RouteShape[]
}

/** Give every name the largest size, in the place that it has or else in another one beside its city. */
export function growNames({ width, height, spots, routes }: Board): SpotShape[] {
  const spaces = routes.flatMap((route) => route.spaces.map((space) => spaceBox(route, space)))
  const discs = [
    ...spots.map(cityDisc),
    ...routes.flatMap(({ badge }) => (badge ? [{ ...badge, radius: BADGE_RADIUS }] : [])),
  ]
  const grown = spots.map((spot) => ({ ...spot }))
  const fits = (own: SpotShape, label: LabelShape): boolean => {
    const tight = labelBox(label)
    const box = { ...tight, long: tight.long + AIR, wide: tight.wide + AIR }
    const apart = { ...box, long: tight.long + WORD_SPACE }
    return !(
      outside(box, { width, height }) ||
      spaces.some((space) => overlap(space, box)) ||
      discs.some((disc) => discOn(disc, box)) ||
      grown.some((other) => other.id !== own.id && other.label && overlap(labelBox(other.label), apart))
    )
  }
  for (let size = SIZES.labelSize + STEP; size <= WANTED; size += STEP)
    for (const spot of grown) {
      // One that could not take the step before has found its size.
      if (!spot.label || spot.label.size !== size - STEP) continue
      const room = (spot.label.width * size) / spot.label.size
      const larger = [
        { ...spot.label, width: room, size },
        ...LABEL_PLACES.map((_, place) => labelShape(spot, room, place, size)),
      ]
        .flatMap(nudged)
        .find((label) => fits(spot, label))
      if (larger) spot.label = larger
    }
  return grown.map((spot) => ({ ...spot, label: spot.label && rounded(spot.label) }))
}

function nudged(label: LabelShape): LabelShape[] {
  return NUDGES.flatMap((x) => NUDGES.map((y) => ({ ...label, x: label.x + x, y: label.y + y })))
}

function rounded(label: LabelShape): LabelShape {
  const tenth = (value: number): number => Math.round(value * 10) / 10
  return { ...label, x: tenth(label.x), y: tenth(label.y), width: tenth(label.width) }
}
