/** Which tables push messages are for; separate from `push.ts`, so that a table does not load its words. */
import type { Table } from '../protocol'

/** Whether a table is one that people play over days, with somebody elsewhere. */
export function isLong(table: Table, seats: readonly number[]): boolean {
  const others = table.seats.some(({ seat, kind }) => kind === 'person' && !seats.includes(seat))
  return others && table.status === 'playing' && (table.clock.kind === 'none' || table.clock.kind === 'days')
}

/** Whether such a table should ask about them: with a clock in days nobody waits at the screen. */
export function asksAboutPush(table: Table, seats: readonly number[]): boolean {
  return seats.length > 0 && table.clock.kind === 'days' && isLong(table, seats)
}
