/** A live connection to one table, at any home. */
import type { Answer, ClientMessage, ServerMessage } from '../protocol'

export type Status = 'connecting' | 'open' | 'lost' | 'closed'

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never
/** A request; the connection chooses its id. */
export type Request = WithoutId<ClientMessage>

/** The client's side of a connection. */
export interface Caller {
  /** The tokens to greet with, and the last entry seen; asked for at every attempt. */
  hello: () => { tokens: string[]; last_seq: number | null }
  /** Gets every message that is not an answer. */
  heard: (message: ServerMessage) => void
}

export interface Connection {
  /** Reactive. */
  readonly status: Status
  /** Send a request and wait for its answer. A request counts once, even if the connection breaks meanwhile. */
  request(request: Request): Promise<Answer>
  close(): void
}
