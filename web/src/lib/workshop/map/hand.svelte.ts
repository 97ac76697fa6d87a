/** What a mouse, a pen or a finger does on the board: presses, drags and hovers, for each tool. */
import type { Bend, Point } from '../../board/layout/layout-problem'
import { controls } from '../../board/layout/curve'
import { SIZES } from '../../board/layout/layout-problem'
import { labelMiddle } from '../../board/layout/label-places'
import { idOf, type City } from '../state/board'
import { addCity, bendRoutes, moveCities, paint, placeLabel } from '../state/editing'
import type { Editor } from '../state/editor.svelte'

/** A press that moves no further than this many pixels is a click. */
const STILL = 4
/** How near another city's line a dragged city must be to snap to it, in pixels. */
const SNAP = 7

/** What lies under the pointer. */
export type Hit =
  | { kind: 'city' | 'label' | 'end'; key: number }
  | { kind: 'route'; id: string }
  | { kind: 'bend'; which: 0 | 1 }
  | null

export function hitOf(target: EventTarget | null): Hit {
  const element = target instanceof Element ? target.closest<SVGElement>('[data-hit]') : null
  const [kind, value = ''] = element?.dataset['hit']?.split('|') ?? []
  if (kind === 'city' || kind === 'label' || kind === 'end') return { kind, key: Number(value) }
  if (kind === 'route') return { kind, id: value }
  if (kind === 'bend') return { kind, which: value === '1' ? 1 : 0 }
  return null
}

export interface Pressed {
  hit: Hit
  at: Point
  /** Pixels to a unit. */
  scale: number
  shift: boolean
  alt: boolean
}

interface Asks {
  /** Two cities were chosen, for a route or a ticket. */
  joined: (from: City, to: City) => void
  /** A city was made here. */
  made: (city: City) => void
  /** What the brush paints. */
  brush: () => { what: 'region' | 'country'; id: string } | null
}

export class Hand {
  guides = $state.raw<{ x?: number; y?: number }[]>([])
  /** A frame that selects what is in it. */
  frame = $state.raw<{ from: Point; to: Point } | null>(null)
  /** Where the pointer is, for the line from a first city. */
  at = $state.raw<Point | null>(null)
  ruler = $state.raw<{ from: Point; to: Point } | null>(null)
  dragging = $state(false)
  /** Whether a press on a city adds it to the selection, as with Shift: for fingers. */
  adding = $state(false)
  #start: Pressed | null = null
  #keys: ReadonlySet<number> = new Set()
  #painted = new Set<number>()

  constructor(
    private readonly editor: Editor,
    private readonly asks: Asks,
  ) {}

  /** Whether a press is for the tool; otherwise it moves the map. */
  takes(hit: Hit, shift: boolean): boolean {
    const { tool } = this.editor
    if (tool === 'ruler' || tool === 'city') return true
    if (tool === 'select') return hit !== null || shift
    return hit?.kind === 'city' || hit?.kind === 'end'
  }

  down(pressed: Pressed): void {
    const { editor } = this
    this.#start = pressed
    this.dragging = false
    const { hit } = pressed
    if (editor.tool === 'ruler') this.ruler = { from: pressed.at, to: pressed.at }
    else if (editor.tool === 'paint' && hit?.kind === 'city') {
      this.#painted = new Set([hit.key])
    } else if (editor.tool === 'route' || editor.tool === 'ticket') {
      if (hit?.kind === 'city' && editor.from === null) {
        editor.from = hit.key
        this.#keys = new Set([hit.key])
      } else this.#keys = new Set()
    } else if (hit?.kind === 'city' || hit?.kind === 'end') {
      const add = pressed.shift || this.adding
      if (add || !editor.selection.has(hit.key)) editor.select([hit.key], { add })
      this.#keys = new Set(editor.selection)
    } else if (hit?.kind === 'label') {
      if (!editor.selection.has(hit.key)) editor.select([hit.key])
    } else if (hit?.kind === 'route') {
      const route = editor.routeBy(hit.id)
      if (route) editor.select([route.key], { add: pressed.shift || this.adding })
    }
  }

