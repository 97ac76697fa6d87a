/** The drawing of a board that is being edited: only what has changed is drawn again. */
import type { BoardFacts, BoardGeometry, RouteShape, SpotShape } from '../../board/geometry'
import { PAPER, type Scene } from '../../board/ground/ground-for'
import { LABEL_PLACES, labelShape } from '../../board/layout/label-places'
import { ofLabel, overLabel } from '../../board/layout/energy'
import {
  bundlesOf,
  SIZES,
  spotsOf,
  type Bundle,
  type Label,
  type Layout,
  type Point,
  type Problem,
} from '../../board/layout/layout-problem'
import { badgePoints, laneShapes } from '../../board/layout/shapes'
import { State } from '../../board/layout/state'
import { textWidth } from '../../board/lettering/text'
import { factsOf, idOf, isTable, layoutOf, type Board } from './board'

/** A place of a name that costs less than this touches nothing. */
const FREE = 1

export interface Drawn {
  facts: BoardFacts
  problem: Problem
  layout: Layout
  geometry: BoardGeometry
}

interface KnownBundle {
  key: string
  routes: Bundle['routes']
  shapes: RouteShape[]
}

export class Drawing {
  readonly #bundles = new Map<string, KnownBundle>()
  readonly #spots = new Map<string, { key: string; shape: SpotShape }>()
  readonly #widths = new Map<string, number>()

  /** Draw a board as it is now, upon its ground. */
  draw(board: Board, scene: Scene | null): Drawn {
    const { facts, problem, layout } = this.problemOf(board)
    let routes = problem.bundles.flatMap((bundle) => this.#lanes(problem, layout, bundle))
    if (facts.routes.some((route) => route.bonus_cards || route.any_cards_for_one)) {
      const badges = badgePoints(problem, layout, routes)
      routes = routes.map((shape) => withBadge(shape, badges.get(shape.id) ?? null))
    }
    const geometry: BoardGeometry = {
      board: facts.id,
      revision: facts.revision,
      width: board.width,
      height: board.height,
      ...(scene ?? PAPER),
      scenery: board.scenery === 'plain' ? (scene?.scenery ?? 'plain') : board.scenery,
      spots: problem.spots.map((spot) => this.#spot(spot, layout)),
      large: facts.places.filter((place) => place.tags.includes('capital')).map((place) => place.id),
      routes,
    }
    return { facts, problem, layout, geometry }
  }

  problemOf(board: Board): { facts: BoardFacts; problem: Problem; layout: Layout } {
    const facts = factsOf(board)
    const layout = layoutOf(board)
    const spots = spotsOf(facts)
    const problem: Problem = {
      width: board.width,
      height: board.height,
      bundles: bundlesOf(facts, spots),
      spots: spots.map(({ id, place, kind }) => ({
        id,
        place: place.id,
        kind,
        home: layout.spots[id] ?? { x: 0, y: 0 },
        pinned: true,
        labelWidth: place.name ? this.#width(place.name) : 0,
      })),
    }
    return { facts, problem, layout }
  }

  #width(name: string): number {
    const known = this.#widths.get(name)
    if (known !== undefined) return known
    const found = Math.ceil(textWidth(name)) + 2
    this.#widths.set(name, found)
    return found
  }

  /** Measure names again, when their font has come. */
  measureAgain(): void {
    this.#widths.clear()
    this.#spots.clear()
  }

  #lanes(problem: Problem, layout: Layout, bundle: Bundle): RouteShape[] {
    const ends = [bundle.from, bundle.to].map((number) => problem.spots[number]!.home)
    const key = [...ends.flatMap(({ x, y }) => [x, y]), ...(layout.bends[bundle.id] ?? [])].join()
    const known = this.#bundles.get(bundle.id)
    if (known?.key === key && same(known.routes, bundle.routes)) return known.shapes
    const shapes = laneShapes(problem, layout, bundle)
    this.#bundles.set(bundle.id, { key, routes: bundle.routes, shapes })
    return shapes
  }

  #spot({ id, place, kind, home, labelWidth }: Problem['spots'][number], layout: Layout): SpotShape {
    const label: Label = layout.spots[id]?.label ?? 0
    const key = [place, kind, home.x, home.y, labelWidth, label].join()
    const known = this.#spots.get(id)
    if (known?.key === key) return known.shape
    const shape: SpotShape = {
      id,
      place,
      kind,
      x: home.x,
      y: home.y,
      label: labelWidth ? labelShape(home, labelWidth, label) : null,
    }
    this.#spots.set(id, { key, shape })
    return shape
  }

  /** Let names that touch something find another place, those of `first` in any case; names put by hand stay. */
  nameCities(board: Board, first: ReadonlySet<number> = new Set()): Board {
    const { problem, layout } = this.problemOf(board)
    const state = new State(problem, layout)
    const numbers = new Map(problem.spots.map((spot, number) => [spot.id, number]))
    let moved = false
    const cities = board.cities.map((city) => {
      const number = numbers.get(idOf(city))
      if (number === undefined || typeof city.label !== 'number' || !problem.spots[number]!.labelWidth) return city
      if (!first.has(city.key) && overlap(number, state) < FREE) return city
      const place = bestPlace(number, state)
      state.labels[number] = place
      if (place === city.label) return city
      moved = true
      return { ...city, label: place }
    })
    return moved ? { ...board, cities } : board
  }
}

function overlap(number: number, state: State): number {
  const { x, y } = state.label(number)
  const width = state.problem.spots[number]!.labelWidth
  let total = ofLabel(number, state)
  for (const band of state.bands) total += overLabel(band, x, y, width)
  return total
}

function bestPlace(number: number, state: State): number {
  const before = state.labels[number]!
  let best = 0
  let least = Infinity
  LABEL_PLACES.forEach(({ dislike }, place) => {
    state.labels[number] = place
    const cost = overlap(number, state) + dislike * 6
    if (cost < least) [best, least] = [place, cost]
  })
  state.labels[number] = before
  return best
}

const same = (one: unknown[], other: unknown[]): boolean =>
  one.length === other.length && one.every((element, index) => element === other[index])

function withBadge(shape: RouteShape, badge: Point | null): RouteShape {
  const unchanged = shape.badge?.x === badge?.x && shape.badge?.y === badge?.y
  return unchanged ? shape : { ...shape, badge }
}

/** The room of a space with its gap, in units: a wagon of 20 mm. */
const PITCH = 20 / (9 / 16) + SIZES.spaceGap

/** How many wagons fit on a line of this length between two cities. */
export function spacesFor(distance: number): number {
  return Math.max(Math.floor((distance - 2 * SIZES.lead + SIZES.spaceGap) / PITCH), 1)
}

/** The longest route that the board's rules give points for. */
export function longestRoute({ rules }: Board): number {
  const points = isTable(rules['route_points']) ? rules['route_points']['points'] : undefined
  return Math.max(1, ...Object.keys(isTable(points) ? points : { 6: 0 }).map(Number))
}
