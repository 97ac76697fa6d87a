// The track of points: a hundred cells around the board, from the upper left corner clockwise.

import { SIZES } from './layout/problem'

export function trackCells(width: number, height: number): { x: number; y: number }[] {
  const inset = (SIZES.frame - 6) / 2 + 1
  const [across, down] = [width - 2 * inset, height - 2 * inset]
  const top = Math.round((50 * across) / (across + down))
  const side = 50 - top
  const cells: { x: number; y: number }[] = []
  for (let cell = 0; cell < 100; cell++) {
    if (cell < top) cells.push({ x: inset + (across * cell) / top, y: inset })
    else if (cell < 50) cells.push({ x: width - inset, y: inset + (down * (cell - top)) / side })
    else if (cell < 50 + top) cells.push({ x: width - inset - (across * (cell - 50)) / top, y: height - inset })
    else cells.push({ x: inset, y: height - inset - (down * (cell - 50 - top)) / side })
  }
  return cells.map(({ x, y }) => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }))
}

/** A point of the track between the middles of two cells: 3.5 is half-way from cell 3 to cell 4, -0.5 from 99 to 0. */
export function trackPoint(cells: { x: number; y: number }[], along: number): { x: number; y: number } {
  const whole = Math.floor(along)
  const part = along - whole
  const at = (cell: number): { x: number; y: number } => cells[((cell % 100) + 100) % 100]!
  const [from, to] = [at(whole), at(whole + 1)]
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

/** Where markers stand: side by side, if several have the same cell. */
export function fanned(cells: { x: number; y: number }[], points: number[]): { x: number; y: number }[] {
  const cellOf = (score: number): number => ((score % 100) + 100) % 100
  return points.map((score, seat) => {
    const together = points.filter((other) => cellOf(other) === cellOf(score)).length
    const before = points.slice(0, seat).filter((other) => cellOf(other) === cellOf(score)).length
    // As far apart as they are wide, or as a cell has room for them all.
    const step = Math.min(0.42, 0.84 / together)
    return trackPoint(cells, cellOf(score) + (before - (together - 1) / 2) * step)
  })
}