  move(at: Point, alt: boolean, over: Hit): void {
    this.at = at
    const start = this.#start
    if (!start) return
    const far = Math.hypot(at.x - start.at.x, at.y - start.at.y) * start.scale
    if (!this.dragging && far < STILL) return
    this.dragging = true
    const { editor } = this
    const { hit } = start
    if (editor.tool === 'ruler') {
      this.ruler = { from: start.at, to: at }
    } else if (editor.tool === 'paint') {
      if (over?.kind === 'city') this.#painted.add(over.key)
    } else if (editor.tool === 'route' || editor.tool === 'ticket') {
      return
    } else if (hit?.kind === 'city' || hit?.kind === 'end') {
      const by = this.#snapped(hit.key, { x: at.x - start.at.x, y: at.y - start.at.y }, alt, start.scale)
      editor.preview = moveCities(editor.board, this.#keys, by)
    } else if (hit?.kind === 'label') {
      const city = editor.board.cities.find(({ key }) => key === hit.key)
      const spot = city && editor.drawn.problem.spots.find(({ id }) => id === idOf(city))
      if (!city || !spot) return
      const middle = labelMiddle({ x: 0, y: 0 }, spot.labelWidth, city.label)
      editor.preview = placeLabel(editor.board, hit.key, [middle.x + at.x - start.at.x, middle.y + at.y - start.at.y])
    } else if (hit?.kind === 'route') this.#bend(hit.id, start.at, at, null)
    else if (hit?.kind === 'bend') {
      const route = editor.routes[0]
      if (route) this.#bend(editor.routeId(editor.board.routes.indexOf(route)), start.at, at, hit.which)
    } else if (editor.tool === 'select') this.frame = { from: start.at, to: at }
  }

  up(over: Hit): void {
    const { editor } = this
    const start = this.#start
    this.#start = null
    this.guides = []
    const dragged = this.dragging
    this.dragging = false
    if (!start) return
    if (editor.tool === 'paint') {
      const brush = this.asks.brush()
      if (brush) editor.commit(paint(editor.board, this.#painted, brush.what, brush.id))
    } else if (editor.tool === 'route' || editor.tool === 'ticket') this.#join(over)
    else if (editor.tool === 'city' && !dragged && start.hit?.kind !== 'city') this.#make(start)
    else if (editor.preview)
      editor.commit(editor.preview, { moved: new Set(start.hit?.kind === 'label' ? [] : this.#keys) })
    else if (this.frame) this.#frameEnds(start.shift)
    else if (editor.tool === 'select' && start.hit === null) editor.select([])
  }

  cancel(): void {
    this.#start = null
    this.dragging = false
    this.frame = null
    this.ruler = null
    this.guides = []
    this.editor.preview = null
    this.editor.from = null
  }

  #make({ at }: Pressed): void {
    const { editor } = this
    const { board, city } = addCity(editor.board, '', at)
    editor.commit(board)
    editor.select([city.key])
    this.asks.made(city)
  }

  #join(over: Hit): void {
    const { editor } = this
    if (over?.kind !== 'city') {
      if (this.#keys.size === 0) editor.from = null
      return
    }
    const from = editor.board.cities.find(({ key }) => key === editor.from)
    const to = editor.board.cities.find(({ key }) => key === over.key)
    if (!from || !to || from === to) {
      // The second press on the first city lets it go.
      if (this.#keys.size === 0) editor.from = null
      return
    }
    editor.from = null
    this.asks.joined(from, to)
  }

  #frameEnds(add: boolean): void {
    const { editor } = this
    const { from, to } = this.frame!
    this.frame = null
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
    const inside = ({ x, y }: Point): boolean => x >= left && x <= right && y >= top && y <= bottom
    const found = editor.board.cities.filter(({ at }) => inside(at)).map(({ key }) => key)
    editor.select(add ? [...editor.selection, ...found] : found)
  }

  /** Keep a dragged city in line with others near its lines, and show these. */
  #snapped(key: number, by: Point, alt: boolean, scale: number): Point {
    this.guides = []
    const { board } = this.editor
    const city = board.cities.find((one) => one.key === key)
    if (!city || alt) return by
    const near = SNAP / scale
    const next = { x: city.at.x + by.x, y: city.at.y + by.y }
    let [bestX, bestY] = [near, near]
    const guides: { x?: number; y?: number }[] = []
    let [x, y] = [next.x, next.y]
    for (const other of board.cities) {
      if (this.#keys.has(other.key)) continue
      const [dx, dy] = [Math.abs(other.at.x - next.x), Math.abs(other.at.y - next.y)]
      if (dx < bestX) [bestX, x, guides[0]] = [dx, other.at.x, { x: other.at.x }]
      if (dy < bestY) [bestY, y, guides[1]] = [dy, other.at.y, { y: other.at.y }]
    }
    this.guides = guides.filter((guide) => guide !== undefined)
    return { x: x - city.at.x, y: y - city.at.y }
  }

  /** Bend a route so that its line follows the pointer: all of it, or one of its two inner points. */
  #bend(id: string, from: Point, to: Point, which: 0 | 1 | null): void {
    const { editor } = this
    const { problem, layout } = editor.drawn
    const bundle = problem.bundles.find(({ routes }) => routes.some((route) => route.id === id))
    const route = bundle && editor.routeBy(bundle.routes[0]!.id)
    if (!bundle || !route) return
    const [a, b] = [problem.spots[bundle.from]!.home, problem.spots[bundle.to]!.home]
    const chord = Math.hypot(b.x - a.x, b.y - a.y) || 1
    const normal = { x: -(b.y - a.y) / chord, y: (b.x - a.x) / chord }
    const aside = (to.x - from.x) * normal.x + (to.y - from.y) * normal.y
    const old: Bend = route.bend ?? layout.bends[bundle.id] ?? [0, 0, SIZES.lead, SIZES.lead]
    const next: Bend = [...old]
    if (which === null) {
      const along = ((from.x - a.x) * (b.x - a.x) + (from.y - a.y) * (b.y - a.y)) / (chord * chord)
      const t = Math.min(Math.max(along, 0.15), 0.85)
      // How much each inner point moves the curve at t; moved by these parts, the curve follows the pointer.
      const [one, two] = [3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2]
      const both = one * one + two * two
      next[0] += (aside * one) / both
      next[1] += (aside * two) / both
    } else next[which] += aside
    const straight =
      Math.abs(next[0]) < 5 / (this.#start?.scale ?? 1) && Math.abs(next[1]) < 5 / (this.#start?.scale ?? 1)
    if (straight) [next[0], next[1]] = [0, 0]
    editor.preview = bendRoutes(editor.board, editor.bundle(route.key), next)
  }
}

/** Where the two inner points of a route's curve are, each with the end that it belongs to. */
export function handlesOf(editor: Editor, key: number): { at: Point; end: Point }[] {
  const { problem, layout } = editor.drawn
  const id = editor.routeId(editor.board.routes.findIndex((route) => route.key === key))
  const bundle = problem.bundles.find(({ routes }) => routes.some((route) => route.id === id))
  if (!bundle) return []
  const ends = [problem.spots[bundle.from]!.home, problem.spots[bundle.to]!.home] as const
  const bend = layout.bends[bundle.id] ?? [0, 0, SIZES.lead, SIZES.lead]
  return controls(ends[0], ends[1], bend).map((at, which) => ({ at, end: ends[which]! }))
}
