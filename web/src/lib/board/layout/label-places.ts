// Where a name may stand beside its city.

import type { LabelShape } from '../geometry'
import { SIZES, type Label, type Point } from './layout-problem'

interface Place {
  /** The offset of the label's middle from the city: in label widths and heights, plus a number of units. */
  wide: number
  right: number
  high: number
  down: number
  anchor: LabelShape['anchor']
  /** How much worse it looks than the best one. */
  dislike: number
}

const beside = SIZES.cityRadius + 4

/** The places around a city, best first: right, left, above, below, and between these. */
export const LABEL_PLACES: readonly Place[] = [
  { wide: 0.5, right: beside, high: 0, down: 0, anchor: 'start', dislike: 0 },
  { wide: 0.5, right: beside - 5, high: -0.5, down: -6, anchor: 'start', dislike: 0.5 },
  { wide: 0.5, right: beside - 5, high: 0.5, down: 6, anchor: 'start', dislike: 0.6 },
  { wide: -0.5, right: -beside, high: 0, down: 0, anchor: 'end', dislike: 0.6 },
  { wide: -0.5, right: -beside + 5, high: -0.5, down: -6, anchor: 'end', dislike: 1 },
  { wide: -0.5, right: -beside + 5, high: 0.5, down: 6, anchor: 'end', dislike: 1 },
  { wide: 0, right: 0, high: -0.5, down: -beside + 1, anchor: 'middle', dislike: 0.8 },
  { wide: 0, right: 0, high: 0.5, down: beside - 1, anchor: 'middle', dislike: 0.8 },
  { wide: 0.25, right: 0, high: -0.5, down: -beside + 1, anchor: 'middle', dislike: 1.2 },
  { wide: -0.25, right: 0, high: -0.5, down: -beside + 1, anchor: 'middle', dislike: 1.2 },
  { wide: 0.25, right: 0, high: 0.5, down: beside - 1, anchor: 'middle', dislike: 1.2 },
  { wide: -0.25, right: 0, high: 0.5, down: beside - 1, anchor: 'middle', dislike: 1.2 },
  { wide: 0.5, right: -6, high: -0.5, down: -beside + 1, anchor: 'start', dislike: 1.2 },
  { wide: -0.5, right: 6, high: -0.5, down: -beside + 1, anchor: 'end', dislike: 1.3 },
  { wide: 0.5, right: -6, high: 0.5, down: beside - 1, anchor: 'start', dislike: 1.2 },
  { wide: -0.5, right: 6, high: 0.5, down: beside - 1, anchor: 'end', dislike: 1.3 },
  { wide: 0.5, right: beside + 8, high: 0, down: 0, anchor: 'start', dislike: 2.5 },
  { wide: -0.5, right: -beside - 8, high: 0, down: 0, anchor: 'end', dislike: 2.5 },
  { wide: 0, right: 0, high: -0.5, down: -beside - 8, anchor: 'middle', dislike: 2.5 },
  { wide: 0, right: 0, high: 0.5, down: beside + 8, anchor: 'middle', dislike: 2.5 },
]

/** The middle of a label in one of these places, or at its offset. */
export function labelMiddle(city: Point, width: number, label: Label, height: number = SIZES.labelHeight): Point {
  if (typeof label !== 'number') return { x: city.x + label[0], y: city.y + label[1] }
  const place = LABEL_PLACES[label]!
  return {
    x: city.x + place.wide * width + place.right,
    y: city.y + place.high * height + place.down,
  }
}

export function labelShape(city: Point, width: number, label: Label, size: number = SIZES.labelSize): LabelShape {
  const middle = labelMiddle(city, width, label, (SIZES.labelHeight * size) / SIZES.labelSize)
  const anchor = typeof label === 'number' ? LABEL_PLACES[label]!.anchor : 'middle'
  const aside = anchor === 'start' ? -width / 2 : anchor === 'end' ? width / 2 : 0
  return { x: middle.x + aside, y: middle.y, anchor, width, size }
}
