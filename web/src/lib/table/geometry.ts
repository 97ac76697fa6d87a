/** The drawing of a board: made at build time for those that come with Semafor, in the browser for any other. */
import type { BoardFacts, BoardGeometry } from '../board/geometry'

const drawn = import.meta.glob<BoardGeometry>('../board/generated/*.json', { import: 'default' })
const loaded = new Map<string, Promise<BoardGeometry>>()

export function geometryOf(facts: BoardFacts): Promise<BoardGeometry> {
  const key = JSON.stringify([facts.id, facts.revision, facts.routes.map((route) => route.id)])
  let found = loaded.get(key)
  if (!found) {
    found = load(facts)
    loaded.set(key, found)
  }
  return found
}

async function load(facts: BoardFacts): Promise<BoardGeometry> {
  const ready = await drawn[`../board/generated/${facts.id}.json`]?.()
  if (ready && ready.revision === facts.revision && fits(ready, facts)) return ready
  const { genericGeometry } = await import('../board/layout/generic')
  return genericGeometry(facts)
}

/** A board file may bear the id of a board that we know, and be another one. */
function fits(geometry: BoardGeometry, facts: BoardFacts): boolean {
  const shapes = new Set(geometry.routes.map((route) => route.id))
  return facts.routes.length === shapes.size && facts.routes.every((route) => shapes.has(route.id))
}
