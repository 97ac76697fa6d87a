// Which city names are shown on a small map, and where: fewer, in legible letters, and none that could be taken for
// another city's. More appear as the user zooms in, until all are legible in their places in the drawing.

import type { BoardGeometry, LabelShape, SpotShape } from '../geometry'
import { namePlaces, touch, type NamePlace } from './nameplaces'

/** The least height of letters on the screen, in pixels. */
const READABLE = 10.5
/** Below this height on the screen, names of countries and regions are left out. */
const LETTERING = 8
/** How many spaces a name may cover: one with priority, one of a large city, any other. */
const COVERED = { first: Infinity, large: 2.6, other: 0.45 }
/** How much nearer to its own city than to any other a name must be, in letter heights. */
const CLEAR = { first: 0, large: 0.25, other: 0.6 }
/** How many names may be moved to make room for one more, and how many places are tried for it. */
const MOVED = { names: 2, tries: 20 }

export function letteringShown(size: number, scale: number): boolean {
  return size * scale >= LETTERING
}

/** Whether every name can be read at this scale. */
export function allNamed(geometry: BoardGeometry, scale: number, names: Readonly<Record<string, string>>): boolean {
  const labelled = geometry.spots.filter((spot) => spot.label !== null)
  return namesAt(geometry, scale, new Set(), names).size === labelled.length
}

/**
 * The names to show at a scale (pixels to a unit), by spot. Those of `first` come before others, then the large cities,
 * then those where most routes meet. Names with priority and of large cities may cover a space or two; none stands as
 * near to another city.
 */
export function namesAt(
  geometry: BoardGeometry,
  scale: number,
  first: ReadonlySet<string>,
  names: Readonly<Record<string, string>> = {},
): Map<string, LabelShape> {
  const labelled = geometry.spots.filter((spot) => spot.label !== null)
  if (labelled.every((spot) => spot.label!.size * scale >= READABLE))
    return new Map(labelled.map((spot) => [spot.id, spot.label!]))
  const routes = new Map<string, number>()
  for (const route of geometry.routes) for (const id of route.spots) routes.set(id, (routes.get(id) ?? 0) + 1)
  const large = new Set(geometry.large)
  const kind = ({ place }: SpotShape) => (first.has(place) ? 'first' : large.has(place) ? 'large' : 'other')
  const rank = (spot: SpotShape): number =>
    (first.has(spot.place) ? 1000 : 0) + (large.has(spot.place) ? 100 : 0) + (routes.get(spot.id) ?? 0)
  const around = namePlaces({ geometry, scale, size: READABLE / scale, marked: first, names })
  const plan = new Plan()
  for (const spot of [...labelled].sort((a, b) => rank(b) - rank(a))) {
    const most = COVERED[kind(spot)]
    const least = CLEAR[kind(spot)]
    plan.add(
      spot.id,
      around(spot).filter(({ covered, clear }) => covered <= most && clear >= least),
    )
  }
  return plan.labels()
}

/** Names in places that don't touch each other. */
class Plan {
  readonly #options = new Map<string, NamePlace[]>()
  readonly #shown = new Map<string, NamePlace>()

  /** Add a name in the best free place, or in one that others can free by moving; or leave it out. */
  add(id: string, options: NamePlace[]): void {
    this.#options.set(id, options)
    const place = options.find((option) => this.#isFree(option)) ?? this.#madeFree(options)
    if (place) this.#shown.set(id, place)
  }

  labels(): Map<string, LabelShape> {
    return new Map([...this.#shown].map(([id, { label }]) => [id, label]))
  }

  #isFree({ room }: NamePlace): boolean {
    for (const { box } of this.#shown.values()) if (touch(room, box)) return false
    return true
  }

  /** Find a place that becomes free if the names on it move elsewhere, and move them. */
  #madeFree(options: NamePlace[]): NamePlace | null {
    for (const option of options.slice(0, MOVED.tries)) {
      const before = [...this.#shown].filter(([, { box }]) => touch(option.room, box))
      if (before.length > MOVED.names) continue
      for (const [id] of before) this.#shown.delete(id)
      const moved = before.every(([id, old]) => {
        const other = this.#options
          .get(id)!
          .find(
            (place) =>
              place.covered <= Math.max(old.covered, COVERED.other) &&
              !touch(place.room, option.box) &&
              this.#isFree(place),
          )
        if (other) this.#shown.set(id, other)
        return other !== undefined
      })
      if (moved) return option
      for (const [id, old] of before) this.#shown.set(id, old)
    }
    return null
  }
}
