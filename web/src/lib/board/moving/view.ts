// The view of the map: which part of it fills the window.

import type { BoardGeometry, Box, LabelShape } from '../geometry'
import { SIZES } from '../layout/layout-problem'
import { LINE_PITCH } from '../lettering/lettering'
import { letteringShown, namesAt } from '../lettering/names'
import { TITLE } from '../lettering/plate'

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

/** Round a scale to steps, so that names don't flicker with every small movement. */
export function stepOf(k: number): number {
  return Math.max(Math.round(k * 40) / 40, 0.05)
}

/** The margin around the whole board. */
const MARGIN = 4
/**
 * How much smaller the whole board may be to leave a band beside it, in a window as narrow as a phone: a little, or
 * more if there is no band otherwise, as the buttons would cover cities and names.
 */
const SMALLER = { parts: [0.04, 0.12], narrow: 480 }

/** Whether a window is as narrow as a phone. Its lower edge moves with the panel below it, so buttons stand on top. */
function isNarrow({ width }: Window): boolean {
  return width < SMALLER.narrow
}

/**
 * The whole board, in the middle of the window; or a little aside, and a trifle smaller, if that leaves a band beside
 * it where the buttons for zooming have room: on the right or below, in a narrow window on the right or above.
 */
export function wholeBoard(geometry: { width: number; height: number }, window: Window): Transform {
  const fitted = fitBox([0, 0, geometry.width, geometry.height], window, MARGIN).k
  const [narrow, wide, long] = [isNarrow(window), TOOLS.wide + 2 * TOOLS.gap, TOOLS.long + 2 * TOOLS.gap]
  const parts = Math.min(window.width, window.height) < SMALLER.narrow ? SMALLER.parts : [0]
  /** The scale that leaves a band of this width on the right, or one for a row of buttons above or below. */
  const besides = (right: number): number =>
    Math.max((window.width - right - 2) / geometry.width, (window.height - wide - 2) / geometry.height)
  // In a narrow window a row in the upper right corner has priority: then the buttons are in the same place for all
  // heights of the window.
  const bands = parts.flatMap((part) => (narrow ? [long, wide] : [wide]).map((band) => ({ band, part })))
  const found = bands.find(({ band, part }) => besides(band) >= fitted * (1 - part))
  const band = found?.band ?? wide
  const k = found ? Math.min(besides(band), fitted) : fitted
  /** How much of the free space comes before the board. */
  const before = (free: number, band: number): number =>
    free >= band + 1.99 && free < 2 * band ? free - band : free / 2
  const [right, down] = [window.width - geometry.width * k, window.height - geometry.height * k]
  const above = before(down, wide)
  return { k, x: before(right, band), y: narrow ? down - above : above }
}

/** The box around some spots (by place or spot id) with their names, and routes. */
export function boxAround(geometry: BoardGeometry, ids: Iterable<string>): Box | null {
  const wanted = new Set(ids)
  const boxes: Box[] = []
  for (const spot of geometry.spots) {
    if (!wanted.has(spot.id) && !wanted.has(spot.place)) continue
    boxes.push([spot.x - 60, spot.y - 60, spot.x + 60, spot.y + 60])
    if (spot.label) boxes.push(labelBox(spot.label))
  }
  for (const route of geometry.routes) if (wanted.has(route.id)) boxes.push(route.box)
  if (!boxes.length) return null
  const [left, top, right, bottom] = around(boxes)
  return [Math.max(left, 0), Math.max(top, 0), Math.min(right, geometry.width), Math.min(bottom, geometry.height)]
}

function around(boxes: Box[]): Box {
  const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => boxes.map((box) => box[side]!)) as [
    number[],
    number[],
    number[],
    number[],
  ]
  return [Math.min(...left), Math.min(...top), Math.max(...right), Math.max(...bottom)]
}

function labelBox({ x, y, anchor, width, size }: LabelShape): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return [left, y - size / 2, left + width, y + size / 2]
}

