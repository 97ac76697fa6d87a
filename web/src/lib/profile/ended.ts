/** A finished game as one of its seats knows it: the input of achievements and figures. */
import type { BoardDefinition, Entry, Event, FinalScore, Level, Observation, Table } from '../protocol'

export interface Ended {
  table: Table
  board: BoardDefinition
  levels: Level[]
  seat: number
  /** Whether a hint was asked for on this device. */
  hinted: boolean
  score: FinalScore
  observation: Observation
  entries: Entry[]
}

/** The events of the seat, in order. */
export function eventsOf({ entries, seat }: Pick<Ended, 'entries' | 'seat'>): Event[] {
  return entries.flatMap((entry) => entry.events).filter((event) => 'seat' in event && event.seat === seat)
}
