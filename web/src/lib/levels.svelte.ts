/** The levels of the bots, fetched once for all pages. */
import { home } from './home/here'
import type { Level } from './protocol'
import { m, said } from './words'

export const levels: { all: Level[] } = $state({ all: [] })

let asked: Promise<Level[]> | null = null

/** Fetch the levels once; after a failure, the next caller tries again. */
export function askLevels(): Promise<Level[]> {
  asked ??= home.levels().then(
    (all) => (levels.all = all),
    (error: unknown) => {
      asked = null
      throw error
    },
  )
  return asked
}

/** The levels offered on a board for a number of players, or for children; null stands for a custom board. */
export function levelsAt(all: readonly Level[], board: string | null, players: number, kids = false): Level[] {
  return all.filter(
    ({ tables, gentle }) =>
      (gentle || !kids) &&
      (tables === null || (board !== null && Object.hasOwn(tables, board) && tables[board]?.includes(players))),
  )
}

/** The name of a level; empty if there is none. */
export function levelName(id: string | null): string {
  return id ? (said(`level_${id}`) ?? id) : ''
}

/** How a level plays, in one sentence. */
export function levelAbout(id: string): string {
  return said(`level_${id}_about`) ?? (id ? m.level_own_about() : '')
}
