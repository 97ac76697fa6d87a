/** A server as the home of games: REST, and a WebSocket for each table. */
import type {
  Analysis,
  BoardDefinition,
  BoardSummary,
  Frame,
  Greeting,
  Join,
  Joined,
  Level,
  MadeGame,
  Network,
  NewGame,
  Statistics,
  Table,
  Transfer,
  Turn,
} from '../../protocol'
import { delayOf } from '../backoff'
import type { Caller, Connection } from '../connection'
import type { Capability, Home } from '../home'
import { ask } from './rest'
import { SocketConnection } from './socket.svelte'

const at = encodeURIComponent

export class ServedHome implements Home {
  /** What the server says it can do; until it has answered, everything is shown. */
  #capabilities: Capability[] | null = $state.raw(null)

  open(): void {
    void this.#greet(0)
  }

  async #greet(attempt: number): Promise<void> {
    try {
      this.#capabilities = (await ask<Greeting>('/api/greeting')).capabilities
    } catch {
      setTimeout(() => void this.#greet(attempt + 1), delayOf(attempt))
    }
  }

  can = (what: Capability) => this.#capabilities?.includes(what) ?? true

  boards = () => ask<BoardSummary[]>('/api/boards')
  board = (id: string) => ask<BoardDefinition>(`/api/boards/${at(id)}`)
  levels = () => ask<Level[]>('/api/levels')

  make = (game: NewGame) => ask<MadeGame>('/api/games', { body: game })
  table = (game: string) => ask<Table>(`/api/games/${at(game)}`)
  boardOfGame = (game: string) => ask<BoardDefinition>(`/api/games/${at(game)}/board`)
  turn = (game: string, token: string) => ask<Turn>(`/api/games/${at(game)}/turn`, { token })
  connect = (game: string, caller: Caller): Connection => new SocketConnection(game, caller)
  rematch = (game: string, token: string) => ask<MadeGame>(`/api/games/${at(game)}/rematch`, { body: {}, token })

  replay = (game: string, eyes: string) => ask<Frame[]>(`/api/games/${at(game)}/replay?eyes=${at(eyes)}`)
  statistics = (game: string) => ask<Statistics>(`/api/games/${at(game)}/statistics`)
  importRecord = (text: string) => ask<{ game: string }>('/api/records', { text })
  recordUrl = (game: string) => `/api/games/${at(game)}/record`
  analysis = (game: string) => ask<Analysis>(`/api/games/${at(game)}/analysis`)

  lobby = () => ask<Table[]>('/api/lobby')
  join = (game: string, join: Join) => ask<Joined>(`/api/games/${at(game)}/join`, { body: join })
  invitation = (code: string) => ask<Table>(`/api/invites/${at(code)}`)
  joinByCode = (join: Join) => ask<Joined>('/api/join', { body: join })
  network = () => ask<Network>('/api/network')
  transfer = (game: string, seat: number, token: string) =>
    ask<Transfer>(`/api/games/${at(game)}/seats/${seat}/transfer`, { body: {}, token })
  takeOver = (code: string) => ask<Joined>('/api/transfers', { body: { code } })
}