/** Around what the view goes to, in pixels; how large a unit may get; and what going there must gain at least. */
const CLOSER = { margin: 24, most: 1.6, gain: 1.1 }

/**
 * A part of the board as large as it can be, not under the buttons, with no more of what is outside the board than
 * there must be; or the whole board, if that is hardly smaller.
 */
export function partOfBoard(geometry: BoardGeometry, window: Window, box: Box, tools: ToolsPlace | null): Transform {
  const whole = wholeBoard(geometry, window)
  const { margin, most, gain } = CLOSER
  const found = roomBeside(window, tools).map(([left, top, right, bottom]) => {
    const room = { width: right - left, height: bottom - top }
    const { k, x, y } = fitBox(box, room, margin, most)
    return inside(geometry, window, { k: Math.max(k, whole.k), x: x + left, y: y + top })
  })
  const clear = found.filter((view) => !tools || !underTools(view, box, tools))
  const best = (clear.length ? clear : found).reduce((one, two) => (two.k > one.k ? two : one))
  return best.k < whole.k * gain ? whole : best
}

/** How often a close-up is adjusted to the names in it, which are larger in units the smaller the scale is. */
const ADJUSTED = 2

/** Some places and routes as large as they can be, with the names of these places as they are written then. */
export function closeUp(
  geometry: BoardGeometry,
  window: Window,
  wanted: readonly string[],
  { first, names }: Shown,
  tools: ToolsPlace | null,
): Transform {
  const [box, places] = [boxAround(geometry, wanted), new Set(wanted)]
  if (!box) return wholeBoard(geometry, window)
  let view = partOfBoard(geometry, window, box, tools)
  for (let round = 0; round < ADJUSTED; round++) {
    const labels = namesAt(geometry, stepOf(view.k), first, names)
    const shown = geometry.spots.filter(({ id, place }) => places.has(id) || places.has(place))
    const boxes = shown.flatMap(({ id }) => labels.get(id) ?? []).map(labelBox)
    view = partOfBoard(geometry, window, around([box, ...boxes]), tools)
  }
  return view
}

/** The window without the strip that the buttons stand in: one choice for each side of them; or the whole window. */
function roomBeside({ width, height }: Window, tools: ToolsPlace | null): Box[] {
  if (!tools) return [[0, 0, width, height]]
  const [left, top, right, bottom] = toolsBox(tools)
  const rooms: Box[] = [
    [0, 0, width, top],
    [0, bottom, width, height],
    [0, 0, left, height],
    [right, 0, width, height],
  ]
  // If the buttons leave next to nothing, use the whole window.
  const useful = rooms.filter((room) => room[2] - room[0] > width / 2 && room[3] - room[1] > height / 2)
  return useful.length ? useful : [[0, 0, width, height]]
}

/** The same view, moved so that the board's edge is not inside the window where the board is larger than that. */
function inside(geometry: BoardGeometry, window: Window, { k, x, y }: Transform): Transform {
  const held = (at: number, size: number, room: number): number => {
    const least = room - size - MARGIN
    return least > MARGIN ? (least + MARGIN) / 2 : Math.min(Math.max(at, least), MARGIN)
  }
  return { k, x: held(x, geometry.width * k, window.width), y: held(y, geometry.height * k, window.height) }
}

function toolsBox({ x, y, lying }: ToolsPlace): Box {
  return [x, y, x + (lying ? TOOLS.long : TOOLS.wide), y + (lying ? TOOLS.wide : TOOLS.long)]
}

function underTools({ k, x, y }: Transform, box: Box, tools: ToolsPlace): boolean {
  const [left, top, right, bottom] = toolsBox(tools)
  return box[0] * k + x < right && box[2] * k + x > left && box[1] * k + y < bottom && box[3] * k + y > top
}

/** Where a row or a column of buttons stands in the window: its upper left corner. */
export interface ToolsPlace {
  x: number
  y: number
  lying: boolean
}

/** The size of the three zoom buttons with the gaps between them, and the margin around them for fingers. */
const TOOLS = { long: 124, wide: 36, gap: 4 }
/** The step between places that are tried. */
const TOOLS_STEP = 8

