// A bitmap that replaces the map while it moves: moving pixels costs almost nothing, redrawing a thousand shapes for
// every frame does. It is made in idle time after a change, when no train moves, but not after every change, because
// each bitmap leaves twenty megabytes of garbage: with a mouse, only while that is on the map; with fingers, the first
// one, another after each gesture, one when the last is half a minute old, and one when it shows what is gone: another
// theme, or wagons of a later moment of a replay. Until the first one is ready, the map itself moves. A gesture that
// begins before the next one is ready moves the last one, with the wagons that have come since.

import { collectGarbage } from '../../ui/behaviour/garbage'
import { LEFT_OUT } from './map-image-names'
import type { Transform } from './view'

export interface Snapshot {
  /** Show the picture at this place instead of the map; false if there is none. */
  show(transform: Transform): boolean
  hide(): void
  /** The size of the whole board on the screen, in pixels to a unit, decides how fine the picture is. */
  size(scale: number): void
  stop(): void
}

/** How many times finer than the whole board on the screen: sharp up to a zoom of that much, a little soft beyond. */
const FINENESS = 2
/** The largest picture, in pixels; browsers of phones refuse much larger ones. */
const MOST = 12_000_000
/** The first picture is made when the map has not changed for this long, in milliseconds. */
const QUIET = 350
/** Later ones wait longer, until the bots have moved one after the other. */
const SETTLED = 1200
/** How old a picture for fingers may become before a change leads to another, in milliseconds. */
const AGED = 30_000
/** It is painted in strips, so that it never blocks. */
const STRIPS = 8

interface Watched {
  /** Whether something moves that must not be disturbed. */
  busy: () => boolean
  /** Called before a picture is shown for the first time, with what the map was drawn from when it was made. */
  taken: () => () => void
  /** Whether the last picture shows something that is no longer on the map. */
  gone: () => boolean
}

/** Keep a picture of the map in the host on the canvas; width and height are the map's, in its own units. */
export function snapshot(
  host: HTMLElement,
  { width, height }: { width: number; height: number },
  svg: SVGSVGElement,
  canvas: HTMLCanvasElement,
  { busy, taken, gone }: Watched,
): Snapshot {
  let wanted = 0
  let painted = 0
  /** When the picture was made. */
  let since = 0
  let fresh = false
  /** Whether the picture shows another theme. */
  let outdated = false
  let shown = false
  const hovers = window.matchMedia?.('(hover: hover)').matches ?? false
  /** Whether somebody may be about to move the map: the first finger comes without notice. */
  let near = !hovers
  let round = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Whether the picture is up to date; the canvas has attributes for that and for having one, for tests. */
  function mark(is: boolean): void {
    fresh = is
    canvas.toggleAttribute('data-fresh', is)
    canvas.toggleAttribute('data-painted', painted > 0)
  }

  function changed(): void {
    mark(false)
    if (!hovers && (outdated || gone() || performance.now() - since > AGED)) near = true
    later()
  }

  function later(): void {
    round += 1
    clearTimeout(timer)
    timer = setTimeout(() => void make(round), painted === 0 || outdated ? QUIET : SETTLED)
  }

  async function make(number: number): Promise<void> {
    const overtaken = (): boolean => number !== round
    if (!wanted || !near) return
    if (shown || document.hidden || busy()) return later()
    await spareTime()
    if (overtaken()) return
    if (busy()) return later()
    const noted = taken()
    const image = await import('./map-image').then(({ picture }) => picture(host, svg, width, height)).catch(() => null)
    const context = canvas.getContext('2d', { alpha: false })
    if (!image || !context || overtaken()) return
    const scale = wanted
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)]
    if (across * down === 0) return
    // Nobody sees the canvas meanwhile: what is not up to date is not shown.
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down]
    context.fillStyle = getComputedStyle(host).backgroundColor
    context.fillRect(0, 0, across, down)
    for (let strip = 0; strip < STRIPS; strip++) {
      await spareTime()
      if (overtaken()) return
      if (shown || busy()) return later()
      const [from, to] = [strip, strip + 1].map((end) => Math.round((end * down) / STRIPS)) as [number, number]
      context.save()
      context.beginPath()
      context.rect(0, from, across, to - from)
      context.clip()
      context.drawImage(image, 0, 0, across, down)
      context.restore()
    }
    // Otherwise its document stays in memory until the next garbage collection.
    image.removeAttribute('src')
    painted = scale
    since = performance.now()
    outdated = false
    if (!hovers) near = false
    noted()
    mark(true)
    collectGarbage()
  }

  function come(): void {
    if (near) return
    near = true
    if (!fresh) later()
  }
  const go = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') near = false
  }
  // Not on pointerenter: it also fires for a mouse at rest when a map is drawn under it.
  host.addEventListener('pointermove', come)
  host.addEventListener('pointerleave', go)

  const observer = new MutationObserver((records) => {
    if (records.some(({ target }) => target === host)) outdated = true
    if (records.some(lasting)) changed()
  })
  observer.observe(svg, { subtree: true, childList: true, characterData: true, attributes: true })
  observer.observe(host, { attributeFilter: ['data-theme', 'data-scenery'] })

  return {
    show({ k, x, y }) {
      come()
      if ((painted === 0 || outdated) && !shown) return false
      shown = true
      canvas.style.transform = `translate(${x}px, ${y}px) scale(${k / painted})`
      canvas.style.visibility = 'visible'
      return true
    },
    hide() {
      if (!shown) return
      shown = false
      canvas.style.visibility = 'hidden'
      if (!fresh) later()
    },
    size(scale) {
      const finest = Math.sqrt(MOST / (width * height))
      // A map without room, behind a panel on a phone, gets no picture.
      wanted = Math.max(0, Math.min(scale * FINENESS * (window.devicePixelRatio || 1), finest))
      if (Math.abs(wanted - painted) > painted * 0.1) changed()
    },
    stop() {
      round += 1
      clearTimeout(timer)
      observer.disconnect()
      host.removeEventListener('pointermove', come)
      host.removeEventListener('pointerleave', go)
    },
  }
}

/** Whether a mutation changes the map itself, and not just what is left out of pictures. */
function lasting({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  if (target instanceof Element && target.closest(LEFT_OUT)) return false
  const parts = [...addedNodes, ...removedNodes].filter((node) => node instanceof Element)
  return parts.length === 0 || parts.some((part) => !part.matches(LEFT_OUT))
}

function spareTime(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 500 })
    else setTimeout(done, 30)
  })
}
