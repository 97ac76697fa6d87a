// Moving and zooming the map: d3-zoom for wheel, drag and pinch, and the same movements by function.

import { select } from 'd3-selection'
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from 'd3-zoom'

import type { BoardGeometry, Box } from '../geometry'
import type { Direction } from './keyboard'
import { wholeBoard, type Transform, type Window } from './view'

export interface Zooming {
  /** The size of the window that the map is seen through. */
  size(): Window
  fit(): void
  /** Show what the function returns for the window's size. */
  show(choose: (window: Window) => Transform): void
  by(factor: number): void
  push(direction: Direction): void
  /** Move as little as needed to have the box in view. */
  reveal(box: Box): void
  stop(): void
}

interface Reports {
  /** The view has moved: at once, or during a gesture (wheel, drag, pinch). */
  moved(transform: Transform, byHand: boolean): void
  /** A gesture has ended. */
  rested(): void
  /** The window was resized. */
  resized(window: Window): void
}

/** How many times larger than the whole board the view may get. */
const CLOSEST = 6
/** A press that moves no further than this is a click or a tap. */
const STILL = { click: 6, tap: 12 }

export function zooming(element: HTMLElement, geometry: BoardGeometry, reports: Reports): Zooming {
  const selection = select(element)
  let whole = true
  /** Wheel and drag may overlap. */
  let hands = 0
  let from: Transform | null = null
  const size = (): Window => ({ width: element.clientWidth || 1, height: element.clientHeight || 1 })

  const behaviour: ZoomBehavior<HTMLElement, unknown> = zoom<HTMLElement, unknown>()
    .clickDistance(STILL.click)
    .tapDistance(STILL.tap)
    .extent(() => [
      [0, 0],
      [size().width, size().height],
    ])
    .on('start', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      if (!event.sourceEvent) return
      hands += 1
      from = { k: event.transform.k, x: event.transform.x, y: event.transform.y }
    })
    .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      const { k, x, y } = event.transform
      if (event.sourceEvent) {
        whole = false
        const least = String(event.sourceEvent.type).startsWith('touch') ? STILL.tap : STILL.click
        if (from && from.k === k && Math.hypot(x - from.x, y - from.y) <= least) return
        from = null
      }
      reports.moved({ k, x, y }, Boolean(event.sourceEvent))
    })
    .on('end', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      if (!event.sourceEvent) return
      hands -= 1
      if (hands > 0) return
      const { k, x, y } = event.transform
      reports.moved({ k, x, y }, true)
      reports.rested()
    })

  function show(choose: (window: Window) => Transform): void {
    const { k, x, y } = choose(size())
    selection.call(behaviour.transform, zoomIdentity.translate(x, y).scale(k))
  }

  function fit(): void {
    whole = true
    show((window) => wholeBoard(geometry, window))
  }

  function resized(): void {
    const window = size()
    reports.resized(window)
    const least = wholeBoard(geometry, window).k
    const around = 40 / least
    behaviour.scaleExtent([least, least * CLOSEST]).translateExtent([
      [-around, -around],
      [geometry.width + around, geometry.height + around],
    ])
    if (whole) fit()
    else selection.call(behaviour.scaleBy, 1)
  }

  selection.call(behaviour).on('dblclick.zoom', null)
  resized()
  const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(resized)
  observer?.observe(element)

  return {
    size,
    fit,
    show(choose) {
      whole = false
      show(choose)
    },
    by(factor) {
      whole = false
      selection.call(behaviour.scaleBy, factor)
    },
    push(direction) {
      whole = false
      const { width, height } = size()
      const [dx, dy] = { left: [0.2, 0], right: [-0.2, 0], up: [0, 0.2], down: [0, -0.2] }[direction] as [
        number,
        number,
      ]
      const { k } = current(element)
      selection.call(behaviour.translateBy, (dx * width) / k, (dy * height) / k)
    },
    reveal(box) {
      const { k, x, y } = current(element)
      const { width, height } = size()
      const dx = needed(box[0] * k + x, box[2] * k + x, width)
      const dy = needed(box[1] * k + y, box[3] * k + y, height)
      if (dx || dy) selection.call(behaviour.translateBy, dx / k, dy / k)
    },
    stop() {
      observer?.disconnect()
      selection.on('.zoom', null)
    },
  }
}

/** What d3-zoom keeps on the element. */
function current(element: HTMLElement): Transform {
  return (element as HTMLElement & { __zoom?: Transform }).__zoom ?? { k: 1, x: 0, y: 0 }
}

/** How far something from low to high must be moved to lie inside. */
function needed(low: number, high: number, size: number): number {
  if (low < 0) return -low
  if (high > size) return size - high
  return 0
}
