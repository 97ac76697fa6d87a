/** Continuing from a moment of a finished game, at a new table. */
import { home } from '../home/here'
import { go } from '../router.svelte'
import { remember } from '../seats.svelte'

/** Make the table and go there: after the entry `after`, in a seat. */
export async function playOn(game: string, board: string, after: number, seat: number): Promise<void> {
  const made = await home.playOn(game, { after, seat })
  remember(made.game, board, made.seats)
  go(`#/game/${made.game}`)
}
