// Looking at the map: which part of it fills the window.

import type { BoardGeometry, Box } from './geometry'
import { TITLE } from './plate'

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
const MARGIN = 4

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

/** Where a row or a column of buttons stands in the window. */
export interface Corner {
  right: boolean
  bottom: boolean
  lying: boolean
}

/** The size of the three buttons for zooming, with the gaps between and around them. */
const TOOLS = { long: 132, wide: 52 }

/** The corner where buttons cover least of the game when the whole board is shown; below on the right, if that will do. */
export function cornerForTools(geometry: BoardGeometry, window: Window): Corner {
  const { k, x, y } = wholeBoard(geometry, window)
  const things = thingsOf(geometry)
  let best: Corner = { right: true, bottom: true, lying: false }
  let least = Infinity
  for (const bottom of [true, false])
    for (const right of [true, false])
      for (const lying of [false, true]) {
        const [across, down] = lying ? [TOOLS.long, TOOLS.wide] : [TOOLS.wide, TOOLS.long]
        const [left, top] = [right ? window.width - across : 0, bottom ? window.height - down : 0]
        const box = [(left - x) / k, (top - y) / k, (left + across - x) / k, (top + down - y) / k] as const
        const covered = things.filter(
          (thing) => thing[0] < box[2] && thing[2] > box[0] && thing[1] < box[3] && thing[3] > box[1],
        ).length
        if (covered < least) {
          least = covered
          best = { right, bottom, lying }
        }
      }
  return best
}

/** The boxes around all cities, names and spaces, and the plate with the board's name. */
function thingsOf({ spots, routes, title }: BoardGeometry): Box[] {
  const boxes: Box[] = []
  const around = (x: number, y: number, wide: number, high: number): void => {
    boxes.push([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2])
  }
  for (const { x, y, label } of spots) {
    around(x, y, 24, 24)
    if (!label) continue
    const aside = label.anchor === 'start' ? 0.5 : label.anchor === 'end' ? -0.5 : 0
    around(label.x + aside * label.width, label.y, label.width, label.size)
  }
  for (const route of routes) for (const { x, y } of route.spaces) around(x, y, route.spaceLength, route.spaceLength)
  if (title) around(title.x, title.y, TITLE.width, TITLE.height)
  return boxes
}
