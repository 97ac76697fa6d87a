/** A live connection to a table in this page: messages to a worker and back, which are never lost. */
import { VERSION, type Answer, type ClientMessage, type ServerMessage } from '../../protocol'
import type { Caller, Connection, Request, Status } from '../connection'
import type { ToTables } from './talk'

export class PageConnection implements Connection {
  status: Status = $state('connecting')
  /** Ids must differ between tabs that share a seat. */
  readonly key = crypto.getRandomValues(new Uint32Array(2)).join('-')
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  #next = 1

  constructor(
    readonly game: string,
    readonly caller: Caller,
    readonly send: (message: ToTables) => void,
  ) {
    const hello: ClientMessage = { type: 'hello', version: VERSION, ...caller.hello() }
    send({ kind: 'connect', key: this.key, game, hello: JSON.stringify(hello) })
  }

  request(request: Request): Promise<Answer> {
    const id = `${this.key}.${this.#next++}`
    return new Promise((settle) => {
      this.#waiting.set(id, settle)
      this.send({ kind: 'hear', key: this.key, text: JSON.stringify({ ...request, id }) })
    })
  }

  /** Take what the table says. */
  hear(text: string): void {
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'answer') {
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
      return
    }
    if (message.type === 'welcome') this.status = 'open'
    this.caller.heard(message)
  }

  close(): void {
    this.status = 'closed'
    this.send({ kind: 'close', key: this.key })
  }
}
