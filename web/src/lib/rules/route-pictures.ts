/** The rules of a board in pictures: routes that show them, and the points for each length. */
import type { RouteShape as DrawnRoute } from '../board/geometry'
import type { BoardDefinition, RouteShape } from '../protocol'

/** Kinds of routes, the common ones first. */
const KINDS: ((route: RouteShape) => boolean)[] = [
  (route) => plain(route) && route.colour !== 'grey' && !route.parallel_group,
  (route) => plain(route) && route.colour === 'grey' && !route.parallel_group,
  (route) => plain(route) && route.parallel_group !== null,
  (route) => route.locomotives > 0 && !route.parallel_group,
  (route) => route.waves > 0 && !route.parallel_group,
  (route) => route.tunnel && !route.parallel_group,
]

function plain(route: RouteShape): boolean {
  return route.locomotives === 0 && route.waves === 0 && !route.tunnel && route.any_cards_for_one === 0
}

/** One route of every kind that the board has, preferably with three spaces. */
export function shownRoutes(board: BoardDefinition): RouteShape[] {
  return KINDS.flatMap((kind) => {
    const all = board.routes.filter((route) => kind(route) && route.bonus_cards === 0)
    return all.toSorted((a, b) => Math.abs(a.length - 3) - Math.abs(b.length - 3)).slice(0, 1)
  })
}

/** The lanes of a route: itself, and those beside it. */
export function lanes(board: BoardDefinition, route: RouteShape): RouteShape[] {
  const beside = route.parallel_group ?? []
  return board.routes.filter((one) => one.id === route.id || beside.includes(one.id))
}

/** Lengths of routes with what they score, the shortest first. */
export function pointsByLength(board: BoardDefinition): [length: number, points: number][] {
  return [...new Map(board.routes.map((route) => [route.length, route.points]))].sort(([a], [b]) => a - b)
}

export const SPACE = { length: 38, width: 20, gap: 4, lane: 30 }

/** A route stretched out in a line, to be drawn as on the map. */
export function stretched(route: RouteShape, lane: number): DrawnRoute {
  const y = lane * SPACE.lane + SPACE.lane / 2
  const spaces = Array.from({ length: route.length }, (_, index) => ({
    x: index * (SPACE.length + SPACE.gap) + SPACE.length / 2 + 4,
    y,
    angle: 0,
  }))
  return {
    id: route.id,
    spots: [route.places[0] ?? '', route.places[1] ?? ''],
    path: '',
    hit: '',
    spaces,
    spaceLength: SPACE.length,
    spaceWidth: SPACE.width,
    badge: null,
    box: [0, 0, 0, 0],
  }
}
