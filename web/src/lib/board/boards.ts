// The drawing of a board: made at build time for built-in boards, in the browser for others, by their file if it says how.

import type { BoardFacts, BoardGeometry } from './geometry'

const files = import.meta.glob<BoardGeometry>('./generated/*.json', { import: 'default' })

/** Get the drawing of a board. A board file that changes one of ours keeps its picture if the routes are the same. */
export async function loadGeometry(facts: BoardFacts): Promise<BoardGeometry> {
  if (facts.drawing) {
    const { drawByFile } = await import('./layout/generic')
    return drawByFile(facts, facts.drawing)
  }
  const load = files[`./generated/${facts.id}.json`]
  if (load) {
    const geometry = await load()
    if (fits(geometry, facts)) return geometry
  }
  const { drawGeneric } = await import('./layout/generic')
  return drawGeneric(facts)
}

function fits(geometry: BoardGeometry, facts: BoardFacts): boolean {
  const drawn = new Map(geometry.routes.map((shape) => [shape.id, shape.spaces.length]))
  return drawn.size === facts.routes.length && facts.routes.every((route) => drawn.get(route.id) === route.length)
}
