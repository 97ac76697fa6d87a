// The track of points: a hundred cells around the board, from the upper left corner clockwise.

import { SIZES } from '../layout/layout-problem'

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

/** The sign on a marker: how many times it went around the track, or that it went backwards. */
export function lapOf(points: number): string {
  if (points < 0) return '−'
  return points >= 100 ? String(Math.floor(points / 100)) : ''
}

/** A marker alone on its cell, in units; the gap between two; and half the depth of the track. */
export const MARKER = { radius: 11.2, gap: 0.6, deep: (SIZES.frame - 9) / 2 }

export interface Place {
  x: number
  y: number
  radius: number
}

/** Where markers stand: side by side in their cell, in two rows if there are more than three, and smaller to fit. */
export function fanned(cells: { x: number; y: number }[], points: number[]): Place[] {
  const cellOf = (score: number): number => ((score % 100) + 100) % 100
  return points.map((score, seat) => {
    const cell = cellOf(score)
    const together = points.filter((other) => cellOf(other) === cell).length
    const before = points.slice(0, seat).filter((other) => cellOf(other) === cell).length
    return standing(cells, cell, together)[before]!
  })
}

/** In a corner, four or five: in a square in the corner, and one beside it. In parts of a marker's radius. */
const CORNER = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
  [2.75, 0],
] as const

function standing(cells: { x: number; y: number }[], cell: number, count: number): Place[] {
  const [before, middle, after] = [trackPoint(cells, cell - 0.5), cells[cell]!, trackPoint(cells, cell + 0.5)]
  const straight = Math.abs(before.x - after.x) < 0.2 || Math.abs(before.y - after.y) < 0.2
  let places: { x: number; y: number }[]
  if (count <= 3) places = Array.from({ length: count }, (_, at) => trackPoint(cells, cell + (at + 0.5) / count - 0.5))
  else if (straight) {
    const length = Math.hypot(after.x - before.x, after.y - before.y)
    const [along, across] = [(after.x - before.x) / length, (after.y - before.y) / length]
    const rows = [Math.ceil(count / 2), Math.floor(count / 2)] as const
    places = rows.flatMap((row, number) =>
      Array.from({ length: row }, (_, at) => {
        const way = (at + 0.5 - row / 2) * (length / rows[0])
        const aside = (number - 0.5) * MARKER.deep
        return { x: middle.x + along * way - across * aside, y: middle.y + across * way + along * aside }
      }),
    )
  } else {
    const [right, down] = [Math.sign(before.x + after.x - 2 * middle.x), Math.sign(before.y + after.y - 2 * middle.y)]
    const unit = MARKER.deep / 2
    places = CORNER.slice(0, count).map(([x, y]) => ({ x: middle.x + right * x * unit, y: middle.y + down * y * unit }))
  }
  const apart = places.flatMap((one, at) => places.slice(at + 1).map((two) => Math.hypot(one.x - two.x, one.y - two.y)))
  const most = count > 3 ? MARKER.deep / 2 : MARKER.radius
  const radius = Math.min(most, ...apart.map((far) => (far - MARKER.gap) / 2))
  return places.map(({ x, y }) => ({ x, y, radius }))
}
