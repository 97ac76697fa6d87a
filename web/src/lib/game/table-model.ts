/** What a screen shows as a table: a game being played, a step of a replay, a game at a real table. */
import type { Entry, Observation, Table, TableSeat, View } from '../protocol'
import type { Atlas } from '../words'

export interface TableModel {
  readonly table: Table | null
  readonly view: View | null
  readonly atlas: Atlas | null
  readonly observation: Observation | null
  readonly eyes: number | null
  readonly over: boolean
  readonly log: Entry[]
  /** Seats of this device. */
  readonly seats: number[]
  /** Who owns which route. */
  readonly owners: Map<string, number>
  /** Whether the page shows nothing that helps to choose a move: a puzzle asks for it. */
  readonly silent: boolean
  seat(number: number): TableSeat | null
  name(number: number | null | undefined): string
}
