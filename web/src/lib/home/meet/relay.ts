/** `semafor meet`: a relay by which pages find each other. It passes on offers and answers, and nothing of a game. */
import { delayOf } from '../backoff'
import { meeting } from './meeting'

/** Letters of codes that can't be mistaken for others. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 8
/** How long a guest waits for the host's answer, in milliseconds. */
const PATIENCE = 20_000

type FromRelay =
  | { type: 'open' }
  | { type: 'taken' }
  | { type: 'knock'; from: number; text: string }
  | { type: 'answer'; text: string }
  | { type: 'empty' }
  | { type: 'error'; code: string }

const random = (letters: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(letters)), (byte) => LETTERS[byte % LETTERS.length]).join('')

export const newCode = () => random(LENGTH)
/** What proves that it is the same host that comes back. */
export const newKey = () => random(24)

function dial(code: string): WebSocket {
  return new WebSocket(`${(meeting.relay ?? '').replace(/^http/, 'ws').replace(/\/$/, '')}/api/meet/${code}`)
}

/** Ask the host of a room for an answer; null if no host is there now, or if nobody answers. */
export function knock(code: string, offer: string): Promise<string | null> {
  return new Promise((settle) => {
    const socket = dial(code)
    const done = (answer: string | null) => {
      clearTimeout(timer)
      settle(answer)
      socket.close()
    }
    const timer = setTimeout(() => done(null), PATIENCE)
    socket.onopen = () => socket.send(JSON.stringify({ type: 'knock', text: offer }))
    socket.onclose = () => done(null)
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const said = JSON.parse(data) as FromRelay
      done(said.type === 'answer' ? said.text : null)
    }
  })
}

/** A room of this page, for as long as the page is open. */
export class Room {
  #socket: WebSocket | null = null
  #attempt = 0
  #closed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly code: string,
    readonly key: string,
    /** Returns the answer to an offer; nothing to a bad one. */
    readonly answer: (offer: string) => Promise<string | null>,
    readonly told: (open: boolean) => void,
  ) {
    this.#open()
  }

  #open(): void {
    const socket = (this.#socket = dial(this.code))
    socket.onopen = () => socket.send(JSON.stringify({ type: 'host', key: this.key }))
    socket.onmessage = ({ data }: MessageEvent<string>) => void this.#hear(JSON.parse(data) as FromRelay)
    socket.onclose = () => {
      if (this.#closed) return
      this.told(false)
      this.#timer = setTimeout(() => this.#open(), delayOf(this.#attempt++))
    }
  }

  async #hear(said: FromRelay): Promise<void> {
    if (said.type === 'open') {
      this.#attempt = 0
      this.told(true)
    }
    if (said.type !== 'knock') return
    const text = await this.answer(said.text)
    if (text !== null) this.#socket?.send(JSON.stringify({ type: 'answer', to: said.from, text }))
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close()
  }
}
