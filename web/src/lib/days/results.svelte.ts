/** This device's results on the days' deals. Only the first one counts: after it the deal is known. */
import { store, stored, whenStored } from '../storage'

export interface DayResult {
  day: string
  board: string
  game: string
  points: number
  /** Points more than the opponent; less than zero if it had more. */
  margin: number
  won: boolean
}

const KEY = 'semafor.days'

/** Whether something is a date as in `2026-11-17`. */
export function isDay(data: unknown): data is string {
  return typeof data === 'string' && /^\d{4}-\d\d-\d\d$/.test(data) && !Number.isNaN(Date.parse(`${data}T00:00:00Z`))
}

export function isResult(data: unknown): data is DayResult {
  if (typeof data !== 'object' || data === null) return false
  const { day, board, game, points, margin, won } = data as Record<string, unknown>
  return (
    isDay(day) &&
    [board, game].every((one) => typeof one === 'string') &&
    [points, margin].every((one) => Number.isSafeInteger(one)) &&
    typeof won === 'boolean'
  )
}

function read(): DayResult[] {
  const data = stored(KEY)
  return Array.isArray(data) ? data.filter(isResult) : []
}

export const results: { all: DayResult[] } = $state({ all: read() })

// What another tab notes is known here as well.
whenStored(KEY, reread)

/** Look at what is kept, which another tab may have changed. Where nothing can be kept, what is known here stays. */
export function reread(): void {
  const kept = read()
  const same = (a: DayResult, b: DayResult) => a.day === b.day && a.board === b.board
  results.all = [...kept, ...results.all.filter((one) => !kept.some((other) => same(one, other)))]
}

export function resultOf(day: string, board: string): DayResult | undefined {
  return results.all.find((one) => one.day === day && one.board === board)
}

/** Note a result, unless there is one of that deal; returns the one that counts. */
export function note(result: DayResult): DayResult {
  // Another tab may have noted one meanwhile.
  reread()
  const known = resultOf(result.day, result.board)
  if (known) return known
  keep([...results.all, result])
  return result
}

/** Replace all results. */
export function keep(all: DayResult[]): void {
  results.all = all
  store(KEY, all)
}

/** How many days in a row, up to today or yesterday, have a result. */
export function streak(today: string): number {
  const played = new Set(results.all.map((one) => one.day))
  let day = played.has(today) ? today : before(today)
  let count = 0
  while (played.has(day)) {
    count += 1
    day = before(day)
  }
  return count
}

/** The date a number of days earlier: the day before `2026-03-01` is `2026-02-28`. */
export function before(day: string, days = 1): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}
