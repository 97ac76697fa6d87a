// Looking at the map: which part of it fills the window.

import type { BoardGeometry, Box } from './geometry'
import { SIZES } from './layout/problem'
import { LINE_PITCH } from './lettering'
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

/** Where a row or a column of buttons stands in the window: its upper left corner. */
export interface ToolsPlace {
  x: number
  y: number
  lying: boolean
}

/** The size of the three buttons for zooming with the gaps between them, and what is kept free around them. */
const TOOLS = { long: 116, wide: 36, gap: 6 }
/** From one place that is tried to the next. */
const TOOLS_STEP = 8

/**
 * Where buttons cover least of the game when the whole board is shown: no city, name, space or field of the track, if
 * there is such a place. Among these, the one nearest to the lower right corner.
 */
export function placeForTools(geometry: BoardGeometry, window: Window): ToolsPlace {
  const { k, x, y } = wholeBoard(geometry, window)
  const things = thingsOf(geometry).map(([left, top, right, bottom]): Box => [
    left * k + x,
    top * k + y,
    right * k + x,
    bottom * k + y,
  ])
  const { gap } = TOOLS
  let best: ToolsPlace = { x: 0, y: 0, lying: false }
  let least = Infinity
  for (const lying of [false, true]) {
    const [across, down] = lying ? [TOOLS.long, TOOLS.wide] : [TOOLS.wide, TOOLS.long]
    const [lowest, rightmost] = [window.height - down - gap, window.width - across - gap]
    for (let top = lowest; top >= gap; top -= TOOLS_STEP)
      for (let left = rightmost; left >= gap; left -= TOOLS_STEP) {
        const far = Math.hypot(rightmost - left, lowest - top) / 10_000
        if (far >= least) continue
        const covered = things.filter(
          (thing) =>
            thing[0] < left + across + gap &&
            thing[2] > left - gap &&
            thing[1] < top + down + gap &&
            thing[3] > top - gap,
        ).length
        if (covered + far >= least) continue
        least = covered + far
        best = { x: left, y: top, lying }
      }
  }
  return best
}

/** The boxes around all cities, names and spaces, the names on the ground, the plate, and the track. */
function thingsOf({ width, height, spots, routes, lettering, title }: BoardGeometry): Box[] {
  const band = SIZES.frame - 6
  const boxes: Box[] = [
    [0, 0, width, band],
    [0, height - band, width, height],
    [0, 0, band, height],
    [width - band, 0, width, height],
  ]
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
  for (const { x, y, width, size, lines } of lettering) around(x, y, width, size * (1 + (lines - 1) * LINE_PITCH))
  if (title) around(title.x, title.y, title.width, TITLE.height)
  return boxes
}
