/** Adding finished games to the profile. Each is requested with the seat's token, so that nothing is hidden. */
import { home } from '../home/here'
import { askLevels } from '../levels.svelte'
import type { View } from '../protocol'
import { own } from '../seats.svelte'
import type { Ended } from './ended'
import { playedOf } from './facts'
import { known, note } from './profile.svelte'

/** The last view of a seat; null if the game is not over, or the seat has gone to another device. */
function lastView(game: string, token: string): Promise<View | null> {
  return new Promise((settle) => {
    const end = (view: View | null) => {
      connection.close()
      settle(view)
    }
    const connection = home.connect(game, {
      hello: () => ({ tokens: [token], last_seq: null }),
      heard: (message) => {
        if (message.type === 'view') end(message.score ? message : null)
        else if (message.type === 'error' || (message.type === 'welcome' && message.seats.length === 0)) end(null)
      },
    })
  })
}

/** Add a game of this device to the profile, if it is over and not there yet. */
export async function noteGame(game: string): Promise<void> {
  const { seats, hinted = false } = own.games.find((one) => one.game === game) ?? { seats: [] }
  if (known(game) || seats.length === 0) return
  const table = await home.table(game)
  // A game continued from another one is practice: its cards may be known.
  if (table.status !== 'over' || table.continues !== null) return
  const [board, levels] = await Promise.all([home.boardOfGame(game), askLevels()])
  const ends: Ended[] = []
  for (const { seat, token } of seats) {
    const view = await lastView(game, token)
    if (!view?.score) continue
    const { score, observation, entries } = view
    ends.push({ table, board, levels, seat, hinted, score, observation, entries })
  }
  if (ends.length > 0) note(playedOf(ends))
}

/** Add the games that ended while the page was closed. Those that can't be fetched now are tried again next time. */
export async function catchUp(): Promise<void> {
  for (const { game } of own.games) if (!known(game)) await noteGame(game).catch(() => undefined)
}
