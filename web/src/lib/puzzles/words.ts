/** The words of the puzzles: fetched with their page, not with the first one. */
import texts from 'messages:puzzles'
import type en from '../../../messages/en.json'
import { catalogue } from '../language/messages'

export const w = catalogue<keyof typeof en.puzzles>(texts)

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

const BOTS: Record<string, () => string> = { net: w.by_nets, planner: w.by_planners }

/** The bots that played a trial: “among nets”. */
export const botText = (bot: string | undefined): string => BOTS[bot ?? '']?.() ?? ''
