// Enlarges names as far as there is room: the search reserves room for the smallest size, and most have more.

import type { LabelShape, RouteShape, SpotShape } from '../../src/lib/board/geometry'
import { LABEL_PLACES, labelShape } from '../../src/lib/board/layout/label-places'
import { SIZES } from '../../src/lib/board/layout/layout-problem'
import { BADGE_RADIUS } from '../../src/lib/board/layout/shapes'
import { NARROWEST } from '../../src/lib/board/lettering/text'
import { cityDisc, discOn, labelBox, outside, overlap, spaceBox, type Rectangle } from './boxes'

/** The size that names should have, and the steps down to the least. */
const WANTED = 24
const STEP = 0.5
/** Space around an enlarged name, and between two names, which must not read as one. */
const AIR = 1
const WORD_SPACE = 9
/** How far a name may be moved off its place to be larger, in both directions. */
const NUDGES = [0, 2, -2, 4, -4, 6, -6, 8, -8]
const FARTHEST = Math.max(...NUDGES)

/** How narrow the letters may get so that a name can be larger. */
const SQUEEZES = [1, 0.95, 0.9, NARROWEST]
/** How much nearer a name should be to its own city than to any other. */
const NEARER = 14

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
  /** Return whether a name fits at a place or slightly off it; only nearby objects are checked. */
  const fitting = (own: SpotShape, place: LabelShape): ((label: LabelShape) => boolean) => {
    const reach = roomy(place, WORD_SPACE + FARTHEST)
    const nearSpaces = spaces.filter((space) => overlap(space, reach))
    const nearDiscs = discs.filter((disc) => discOn(disc, reach))
    const nearNames = grown
      .flatMap((other) => (other.id !== own.id && other.label ? [labelBox(other.label)] : []))
      .filter((name) => overlap(name, reach))
    return (label) => {
      const box = roomy(label, AIR)
      if (outside(box, { width, height }) || nearSpaces.some((space) => overlap(space, box))) return false
      if (nearDiscs.some((disc) => discOn(disc, box))) return false
      box.long += WORD_SPACE - AIR
      return !nearNames.some((name) => overlap(name, box))
    }
  }
  const natural = new Map(spots.flatMap(({ id, label }) => (label ? [[id, label.width / label.size] as const] : [])))
  const grow = (): void => {
    for (let size = SIZES.labelSize + STEP; size <= WANTED; size += STEP)
      for (const spot of grown) {
        // A name that failed the previous step keeps its size.
        if (!spot.label || spot.label.size !== size - STEP) continue
        const { label } = spot
        for (const squeeze of SQUEEZES) {
          const room = natural.get(spot.id)! * size * squeeze
          const places = [
            { ...label, width: room, size },
            ...LABEL_PLACES.map((_, place) => labelShape(spot, room, place, size)),
          ]
          const larger = firstOf(places, (place) => nudged(place).find(fitting(spot, place)))
          if (!larger) continue
          spot.label = larger
          break
        }
      }
  }
  const settle = (): void => {
    // With its size fixed, move every name as near to its own city as possible, and away from others.
    for (const spot of grown) {
      const { label } = spot
      if (!label) continue
      const others = spots.filter(({ id }) => id !== spot.id)
      const cost = (placed: LabelShape): number => {
        const box = labelBox(placed)
        const own = distanceTo(spot, box)
        let other = Infinity
        for (const city of others) other = Math.min(other, distanceTo(city, box))
        return Math.max(own - SIZES.cityRadius - 4, 0) + Math.max(own + NEARER - other, 0) / 2
      }
      const places = [label, ...LABEL_PLACES.map((_, place) => labelShape(spot, label.width, place, label.size))]
      let least = cost(label) - 1
      for (const place of places) {
        const fits = fitting(spot, place)
        for (const placed of nudged(place)) {
          const found = cost(placed)
          if (found < least && fits(placed)) [spot.label, least] = [placed, found]
        }
      }
    }
  }
  grow()
  settle()
  return grown.map((spot) => ({ ...spot, label: spot.label && rounded(spot.label) }))
}

/** From the middle of a city to the nearest point of a name. */
function distanceTo({ x, y }: SpotShape, box: Rectangle): number {
  return Math.hypot(Math.max(Math.abs(x - box.x) - box.long, 0), Math.max(Math.abs(y - box.y) - box.wide, 0))
}

/** The box of a name with that much space around it. */
function roomy(label: LabelShape, air: number): Rectangle {
  const box = labelBox(label)
  return { ...box, long: box.long + air, wide: box.wide + air }
}

/** Return the first result that is not undefined. */
function firstOf<Item, Result>(items: Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

function nudged(label: LabelShape): LabelShape[] {
  return NUDGES.flatMap((x) => NUDGES.map((y) => ({ ...label, x: label.x + x, y: label.y + y })))
}

function rounded(label: LabelShape): LabelShape {
  const tenth = (value: number): number => Math.round(value * 10) / 10
  return { ...label, x: tenth(label.x), y: tenth(label.y), width: tenth(label.width) }
}
