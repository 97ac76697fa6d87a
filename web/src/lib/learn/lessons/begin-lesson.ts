/** Begins a lesson, or goes on with it. */
import { home } from '../../home/here'
import { own, remember } from '../../seats.svelte'
import { settings } from '../../settings.svelte'
import { m } from '../../words'

export const FIRST_JOURNEY = 'first-journey'

/** A game of the lesson that is not over yet, if there is one on this device. */
async function unfinished(lesson: string): Promise<string | null> {
  for (const { game } of own.games.filter((one) => one.board === lesson)) {
    const table = await home.table(game).catch(() => null)
    if (table?.lesson === lesson && table.status === 'playing') return game
  }
  return null
}

/** The address of a lesson's game: where it was left, or a new one. */
export async function learn(lesson: string, anew = false): Promise<string> {
  const left = anew ? null : await unfinished(lesson)
  if (left) return `#/game/${left}`
  const name = settings.name.trim() || m.default_name()
  const made = await home.make({ lesson, seats: [{ kind: 'me', name }] })
  remember(made.game, lesson, made.seats)
  return `#/game/${made.game}`
}
