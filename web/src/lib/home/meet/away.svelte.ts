/** Games of this device whose home is another page. */
import type { ClientMessage, ServerMessage } from '../../protocol'
import { store, stored, whenStored } from '../../storage'
import { LiveConnection, type Caller } from '../connection.svelte'
import type { ToTables } from '../page/talk'

/** Where a game is: the code of its host's room at the relay; empty if there is none, and only the host can call back. */
type Places = Record<string, string>

const KEY = 'semafor.away'

function read(): Places {
  const found = stored(KEY)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Places) : {}
}

export const away: { games: Places } = $state({ games: read() })
whenStored(KEY, () => (away.games = read()))

export function isAway(game: string): boolean {
  return Object.hasOwn(away.games, game)
}

export function noteAway(game: string, code: string): void {
  if (away.games[game] === code) return
  away.games = { ...away.games, [game]: code }
  store(KEY, away.games)
}

export function forgetAway(game: string): void {
  const rest = Object.fromEntries(Object.entries(away.games).filter(([one]) => one !== game))
  away.games = rest
  store(KEY, rest)
}

/** The way to a host's page. */
export interface Way {
  post(message: ToTables): void
  /** Another game that is there. */
  found(game: string): void
}

/** A connection to a table of another page. */
export class AwayConnection extends LiveConnection {
  #way: Way | null = null

  constructor(
    readonly game: string,
    caller: Caller,
  ) {
    super({
      ...caller,
      heard: (message: ServerMessage) => {
        // A rematch is at the same page.
        if ('table' in message && message.table.rematch !== null) this.#way?.found(message.table.rematch)
        caller.heard(message)
      },
    })
  }

  /** The host can be reached: greet the table. */
  reach(way: Way): void {
    if (this.status === 'closed') return
    this.#way = way
    way.post({ kind: 'connect', key: this.key, game: this.game, hello: JSON.stringify(this.hello()) })
  }

  lose(): void {
    this.#way = null
    if (this.status !== 'closed') this.status = 'lost'
  }

  protected send(message: ClientMessage): void {
    this.#way?.post({ kind: 'hear', key: this.key, text: JSON.stringify(message) })
  }

  override close(): void {
    super.close()
    this.#way?.post({ kind: 'close', key: this.key })
  }
}
