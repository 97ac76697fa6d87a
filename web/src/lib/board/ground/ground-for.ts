// What lies under a board that is not drawn at build time: a part of the world, the ground of one of our boards of which
// it is a changed copy, or plain paper.

import type { BoardFacts, BoardGeometry } from '../geometry'
import type { Layout } from '../layout/layout-problem'
import type { WorldPart } from './projection'

export type Scene = Pick<BoardGeometry, 'scenery' | 'ground' | 'ornaments' | 'lettering' | 'title'>

export const PAPER: Scene = { scenery: 'plain', ground: [], ornaments: [], lettering: [], title: null }

const OURS = import.meta.glob<BoardGeometry>('../generated/*.json', { import: 'default' })

export async function groundFor(facts: BoardFacts, layout: Layout, part: WorldPart | null): Promise<Scene> {
  if (part) {
    const { worldGround } = await import('./world')
    return { ...PAPER, ground: await worldGround(facts, part, layout) }
  }
  const ours = await OURS[`../generated/${facts.id}.json`]?.()
  if (ours?.width !== layout.width || ours.height !== layout.height) return PAPER
  const { scenery, ground, ornaments, lettering, title } = ours
  return { scenery, ground, ornaments, lettering, title }
}
