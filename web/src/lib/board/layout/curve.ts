// Lines of routes: cubic curves, followed as chains of short steps.

import type { Bend, Point } from './layout-problem'

/** A chain of points, with the distance from the start to each of them. */
export interface Line {
  x: Float64Array
  y: Float64Array
  way: Float64Array
  length: number
}

/** The inner points of the curve between two spots. */
export function controls(from: Point, to: Point, bend: Bend): [Point, Point] {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const chord = Math.hypot(dx, dy) || 1
  const nx = -dy / chord
  const ny = dx / chord
  return [
    { x: from.x + dx / 3 + nx * bend[0], y: from.y + dy / 3 + ny * bend[0] },
    { x: from.x + (dx * 2) / 3 + nx * bend[1], y: from.y + (dy * 2) / 3 + ny * bend[1] },
  ]
}

/** Follow the curve in a number of steps. */
export function follow(from: Point, to: Point, bend: Bend, steps: number): Line {
  const [one, two] = controls(from, to, bend)
  const x = new Float64Array(steps + 1)
  const y = new Float64Array(steps + 1)
  for (let step = 0; step <= steps; step++) {
    const t = step / steps
    const s = 1 - t
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
    x[step] = a * from.x + b * one.x + c * two.x + d * to.x
    y[step] = a * from.y + b * one.y + c * two.y + d * to.y
  }
  return measured(x, y)
}

function measured(x: Float64Array, y: Float64Array): Line {
  const way = new Float64Array(x.length)
  for (let i = 1; i < x.length; i++) way[i] = way[i - 1]! + Math.hypot(x[i]! - x[i - 1]!, y[i]! - y[i - 1]!)
  return { x, y, way, length: way[x.length - 1]! }
}

/** The line beside another, to its right (seen along it, y down) if the distance is positive. */
export function beside(line: Line, distance: number): Line {
  if (!distance) return line
  const count = line.x.length
  const x = new Float64Array(count)
  const y = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const before = Math.max(i - 1, 0)
    const after = Math.min(i + 1, count - 1)
    const dx = line.x[after]! - line.x[before]!
    const dy = line.y[after]! - line.y[before]!
    const step = Math.hypot(dx, dy) || 1
    x[i] = line.x[i]! - (dy / step) * distance
    y[i] = line.y[i]! + (dx / step) * distance
  }
  return measured(x, y)
}

/** The point at a distance along a line, and the line's direction there in radians. */
export function pointAt(line: Line, way: number): Point & { direction: number } {
  const last = line.x.length - 1
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (line.way[middle]! <= way) low = middle
    else high = middle
  }
  const span = line.way[high]! - line.way[low]! || 1
  const part = (way - line.way[low]!) / span
  const dx = line.x[high]! - line.x[low]!
  const dy = line.y[high]! - line.y[low]!
  return { x: line.x[low]! + dx * part, y: line.y[low]! + dy * part, direction: Math.atan2(dy, dx) }
}
