// A layout while it is searched for: positions, bends and labels, with what can be measured of them.

import { follow, pointAt } from './curve'
import { labelMiddle } from './label-places'
import { halfWidth, SIZES, type Bend, type Label, type Layout, type Point, type Problem } from './layout-problem'

/** A band of parallel routes as the search sees it: points along its middle, as wide as its lanes. */
export interface Band {
  from: number
  to: number
  half: number
  x: Float64Array
  y: Float64Array
  count: number
  left: number
  top: number
  right: number
  bottom: number
  /** How long a space is. */
  space: number
  chord: number
  bend: Bend
}

/** Between two points of a band. */
const STEP = 9

export class State {
  readonly spots: Point[]
  readonly bends: Bend[]
  readonly labels: Label[]
  readonly bands: Band[]
  /** The bundles that end in each spot. */
  readonly ending: number[][]

  constructor(
    readonly problem: Problem,
    start: Layout | null,
  ) {
    this.spots = problem.spots.map((spot) => {
      const known = spot.pinned ? undefined : start?.spots[spot.id]
      return known ? { x: known.x, y: known.y } : { ...spot.home }
    })
    this.labels = problem.spots.map((spot) => start?.spots[spot.id]?.label ?? 0)
    this.bends = problem.bundles.map((bundle) => {
      const known = start?.bends[bundle.id]
      return known ? [...known] : [0, 0, SIZES.lead, SIZES.lead]
    })
    this.ending = problem.spots.map((_, spot) =>
      problem.bundles.flatMap((bundle, number) => (bundle.from === spot || bundle.to === spot ? [number] : [])),
    )
    this.bands = problem.bundles.map((_, number) => this.band(number, this.bends[number]!))
  }

  /** Measure the band of a bundle as it lies now, with the given bend. */
  band(number: number, bend: Bend): Band {
    const bundle = this.problem.bundles[number]!
    const from = this.spots[bundle.from]!
    const to = this.spots[bundle.to]!
    const chord = Math.hypot(to.x - from.x, to.y - from.y)
    const line = follow(from, to, bend, 16)
    const run = Math.max(line.length - bend[2] - bend[3], 1)
    const count = Math.max(2, Math.round(run / STEP) + 1)
    const band: Band = {
      from: bundle.from,
      to: bundle.to,
      half: halfWidth(bundle.routes.length),
      x: new Float64Array(count),
      y: new Float64Array(count),
      count,
      left: Infinity,
      top: Infinity,
      right: -Infinity,
      bottom: -Infinity,
      space: (run - (bundle.length - 1) * SIZES.spaceGap) / bundle.length,
      chord,
      bend,
    }
    // The first and the last point are a little inside, so that the round ends of the band stand for square ones.
    const inset = Math.min(4, run / 4)
    for (let i = 0; i < count; i++) {
      const point = pointAt(line, bend[2] + inset + ((run - 2 * inset) * i) / (count - 1))
      band.x[i] = point.x
      band.y[i] = point.y
      if (point.x < band.left) band.left = point.x
      if (point.x > band.right) band.right = point.x
      if (point.y < band.top) band.top = point.y
      if (point.y > band.bottom) band.bottom = point.y
    }
    return band
  }

  label(spot: number): Point {
    return labelMiddle(this.spots[spot]!, this.problem.spots[spot]!.labelWidth, this.labels[spot]!)
  }

  layout(): Layout {
    const tenth = (value: number): number => Math.round(value * 10) / 10
    const layout: Layout = { width: this.problem.width, height: this.problem.height, spots: {}, bends: {} }
    this.problem.spots.forEach((spot, number) => {
      const { x, y } = this.spots[number]!
      layout.spots[spot.id] = { x: tenth(x), y: tenth(y) }
      if (spot.labelWidth) layout.spots[spot.id]!.label = this.labels[number]!
    })
    this.problem.bundles.forEach((bundle, number) => {
      layout.bends[bundle.id] = this.bends[number]!.map(tenth) as Bend
    })
    return layout
  }
}
