/** The big screens of this device: the tables that it shows to a room, and the secrets that prove it. */
import { store, stored } from '../storage'

export interface OwnScreen {
  game: string
  /** The secret that the table's maker got; empty for a table of others, which this screen just watches. */
  token: string
  /** The invitation code. */
  invite: string
  /** When it was last shown, in milliseconds. */
  opened: number
}

const KEY = 'semafor.screens'
/** How many are remembered: the latest. */
const MOST = 5

function read(): OwnScreen[] {
  const data = stored(KEY)
  return Array.isArray(data) ? (data as OwnScreen[]).filter((one) => typeof one?.game === 'string') : []
}

export const screens: { all: OwnScreen[] } = $state({ all: read() })

export const screenOf = (game: string): OwnScreen | null => screens.all.find((one) => one.game === game) ?? null

/** Remember that this device shows a table. */
export function rememberScreen(game: string, token: string, invite: string): void {
  const others = screens.all.filter((one) => one.game !== game)
  screens.all = [{ game, token, invite, opened: Date.now() }, ...others].slice(0, MOST)
  store(KEY, screens.all)
}

export function forgetScreen(game: string): void {
  screens.all = screens.all.filter((one) => one.game !== game)
  store(KEY, screens.all)
}
