/** Dragging cards onto a route, by mouse or finger. The route is the one under the pointer: the map marks them. */
import type { Action } from 'svelte/action'
import type { Desk } from '../state/desk.svelte'

export interface Dragging {
  card: string
  x: number
  y: number
  route: string | null
}

/** What is being dragged, for the layer that draws it. */
export const dragging: { now: Dragging | null } = $state({ now: null })

interface Options {
  card: string
  drop: (route: string, touch: boolean) => void
  desk: Desk
}

const FAR_ENOUGH = 8
/** A finger hides what is under it, so look for the route a little above. */
const ABOVE_FINGER = 36

export function routeAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const route = element.closest('[data-route]')?.getAttribute('data-route')
    if (route) return route
  }
  return null
}

export const drag: Action<HTMLElement, Options> = (node, initial) => {
  let options = initial
  let from: { x: number; y: number; id: number } | null = null
  let moved = false

  function down(event: PointerEvent): void {
    if (event.button !== 0) return
    from = { x: event.clientX, y: event.clientY, id: event.pointerId }
    moved = false
    // Listen on the window: a quick mouse leaves the cards before the drag begins.
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', end)
  }

  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return
    if (!moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR_ENOUGH) return
    moved = true
    const y = event.clientY - (event.pointerType === 'touch' ? ABOVE_FINGER : 0)
    const route = routeAt(event.clientX, y)
    dragging.now = { card: options.card, x: event.clientX, y, route }
    options.desk.pointed = route
  }

  function up(event: PointerEvent): void {
    if (!from || event.pointerId !== from.id) return
    const route = dragging.now?.route
    end()
    if (!moved) return
    // Ignore the click that follows a drag.
    node.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => node.removeEventListener('click', stop, { capture: true }), 0)
    if (route) options.drop(route, event.pointerType === 'touch')
  }

  function end(): void {
    from = null
    dragging.now = null
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', end)
  }

  function stop(event: Event): void {
    event.stopPropagation()
    event.preventDefault()
  }

  node.addEventListener('pointerdown', down)
  return {
    update: (next) => (options = next),
    destroy: () => {
      end()
      node.removeEventListener('pointerdown', down)
    },
  }
}
