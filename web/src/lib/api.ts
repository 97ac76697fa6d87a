/** Requests to the server that are not about a move. */
import type {
  Analysis,
  BoardDefinition,
  BoardSummary,
  ErrorInfo,
  Frame,
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
} from './protocol'
import { m, said } from './words'

/** What the server refused, or that it could not be reached (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly info: ErrorInfo,
  ) {
    super(info.message)
  }
}

/** A sentence about anything that went wrong, in the language that is set. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 0) return m.error_network()
    return (
      said(`refusal_${error.info.code}`, { message: error.info.message }) ??
      m.error_other({ message: error.info.message })
    )
  }
  return m.error_other({ message: error instanceof Error ? error.message : String(error) })
}

async function ask<T>(path: string, options: { body?: unknown; text?: string; token?: string } = {}): Promise<T> {
  const headers: Record<string, string> = {}
  if (options.body !== undefined || options.text !== undefined) headers['Content-Type'] = 'application/json'
  if (options.token) headers['Authorization'] = `Bearer ${options.token}`
  const post = options.body !== undefined || options.text !== undefined
  let response: Response
  try {
    response = await fetch(path, {
      method: post ? 'POST' : 'GET',
      headers,
      ...(post ? { body: options.text ?? JSON.stringify(options.body) } : {}),
    })
  } catch {
    throw new ApiError(0, { code: 'network', message: 'the server can’t be reached', rule: null, where: null })
  }
  const data: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const info = (data as { error?: ErrorInfo } | null)?.error
    throw new ApiError(
      response.status,
      info ?? { code: 'http', message: `${response.status} ${response.statusText}`, rule: null, where: null },
    )
  }
  return data as T
}

const at = encodeURIComponent

export const api = {
  boards: () => ask<BoardSummary[]>('/api/boards'),
  board: (id: string) => ask<BoardDefinition>(`/api/boards/${at(id)}`),
  boardOfGame: (game: string) => ask<BoardDefinition>(`/api/games/${at(game)}/board`),
  levels: () => ask<Level[]>('/api/levels'),
  network: () => ask<Network>('/api/network'),
  lobby: () => ask<Table[]>('/api/lobby'),
  table: (game: string) => ask<Table>(`/api/games/${at(game)}`),
  turn: (game: string, token: string) => ask<Turn>(`/api/games/${at(game)}/turn`, { token }),
  make: (game: NewGame) => ask<MadeGame>('/api/games', { body: game }),
  invitation: (code: string) => ask<Table>(`/api/invites/${at(code)}`),
  joinByCode: (join: Join) => ask<Joined>('/api/join', { body: join }),
  join: (game: string, join: Join) => ask<Joined>(`/api/games/${at(game)}/join`, { body: join }),
  transfer: (game: string, seat: number, token: string) =>
    ask<Transfer>(`/api/games/${at(game)}/seats/${seat}/transfer`, { body: {}, token }),
  takeOver: (code: string) => ask<Joined>('/api/transfers', { body: { code } }),
  rematch: (game: string, token: string) => ask<MadeGame>(`/api/games/${at(game)}/rematch`, { body: {}, token }),
  replay: (game: string, eyes: string) => ask<Frame[]>(`/api/games/${at(game)}/replay?eyes=${at(eyes)}`),
  statistics: (game: string) => ask<Statistics>(`/api/games/${at(game)}/statistics`),
  analysis: (game: string) => ask<Analysis>(`/api/games/${at(game)}/analysis`),
  importRecord: (text: string) => ask<{ game: string }>('/api/records', { text }),
  recordAddress: (game: string) => `/api/games/${at(game)}/record`,
}
