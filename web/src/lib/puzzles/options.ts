/** Which of a puzzle's moves are worth showing. */
import type { PuzzleAnswer, PuzzleOption } from '../protocol'

const SHOWN = 6

export interface ShownOption {
  option: PuzzleOption
  chosen: boolean
}

/** The best moves, and the player's own, the best first. */
export function shownOptions({ options, chosen }: PuzzleAnswer): ShownOption[] {
  const all = options.map((option, number) => ({ option, chosen: number === chosen }))
  return all.filter((one, number) => number < SHOWN || one.chosen)
}
