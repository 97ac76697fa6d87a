/** Which puzzles this device has solved. Only the first answer counts. */
import { store, stored, whenStored } from '../storage'

export type Outcome = 'solved' | 'failed'

const KEY = 'semafor.puzzles'

export function isOutcome(data: unknown): data is Outcome {
  return data === 'solved' || data === 'failed'
}

function read(): Record<string, Outcome> {
  const data = stored(KEY)
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {}
  return Object.fromEntries(Object.entries(data).filter((one): one is [string, Outcome] => isOutcome(one[1])))
}

export const answers: { all: Record<string, Outcome> } = $state({ all: read() })

whenStored(KEY, reread)

/** Look at what is kept, which another tab may have changed. Where nothing can be kept, what is known here stays. */
export function reread(): void {
  answers.all = { ...answers.all, ...read() }
}

/** Note an answer, unless there is one; returns the one that counts. */
export function note(puzzle: string, outcome: Outcome): Outcome {
  // Another tab may have noted one meanwhile.
  reread()
  const counted = answers.all[puzzle] ?? outcome
  keep({ ...answers.all, [puzzle]: counted })
  return counted
}

/** Replace all answers. */
export function keep(all: Record<string, Outcome>): void {
  answers.all = all
  store(KEY, all)
}

export function solvedOf(puzzles: readonly { id: string }[]): number {
  return puzzles.filter(({ id }) => answers.all[id] === 'solved').length
}

/** The next puzzle without an answer: after a given one, or from the first; null if all have one. */
export function nextOf(puzzles: readonly { id: string }[], after: string | null): string | null {
  const at = puzzles.findIndex(({ id }) => id === after)
  const inTurn = [...puzzles.slice(at + 1), ...puzzles.slice(0, at + 1)]
  return inTurn.find(({ id }) => id !== after && !(id in answers.all))?.id ?? null
}
