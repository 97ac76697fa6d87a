/** The words of contests: fetched with their pages, not with the first one. */
import { w } from 'words:contest'
import { explain, HomeError } from '../home/errors'
import type { ContestTable } from '../protocol'

type State = ContestTable['deals'][number]

const STATES: Record<State, () => string> = {
  waiting: w.state_waiting,
  playing: w.state_playing,
  over: w.state_over,
  missed: w.state_missed,
}

/** How far a table is with a deal. */
export const stateText = (state: State): string => STATES[state]()

const REFUSALS: Record<string, () => string> = {
  joining_closed: w.refusal_joining_closed,
  name_taken: w.refusal_name_taken,
  table_full: w.refusal_table_full,
  contest_full: w.refusal_contest_full,
  deal_closed: w.refusal_deal_closed,
  deal_too_early: w.refusal_deal_too_early,
  not_host: w.refusal_not_host,
  unknown_table: w.refusal_unknown_table,
  not_found: w.unknown,
}

/** A sentence about anything that went wrong in a contest. */
export function explainContest(error: unknown): string {
  const own = error instanceof HomeError ? REFUSALS[error.info.code] : undefined
  return own?.() ?? explain(error)
}
