/** Highlights elements on the screen: they get the attribute `data-lit`, also after a re-render. */
import type { Place } from './guide'
import './lit.css'

/** The selectors of a place: the first that is on the screen counts (on a phone, it may be a tab). */
export function selectorsOf(place: Place): string[] {
  switch (place.kind) {
    case 'ticket':
      return [`[data-ticket="${place.id}"]`, '[data-test="tab-move"]']
    case 'route':
      return [`[data-route="${place.id}"]`]
    case 'slot':
      return [`[data-anchor="slot-${place.number}"]`, '[data-test="tab-cards"]']
    case 'deck':
    case 'draw-ferry':
    case 'draw-tickets':
      return [`[data-test="${place.kind}"]`, '[data-test="tab-cards"]']
    default:
      return [`[data-test="${place.kind}"]`, '[data-test="tab-move"]']
  }
}

function find(selectors: string[]): Element | null {
  for (const selector of selectors) {
    const found = document.querySelector(selector)
    if (found) return found
  }
  return null
}

/** Light these places until the returned function is called. */
export function light(places: Place[]): () => void {
  return lightAt(places.map(selectorsOf))
}

/** The same for places that are given by their selectors. */
export function lightAt(places: string[][]): () => void {
  let lit = new Set<Element>()
  const look = (): void => {
    const found = new Set(places.flatMap((place) => find(place) ?? []))
    for (const element of lit) if (!found.has(element)) element.removeAttribute('data-lit')
    const added = [...found].filter((element) => !lit.has(element))
    for (const element of added) element.setAttribute('data-lit', '')
    const [first] = added
    // Nobody presses what has been scrolled out of sight. Scroll to the first only, so that the tip above it stays.
    if (first?.closest('.fading')) first.scrollIntoView({ block: 'nearest' })
    lit = found
  }
  look()
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    watcher.disconnect()
    for (const element of lit) element.removeAttribute('data-lit')
  }
}
