/** One's place among the games that bots have played with the same deal. */
import type { DayPar } from '../protocol'

/** 1 if no game has more points. */
export function placeOf(par: DayPar, points: number): number {
  return 1 + par.points.filter((one) => one > points).length
}

export function beaten(par: DayPar, points: number): number {
  return par.points.filter((one) => one < points).length
}

const STEPS = 10

/** How good a place is, in ten small pictures that any messenger can show. It gives away nothing of the deal. */
export function bar(par: DayPar, points: number): string {
  const full = Math.round((beaten(par, points) / par.points.length) * STEPS)
  return '🟩'.repeat(full) + '⬜'.repeat(STEPS - full)
}

export interface Column {
  from: number
  to: number
  count: number
  mine: boolean
}

/** A histogram of the field's points; `mine` marks the column of the player's own points. */
export function columns(par: DayPar, points: number, most = 20): Column[] {
  const least = Math.min(points, ...par.points)
  const best = Math.max(points, ...par.points)
  const width = Math.max(1, Math.ceil((best - least + 1) / most))
  const made: Column[] = []
  for (let from = least; from <= best; from += width) {
    const inside = (one: number) => one >= from && one < from + width
    made.push({ from, to: from + width - 1, count: par.points.filter(inside).length, mine: inside(points) })
  }
  return made
}
