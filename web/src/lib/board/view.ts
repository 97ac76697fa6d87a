// Looking at the map: which part of it fills the window.

import type { BoardGeometry, Box } from './geometry'

export interface Transform {
  k: number
  x: number
  y: number
}

export interface Window {
  width: number
  height: number
}

/** The transform that shows a box as large as it can be, in the middle of the window. */
export function fitBox(box: Box, window: Window, margin = 0, most = Infinity): Transform {
  const [left, top, right, bottom] = box
  const k = Math.min(
    (window.width - 2 * margin) / Math.max(right - left, 1),
    (window.height - 2 * margin) / Math.max(bottom - top, 1),
    most,
  )
  return { k, x: (window.width - (left + right) * k) / 2, y: (window.height - (top + bottom) * k) / 2 }
}

/** Around the board when all of it is shown. */
const MARGIN = 6

export function wholeBoard(geometry: { width: number; height: number }, window: Window): Transform {
  return fitBox([0, 0, geometry.width, geometry.height], window, MARGIN)
}

/** The box around some spots (by place or spot id) and routes. */
export function boxAround(geometry: BoardGeometry, ids: Iterable<string>): Box | null {
  const wanted = new Set(ids)
  const boxes: Box[] = []
  for (const spot of geometry.spots)
    if (wanted.has(spot.id) || wanted.has(spot.place)) boxes.push([spot.x - 60, spot.y - 60, spot.x + 60, spot.y + 60])
  for (const route of geometry.routes) if (wanted.has(route.id)) boxes.push(route.box)
  if (!boxes.length) return null
  return [
    Math.max(Math.min(...boxes.map((box) => box[0])), 0),
    Math.max(Math.min(...boxes.map((box) => box[1])), 0),
    Math.min(Math.max(...boxes.map((box) => box[2])), geometry.width),
    Math.min(Math.max(...boxes.map((box) => box[3])), geometry.height),
  ]
}

/** Whether the whole board, as large as it can be, leaves more room above and below than at its sides. */
export function moreRoomBelow(geometry: { width: number; height: number }, window: Window): boolean {
  return window.height / geometry.height > window.width / geometry.width
}
