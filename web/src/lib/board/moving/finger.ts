// Find the route that a finger means: the nearest one. On a phone a space is a few pixels wide.

import type { BoardGeometry, RouteShape } from '../geometry'
import { SIZES } from '../layout/layout-problem'

/** How far from a route a finger may be, in pixels. */
const REACH = 22

interface Point {
  x: number
  y: number
}

/** The route nearest to a point of the board, at a scale (pixels per unit); null on a city, or far from all routes. */
export function routeUnder(geometry: BoardGeometry, point: Point, scale: number): string | null {
  if (geometry.spots.some((spot) => Math.hypot(spot.x - point.x, spot.y - point.y) <= SIZES.cityRadius)) return null
  let nearest: string | null = null
  let least = REACH / scale
  for (const route of geometry.routes) {
    const away = distance(route, point)
    if (away < least) [nearest, least] = [route.id, away]
  }
  return nearest
}

/** From a point to the middle line of the nearest space. */
function distance({ spaces, spaceLength }: RouteShape, point: Point): number {
  return Math.min(
    ...spaces.map(({ x, y, angle }) => {
      const turn = (angle * Math.PI) / 180
      const [dx, dy] = [point.x - x, point.y - y]
      const along = dx * Math.cos(turn) + dy * Math.sin(turn)
      const across = dy * Math.cos(turn) - dx * Math.sin(turn)
      return Math.hypot(Math.max(Math.abs(along) - spaceLength / 2, 0), across)
    }),
  )
}
