/** Trying again. */

const FIRST_DELAY = 400
const LONGEST_DELAY = 12_000

/** Milliseconds before the next attempt: doubled every time, with jitter so that not all come back at once. */
export function delayOf(attempt: number, chance: number = Math.random()): number {
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt) * (0.6 + 0.8 * chance)
}

/** Do something, and again if it fails, until it succeeds or `failed` returns false. Return a function that gives up. */
export function persist(work: () => Promise<void>, failed: (error: unknown) => unknown = () => true): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let given = false
  const attempt = (number: number): void => {
    work().catch((error: unknown) => {
      if (!given && failed(error) !== false) timer = setTimeout(() => attempt(number + 1), delayOf(number))
    })
  }
  attempt(0)
  return () => {
    given = true
    clearTimeout(timer)
  }
}
