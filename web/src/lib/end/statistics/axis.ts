/** Round numbers along an axis from nothing to the most there is. */

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000]
const MOST_STEPS = 4

/** The marks of an axis, evenly apart; the last one is the first round number that nothing exceeds. */
export function roundMarks(most: number): number[] {
  const step = STEPS.find((one) => most <= one * MOST_STEPS) ?? Math.ceil(most / MOST_STEPS)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, number) => number * step)
}
