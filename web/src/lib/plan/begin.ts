/** Begins the game of a plan. */
import { home } from '../home/here'
import { askLevels, levels } from '../levels.svelte'
import { remember } from '../seats.svelte'
import { settings } from '../settings.svelte'
import { Plan } from './plan.svelte'

/** The level for newcomers, the second: it plays sensibly, and can be beaten. */
export const usualLevel = () => levels.all[1]?.id ?? levels.all[0]?.id ?? ''

/** Make the table; returns its address. */
export async function begin(plan: Plan, board: string): Promise<string> {
  const made = await home.make(plan.request(board))
  remember(made.game, board, made.seats)
  const bots = plan.others.filter((other) => other.kind === 'bot')
  if (bots.length > 0) settings.levels = bots.map((other) => other.level).join()
  return `#/game/${made.game}`
}

/** A game against the usual bots, without any question; returns its address. */
export async function quickGame(board: string): Promise<string> {
  await askLevels()
  return begin(new Plan(usualLevel), board)
}
