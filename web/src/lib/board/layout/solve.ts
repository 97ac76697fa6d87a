// The search for a layout by simulated annealing: small random changes, kept if they improve the layout, and at first
// sometimes if they don't. The same problem, start and seed give the same layout.

import { betweenBands, dislike, neighbours, ofBand, ofLabel, ofSpot, overLabel, overSpot } from './energy'
import { LABEL_PLACES } from './label-places'
import { SIZES, type Bend, type Layout, type Problem } from './layout-problem'
import { randomNumbers } from './random'
import { State, type Band } from './state'

export interface Effort {
  /** How many changes are tried. */
  steps: number
  /** The initial temperature of the annealing, and how far a city may jump. */
  heat: number
  reach: number
  seed: number
}

/** The weight of overlaps against ugly shapes at the end of the search. */
const STRICTEST = 8

export function solve(problem: Problem, start: Layout | null, effort: Effort): { layout: Layout; badness: number } {
  const search = new Search(problem, start, effort.seed)
  search.run(effort)
  return { layout: search.state.layout(), badness: search.total() }
}

class Search {
  readonly state: State
  private readonly random: () => number
  private readonly near: number[][]
  /** Marks of the bundles that a change touches, so that no pair is counted twice. */
  private readonly touchedBand: Uint8Array
  /** The weight of overlaps against ugly shapes; it grows towards the end. */
  private strict = 1

  constructor(
    private readonly problem: Problem,
    start: Layout | null,
    seed: number,
  ) {
    this.state = new State(problem, start)
    this.random = randomNumbers(seed)
    this.near = neighbours(problem)
    this.touchedBand = new Uint8Array(problem.bundles.length)
  }

  run(effort: Effort): void {
    const movable = this.problem.spots.flatMap((spot, number) => (spot.pinned ? [] : [number]))
    const named = this.problem.spots.flatMap((spot, number) => (spot.labelWidth ? [number] : []))
    for (let step = 0; step < effort.steps; step++) {
      const left = 1 - step / effort.steps
      const heat = effort.heat * left * left * left + 0.01
      this.strict = 1 + (STRICTEST - 1) * (1 - left)
      const size = effort.reach * left * left + 1
      const kind = this.random()
      if (kind < 0.4 && movable.length) this.moveSpot(this.pick(movable), size, heat)
      else if (kind < 0.85) this.bendBundle(Math.floor(this.random() * this.problem.bundles.length), size, heat)
      else if (named.length) this.moveLabel(this.pick(named), heat)
    }
  }

  /** The cost of the whole layout. */
  total(): number {
    const bands = this.problem.bundles.map((_, number) => number)
    const spots = this.problem.spots.map((_, number) => number)
    return this.cost(bands, spots)
  }

  private pick(from: number[]): number {
    return from[Math.floor(this.random() * from.length)]!
  }

  private swing(size: number): number {
    return (this.random() + this.random() + this.random() - 1.5) * size
  }

  private moveSpot(number: number, size: number, heat: number): void {
    const { state } = this
    const spot = state.spots[number]!
    const old = { ...spot }
    const bundles = state.ending[number]!
    const bands = bundles.map((bundle) => state.bands[bundle]!)
    const before = this.cost(bundles, [number])
    spot.x += this.swing(size * 1.4)
    spot.y += this.swing(size * 1.4)
    for (const bundle of bundles) state.bands[bundle] = state.band(bundle, state.bends[bundle]!)
    if (this.accept(this.cost(bundles, [number]) - before, heat)) return
    spot.x = old.x
    spot.y = old.y
    bundles.forEach((bundle, index) => (state.bands[bundle] = bands[index]!))
  }

  private bendBundle(number: number, size: number, heat: number): void {
    const { state } = this
    const old = state.bends[number]!
    const bend: Bend = [...old]
    const kind = this.random()
    if (kind < 0.5) {
      const both = this.swing(size * 1.6)
      bend[0] += both
      bend[1] += both
    } else if (kind < 0.75) bend[this.random() < 0.5 ? 0 : 1] += this.swing(size)
    else {
      const end = this.random() < 0.5 ? 2 : 3
      bend[end] = Math.min(Math.max(bend[end] + this.swing(10), SIZES.lead), SIZES.longestLead)
    }
    const band = state.bands[number]!
    const before = this.cost([number], [])
    state.bends[number] = bend
    state.bands[number] = state.band(number, bend)
    if (this.accept(this.cost([number], []) - before, heat)) return
    state.bends[number] = old
    state.bands[number] = band
  }

  private moveLabel(number: number, heat: number): void {
    const { state } = this
    const old = state.labels[number]!
    const before = this.labelCost(number)
    state.labels[number] = Math.floor(this.random() * LABEL_PLACES.length)
    if (!this.accept(this.labelCost(number) - before, heat)) state.labels[number] = old
  }

  private accept(worse: number, heat: number): boolean {
    return worse <= 0 || this.random() < Math.exp(-worse / heat)
  }

  private labelCost(number: number): number {
    const { state } = this
    const { x, y } = state.label(number)
    const width = this.problem.spots[number]!.labelWidth
    let overlap = ofLabel(number, state)
    for (const band of state.bands) overlap += overLabel(band, x, y, width)
    return dislike(number, state) + overlap * this.strict
  }

  /** The cost of these bundles and spots, alone and with everything else. */
  private cost(bundles: number[], spots: number[]): number {
    const { state, touchedBand } = this
    let ugly = 0
    let overlap = 0
    for (const number of bundles) touchedBand[number] = 1
    for (const number of bundles) {
      const band = state.bands[number]!
      ugly += ofBand(band, state)
      for (let other = 0; other < state.bands.length; other++)
        if (other !== number && (!touchedBand[other] || other > number))
          overlap += betweenBands(band, state.bands[other]!)
      overlap += this.overPlaces(band)
    }
    for (const number of spots) {
      ugly += ofSpot(number, state, this.near[number]!) + dislike(number, state)
      overlap += ofLabel(number, state)
      const { x, y } = state.spots[number]!
      const label = state.label(number)
      const width = this.problem.spots[number]!.labelWidth
      for (let other = 0; other < state.bands.length; other++) {
        if (touchedBand[other]) continue
        const band = state.bands[other]!
        if (band.from !== number && band.to !== number) overlap += overSpot(band, x, y)
        if (width) overlap += overLabel(band, label.x, label.y, width)
      }
    }
    for (const number of bundles) touchedBand[number] = 0
    return ugly + overlap * this.strict
  }

  private overPlaces(band: Band): number {
    const { state } = this
    let total = 0
    for (let spot = 0; spot < state.spots.length; spot++) {
      const { x, y } = state.spots[spot]!
      if (band.from !== spot && band.to !== spot) total += overSpot(band, x, y)
      const width = this.problem.spots[spot]!.labelWidth
      if (!width) continue
      const label = state.label(spot)
      total += overLabel(band, label.x, label.y, width)
    }
    return total
  }
}
