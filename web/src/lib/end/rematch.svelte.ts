/** Going to the game that is played again. */
import { home } from '../home/here'
import type { TableModel } from '../game/table-model'
import { go } from '../router.svelte'
import { remember, tokensOf } from '../seats.svelte'

/** The game from which somebody is on the way to its rematch, and need not be told of it. */
export const leaving: { game: string | null } = $state({ game: null })

/** Everybody's key is good for the rematch: of each the server says which seat it opens there. */
export async function playAgain(game: TableModel, id: string): Promise<void> {
  leaving.game = id
  try {
    let next = game.table?.rematch ?? null
    for (const { token } of tokensOf(id)) {
      const made = await home.rematch(id, token)
      remember(made.game, game.table?.board ?? '', made.seats)
      next = made.game
    }
    if (next) go(`#/game/${next}`)
  } finally {
    leaving.game = null
  }
}
