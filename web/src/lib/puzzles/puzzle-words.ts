/** The words of the puzzles: fetched with their page, not with the first one. */
import { w } from 'words:puzzles'
import type { PuzzleTrial } from '../protocol'
import { figure } from '../words'

const LEVELS = [w.level_1, w.level_2]
const STATES = { solved: w.state_solved, failed: w.state_failed, new: w.state_new }
const REASONS: Record<string, () => string> = {
  tickets_kept: w.why_tickets_kept,
  more_tickets: w.why_more_tickets,
  on_the_way: w.why_on_the_way,
  for_points: w.why_for_points,
  drawing: w.why_drawing,
  ferry_card: w.why_ferry_card,
  nothing_else: w.why_nothing_else,
  beside_the_plan: w.why_beside_the_plan,
}

/** How hard a puzzle is: 1 or 2. */
export const levelText = (level: number): string => LEVELS[level - 1]?.() ?? ''

export const stateText = (state: keyof typeof STATES): string => STATES[state]()

/** Why a move is the best, by the code of a bot’s reason. */
export const whyText = (code: string): string => REASONS[code]?.() ?? ''

/** How far a move is behind the best: in points if planners played on, in hundredths of a win by the guided search. */
export function behindText(bot: string | undefined, { behind }: PuzzleTrial): string {
  const value = figure(Math.round(-behind))
  return bot === 'search' ? w.value_chance({ value }) : w.value_behind({ points: value })
}

/** The same with its uncertainty. */
export function trialText(bot: string | undefined, { behind, error, wins }: PuzzleTrial): string {
  const value = figure(Math.round(-behind))
  const around = figure(Math.round(1.96 * error))
  if (bot === 'search') return w.chance_error({ value, error: around })
  return w.value_error({ points: value, error: around, wins: figure(Math.round(100 * wins)) })
}
