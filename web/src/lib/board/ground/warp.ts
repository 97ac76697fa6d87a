// Warps the ground so that it follows the cities: a thin-plate spline from their real places to those on the board.

import type { Point } from '../layout/layout-problem'

export type Warp = (point: Point) => Point

/**
 * The smoothest warp that takes each `from` near its `to`. The larger `looseness`, the smoother and the less exact.
 * Outside the board it fades, so that far countries stay where they are.
 */
export function thinPlate(
  from: Point[],
  to: Point[],
  looseness: number,
  board: { width: number; height: number },
): Warp {
  const count = from.length
  const size = count + 3
  // Distances in units of the board's width keep the numbers of the system near 1.
  const unit = board.width
  const rows = Array.from({ length: size }, () => new Float64Array(size + 2))
  for (let i = 0; i < count; i++) {
    const row = rows[i]!
    for (let j = 0; j < count; j++) row[j] = i === j ? looseness : kernel(distance(from[i]!, from[j]!) / unit)
    row.set([1, from[i]!.x / unit, from[i]!.y / unit, to[i]!.x - from[i]!.x, to[i]!.y - from[i]!.y], count)
    rows[count]![i] = 1
    rows[count + 1]![i] = from[i]!.x / unit
    rows[count + 2]![i] = from[i]!.y / unit
  }
  eliminate(rows)
  const weights = rows.map((row) => ({ x: row[size]!, y: row[size + 1]! }))
  return (point) => {
    let [dx, dy] = [0, 0]
    const add = (number: number, factor: number): void => {
      dx += weights[number]!.x * factor
      dy += weights[number]!.y * factor
    }
    for (let i = 0; i < count; i++) add(i, kernel(distance(point, from[i]!) / unit))
    add(count, 1)
    add(count + 1, point.x / unit)
    add(count + 2, point.y / unit)
    const outside = Math.hypot(
      Math.max(-point.x, point.x - board.width, 0),
      Math.max(-point.y, point.y - board.height, 0),
    )
    const fade = Math.max(0, 1 - outside / 500)
    return { x: point.x + dx * fade, y: point.y + dy * fade }
  }
}

function kernel(r: number): number {
  return r === 0 ? 0 : r * r * Math.log(r)
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Solve a linear system in place: afterwards the last columns hold the solution (Gauss and Jordan, with pivots). */
function eliminate(rows: Float64Array[]): void {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    const best = rows[pivot]!
    rows[pivot] = rows[column]!
    rows[column] = best
    const scale = best[column]!
    if (Math.abs(scale) < 1e-12) throw new Error('two places of a board are at the same spot')
    for (let i = column; i < best.length; i++) best[i]! /= scale
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = rows[row]![column]!
      if (factor) for (let i = column; i < best.length; i++) rows[row]![i]! -= factor * best[i]!
    }
  }
}
