// What glows: the line around a route, along its spaces only, so that the glows of routes that meet in a city stay
// apart; and a city.

import type { RouteShape, SpotShape } from '../geometry'

/** Whether a spot is one to show, by its place or by its own id (one of a country's dead ends). */
export function isLit({ id, place }: SpotShape, highlighted: ReadonlySet<string>): boolean {
  return highlighted.has(place) || highlighted.has(id)
}

/** The middle line of the spaces, extended by `beyond` at both ends. */
export function spine({ spaces, spaceLength }: RouteShape, beyond: number): string {
  const first = spaces[0]!
  const last = spaces.at(-1)!
  const half = spaceLength / 2 + beyond
  const start = tip(first, spaces[1] ?? null, half)
  const end = spaces.length > 1 ? tip(last, spaces.at(-2)!, half) : opposite(first, start)
  const points = [start, ...spaces, end]
  return `M${points.map(({ x, y }) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join('L')}`
}

/** The width of the rim around a glow: bounds in units of the board, and the width in pixels that is visible enough. */
const RIM = { least: 2, most: 6, seen: 1.6 }

/** The width of the rim at a scale (pixels to a unit), in units. */
export function rimAt(scale: number): number {
  return Math.min(Math.max(RIM.least, RIM.seen / scale), RIM.most)
}

interface Turned {
  x: number
  y: number
  angle: number
}

/** The end of a space that is farther from its neighbour. */
function tip(space: Turned, neighbour: Turned | null, half: number): { x: number; y: number } {
  const turn = (space.angle * Math.PI) / 180
  const [dx, dy] = [Math.cos(turn) * half, Math.sin(turn) * half]
  const towards = neighbour && (neighbour.x - space.x) * dx + (neighbour.y - space.y) * dy > 0
  return towards ? { x: space.x - dx, y: space.y - dy } : { x: space.x + dx, y: space.y + dy }
}

function opposite(middle: { x: number; y: number }, point: { x: number; y: number }): { x: number; y: number } {
  return { x: 2 * middle.x - point.x, y: 2 * middle.y - point.y }
}
