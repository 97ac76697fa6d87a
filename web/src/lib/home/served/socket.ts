/** A WebSocket to a table, which reconnects by itself. */
import { socketPath, type ClientMessage } from '../../protocol'
import { delayOf } from '../backoff'
import { LiveConnection, type Caller } from '../connection.svelte'

const PING_EVERY = 20_000
const SILENCE = 45_000

export class SocketConnection extends LiveConnection {
  #socket: WebSocket | null = null
  #attempt = 0
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
    caller: Caller,
  ) {
    super(caller)
    window.addEventListener('online', this.#wake)
    window.addEventListener('offline', this.#sleep)
    document.addEventListener('visibilitychange', this.#wake)
    this.#open()
  }

  override close(): void {
    super.close()
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
    const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + socketPath(this.game))
    this.#socket = socket
    socket.addEventListener('open', () => this.send(this.hello()))
    socket.addEventListener('message', (event) => {
      if (socket !== this.#socket) return
      this.#heard = Date.now()
      this.hear(String(event.data))
      if (this.status === 'open') this.#attempt = 0
    })
    socket.addEventListener('close', () => {
      if (socket === this.#socket) this.#lost()
    })
    clearInterval(this.#heart)
    this.#heart = setInterval(() => this.#beat(), PING_EVERY)
  }

  #beat(): void {
    if (this.status !== 'open') return
    if (Date.now() - this.#heard > SILENCE) this.#socket?.close()
    else this.send({ type: 'ping', id: `${this.key}.ping` })
  }

  #lost(): void {
    if (this.status === 'closed') return
    this.status = 'lost'
    clearInterval(this.#heart)
    this.#retry = setTimeout(() => this.#open(), delayOf(this.#attempt))
    this.#attempt += 1
  }

  protected send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
