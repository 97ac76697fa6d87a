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
