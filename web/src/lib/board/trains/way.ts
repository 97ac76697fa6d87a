// Paths of trains: the rails of one route, or of several routes one after the other.

import type { BoardGeometry, RouteShape } from '../geometry'

interface Point {
  x: number
  y: number
}

/** A chain of points, with the distance from its start to each of them. */
export interface Way {
  points: Point[]
  at: number[]
  length: number
}

export interface Pose extends Point {
  /** Degrees from the x axis, in the direction of travel. */
  angle: number
}

/** The rails of a route, from its first place to its second. */
export function railsOf({ path }: RouteShape): Point[] {
  return [...path.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
}

export function measured(points: Point[]): Way {
  const at = [0]
  for (let next = 1; next < points.length; next++)
    at.push(at[next - 1]! + Math.hypot(points[next]!.x - points[next - 1]!.x, points[next]!.y - points[next - 1]!.y))
  return { points, at, length: at.at(-1)! }
}

/** The position of a wagon after a distance. */
export function along({ points, at, length }: Way, gone: number): Pose {
  const distance = Math.min(Math.max(gone, 0), length)
  const end = Math.max(
    1,
    at.findIndex((way) => way >= distance),
  )
  const [from, to] = [points[end - 1]!, points[end]!]
  const part = (distance - at[end - 1]!) / (at[end]! - at[end - 1]! || 1)
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, angle }
}

/** The distance along the path of its point nearest to this one. */
export function reached(way: Way, { x, y }: Point): number {
  let [best, found] = [Infinity, 0]
  for (let gone = 0; gone <= way.length; gone += 2) {
    const pose = along(way, gone)
    const off = Math.hypot(pose.x - x, pose.y - y)
    if (off < best) [best, found] = [off, gone]
  }
  return found
}

/** One path over all these routes, as far as they are connected; from west to east. */
export function wayOver(geometry: Pick<BoardGeometry, 'routes' | 'spots'>, routes: readonly string[]): Way | null {
  const left = geometry.routes.filter((shape) => routes.includes(shape.id))
  const spots = new Map(geometry.spots.map((spot) => [spot.id, spot]))
  const count = (spot: string): number => left.filter((shape) => shape.spots.includes(spot)).length
  const ends = left.flatMap((shape) => shape.spots).filter((spot) => count(spot) === 1)
  const west = ends.sort((a, b) => (spots.get(a)?.x ?? 0) - (spots.get(b)?.x ?? 0))[0]
  let here = west ?? left[0]?.spots[0]
  const points: Point[] = []
  while (here) {
    const next = left.findIndex((shape) => shape.spots.includes(here!))
    if (next < 0) break
    const [shape] = left.splice(next, 1) as [RouteShape]
    const rails = railsOf(shape)
    const forwards: boolean = shape.spots[0] === here
    points.push(...(forwards ? rails : rails.reverse()))
    here = shape.spots[forwards ? 1 : 0]
  }
  return points.length > 1 ? measured(points) : null
}