/** The cost of covering each kind of thing. */
const WORTH = { city: 20, name: 20, plate: 20, writing: 12, track: 3, space: 2 }
type Kind = keyof typeof WORTH
/** What else the map shows: which names have priority, and what places are called. */
export interface Shown {
  first: ReadonlySet<string>
  names: Readonly<Record<string, string>>
}

const NOTHING: Shown = { first: new Set(), names: {} }

/**
 * Where buttons cover least of the game when the whole board is shown: no city, name, space or field of the track, if
 * there is such a place. Among these, the one nearest to the lower right corner; in a narrow window, to the upper right
 * one.
 */
export function placeForTools(geometry: BoardGeometry, window: Window, shown: Shown = NOTHING): ToolsPlace {
  return leastCovered(window, thingsSeen(geometry, wholeBoard(geometry, window), shown))
}

/** The buttons with what is kept free around them. */
function roomOf(tools: ToolsPlace): Box {
  const [left, top, right, bottom] = toolsBox(tools)
  return [left - TOOLS.gap, top - TOOLS.gap, right + TOOLS.gap, bottom + TOOLS.gap]
}

function overlap(one: Box, two: Box): boolean {
  return one[0] < two[2] && one[2] > two[0] && one[1] < two[3] && one[3] > two[1]
}

function leastCovered(window: Window, things: Thing[]): ToolsPlace {
  const { gap } = TOOLS
  const narrow = isNarrow(window)
  let best: ToolsPlace = { x: gap, y: gap, lying: narrow }
  let least = Infinity
  for (const lying of [narrow, !narrow]) {
    const [across, down] = lying ? [TOOLS.long, TOOLS.wide] : [TOOLS.wide, TOOLS.long]
    const [lowest, rightmost] = [window.height - down - gap, window.width - across - gap]
    const from = { x: rightmost, y: narrow ? gap : lowest }
    for (let top = from.y; top >= gap && top <= Math.max(lowest, gap); top += narrow ? TOOLS_STEP : -TOOLS_STEP)
      for (let left = rightmost; left >= gap; left -= TOOLS_STEP) {
        const far = Math.hypot(from.x - left, from.y - top) / 10_000
        if (far >= least) continue
        const tools = { x: left, y: top, lying }
        const room = roomOf(tools)
        let covered = far
        for (const { kind, box } of things) if (overlap(box, room)) covered += WORTH[kind]
        if (covered < least) [best, least] = [tools, covered]
      }
  }
  return best
}

interface Thing {
  kind: Kind
  box: Box
}

/** All cities, names and spaces, what is written on the ground, the plate, and the track: where they are in a view. */
function thingsSeen(geometry: BoardGeometry, { k, x, y }: Transform, { first, names }: Shown): Thing[] {
  const { width, height, spots, routes, lettering, title } = geometry
  const things: Thing[] = []
  const add = (kind: Kind, [left, top, right, bottom]: Box): void => {
    things.push({ kind, box: [left * k + x, top * k + y, right * k + x, bottom * k + y] })
  }
  const around = (kind: Kind, at: { x: number; y: number }, wide: number, high: number): void =>
    add(kind, [at.x - wide / 2, at.y - high / 2, at.x + wide / 2, at.y + high / 2])
  const band = SIZES.frame - 6
  add('track', [0, 0, width, band])
  add('track', [0, height - band, width, height])
  add('track', [0, 0, band, height])
  add('track', [width - band, 0, width, height])
  for (const spot of spots) around('city', spot, 24, 24)
  for (const label of namesAt(geometry, stepOf(k), first, names).values()) add('name', labelBox(label))
  for (const { spaces, spaceLength } of routes)
    for (const space of spaces) around('space', space, spaceLength, spaceLength)
  for (const written of lettering)
    if (letteringShown(written.size, k))
      around('writing', written, written.width, written.size * (1 + (written.lines - 1) * LINE_PITCH))
  if (title) around('plate', title, title.width, TITLE.height)
  return things
}
