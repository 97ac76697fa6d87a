/** Navigation to a rematch. */
import { home } from '../home/here'
import type { Table } from '../protocol'
import { go } from '../router.svelte'
import { remember, tokensOf } from '../seats.svelte'

/** The game whose rematch this device is opening, so that no banner is needed. */
export const leaving: { game: string | null } = $state({ game: null })

/** Tokens are valid for the rematch: the server says which seat each one has there. */
export async function playAgain({ game: id, board, rematch }: Table): Promise<void> {
  leaving.game = id
  try {
    let next = rematch
    for (const { token } of tokensOf(id)) {
      const made = await home.rematch(id, token)
      remember(made.game, board, made.seats)
      next = made.game
    }
    if (next) go(`#/game/${next}`)
  } finally {
    leaving.game = null
  }
}
