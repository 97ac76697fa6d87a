/** The rooms that this page has at the relay: guests find their way back by them, also after it was loaded again. */
import { store, stored } from '../../storage'
import { meeting } from './meeting'

/** A game that guests were invited to, the code of its room, and what proves that the room is ours. */
export interface OwnRoom {
  game: string
  code: string
  key: string
}

const KEY = 'semafor.rooms'
/** How many are kept open. */
const MOST = 5

export function rooms(): OwnRoom[] {
  const found = stored(KEY)
  return Array.isArray(found) ? (found as OwnRoom[]) : []
}

export const roomOf = (game: string) => rooms().find((one) => one.game === game)

export function keepRoom(room: OwnRoom): void {
  store(KEY, [room, ...rooms()].slice(0, MOST))
}

export function dropRoom(game: string): void {
  store(
    KEY,
    rooms().filter((one) => one.game !== game),
  )
}

/** Whether guests may come back to games of this page by themselves. */
export const hasRooms = () => meeting.relay !== null && rooms().length > 0
