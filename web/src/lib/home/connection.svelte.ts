/** A live connection to one table, at any home. */
import { VERSION, type Answer, type ClientMessage, type ServerMessage } from '../protocol'

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

interface Waiting {
  message: ClientMessage
  settle: (answer: Answer) => void
}

/** The talk at a table; subclasses carry the messages. */
export abstract class LiveConnection implements Connection {
  status: Status = $state('connecting')
  /** Differs between pages that share a seat, and so do the ids of their requests. */
  readonly key = crypto.getRandomValues(new Uint32Array(2)).join('-')
  readonly #waiting = new Map<string, Waiting>()
  #next = 1

  constructor(readonly caller: Caller) {}

  /** Send a message, if that is possible now. */
  protected abstract send(message: ClientMessage): void

  /** The first message of every attempt. */
  protected hello(): ClientMessage {
    return { type: 'hello', version: VERSION, ...this.caller.hello() }
  }

  request(request: Request): Promise<Answer> {
    const id = `${this.key}.${this.#next++}`
    const message = { ...request, id } as ClientMessage
    return new Promise((settle) => {
      this.#waiting.set(id, { message, settle })
      if (this.status === 'open') this.send(message)
    })
  }

  /** Take a message. At every welcome, send the requests that have no answer yet. */
  hear(text: string): void {
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'answer') {
      this.#waiting.get(message.id)?.settle(message)
      this.#waiting.delete(message.id)
      return
    }
    if (message.type === 'welcome') {
      this.status = 'open'
      for (const { message } of this.#waiting.values()) this.send(message)
    }
    this.caller.heard(message)
  }

  close(): void {
    this.status = 'closed'
  }
}
