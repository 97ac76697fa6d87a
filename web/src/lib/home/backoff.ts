/** How long to wait before trying again. */

const FIRST_DELAY = 400
const LONGEST_DELAY = 12_000

/** Milliseconds before the next attempt: doubled every time, with jitter so that not all come back at once. */
export function delayOf(attempt: number, chance: number = Math.random()): number {
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt) * (0.6 + 0.8 * chance)
}
