/** A WebSocket to a table. It reconnects by itself, and resends unanswered requests. */
import { VERSION, type Answer, type ClientMessage, type ServerMessage } from '../../protocol'
import { delayOf } from '../backoff'
import type { Caller, Connection, Request, Status } from '../connection'

interface Waiting {
  message: ClientMessage
  settle: (answer: Answer) => void
}

const PING_EVERY = 20_000
const SILENCE = 45_000

export class SocketConnection implements Connection {
  status: Status = $state('connecting')
  #socket: WebSocket | null = null
  #waiting = new Map<string, Waiting>()
  #attempt = 0
  #next = 1
  /** Ids must differ between pages that share a seat. */
  readonly #page = crypto.getRandomValues(new Uint32Array(2)).join('-')
  #retry: ReturnType<typeof setTimeout> | undefined
  #heart: ReturnType<typeof setInterval> | undefined
  #heard = 0
  readonly #wake = () => {
    if (this.status === 'lost' && document.visibilityState === 'visible') this.#open()
  }

  /** The device went offline. A socket would notice much later. */
  readonly #sleep = () => {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#lost()
  }

  constructor(
    readonly game: string,
    readonly caller: Caller,
  ) {
    window.addEventListener('online', this.#wake)
    window.addEventListener('offline', this.#sleep)
    document.addEventListener('visibilitychange', this.#wake)
    this.#open()
  }

  request(request: Request): Promise<Answer> {
    const id = `${this.#page}.${this.#next++}`
    const message = { ...request, id } as ClientMessage
    return new Promise((settle) => {
      this.#waiting.set(id, { message, settle })
      if (this.status === 'open') this.#send(message)
    })
  }

  close(): void {
    this.status = 'closed'
    clearTimeout(this.#retry)
    clearInterval(this.#heart)
    window.removeEventListener('online', this.#wake)
    window.removeEventListener('offline', this.#sleep)
    document.removeEventListener('visibilitychange', this.#wake)
    this.#socket?.close()
  }

  #open(): void {
    clearTimeout(this.#retry)
    this.#socket?.close()
    const socket = new WebSocket(socketAddress(this.game))
    this.#socket = socket
    socket.addEventListener('open', () => {
      this.#send({ type: 'hello', version: VERSION, ...this.caller.hello() })
    })
    socket.addEventListener('message', (event) => {
      if (socket !== this.#socket) return
      this.#heard = Date.now()
      this.#receive(JSON.parse(String(event.data)) as ServerMessage)
    })
    socket.addEventListener('close', () => {
      if (socket === this.#socket) this.#lost()
    })
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'answer') {
      this.#waiting.get(message.id)?.settle(message)
      this.#waiting.delete(message.id)
      return
    }
    if (message.type === 'welcome') this.#welcomed()
    this.caller.heard(message)
  }

  #welcomed(): void {
    this.status = 'open'
    this.#attempt = 0
    clearInterval(this.#heart)
    this.#heart = setInterval(() => {
      if (Date.now() - this.#heard > SILENCE) this.#socket?.close()
      else this.#send({ type: 'ping', id: `${this.#page}.p${this.#next++}` })
    }, PING_EVERY)
    for (const { message } of this.#waiting.values()) this.#send(message)
  }

  #lost(): void {
    if (this.status === 'closed') return
    this.status = 'lost'
    clearInterval(this.#heart)
    this.#retry = setTimeout(() => this.#open(), delayOf(this.#attempt))
    this.#attempt += 1
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}

/** The address of a table's live connection. */
function socketAddress(game: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/api/games/${encodeURIComponent(game)}/socket`
}
