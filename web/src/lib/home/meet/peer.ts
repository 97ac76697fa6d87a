/** The end of a data channel to another page: an offer or an answer is made and taken, then texts go both ways. */
import { meeting } from './meeting'
import { pack, readSdp, unpack, writeSdp, type Kind, type Signal } from './signal'

/** Letters of a piece: browsers agree on messages of 16 KB. */
const PIECE = 12_000
/** Letters of a whole message that a guest takes. */
const LONGEST = 16_000_000
/** Bytes that may wait for a page that does not keep up. */
const MOST_WAITING = 8_000_000
/** How long to look for addresses, in milliseconds: those in the network come at once, those of servers later. */
const GATHERING = 4000
/** The first letter of a piece says whether more follow. */
const [MORE, LAST] = ['+', '.']

/** Whether this browser can talk to other pages. */
export const canMeet = () => typeof RTCPeerConnection === 'function'

export interface Listener {
  opened: () => void
  /** A whole message. */
  heard: (text: string) => void
  /** Whether anything arrives just now. */
  reached: (there: boolean) => void
  closed: () => void
}

export class Peer {
  readonly connection = new RTCPeerConnection({ iceServers: meeting.ice })
  readonly #channel = this.connection.createDataChannel('semafor', { negotiated: true, id: 0 })
  #own: Signal | null = null
  #parts: string[] = []
  #length = 0
  #ended = false

  constructor(
    readonly listener: Listener,
    /** Whether messages may come in pieces: those of a host, who sends large ones. */
    readonly pieces: boolean,
  ) {
    const { connection } = this
    this.#channel.onopen = () => listener.opened()
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#take(data)
    this.#channel.onclose = () => this.close()
    connection.onconnectionstatechange = () => {
      const { connectionState } = connection
      if (connectionState === 'closed') this.close()
      else if (connectionState === 'connected') listener.reached(true)
      else if (connectionState === 'disconnected' || connectionState === 'failed') listener.reached(false)
    }
  }

  /** Return an offer. */
  async offer(): Promise<string> {
    await this.connection.setLocalDescription()
    return pack(await this.#gathered('offer'))
  }

  /** Return the answer to an offer. */
  async answer(offer: Signal): Promise<string> {
    await this.connection.setRemoteDescription({ type: 'offer', sdp: writeSdp(offer) })
    await this.connection.setLocalDescription()
    return pack(await this.#gathered('answer', offer.fingerprint))
  }

  /** Whether an answer is to the offer that was made here. */
  awaits({ kind, to }: Signal): boolean {
    const own = this.#own
    return own?.kind === 'offer' && kind === 'answer' && to.every((byte, at) => byte === own.fingerprint[at])
  }

  async accept(answer: Signal): Promise<void> {
    await this.connection.setRemoteDescription({ type: 'answer', sdp: writeSdp(answer) })
  }

  async #gathered(kind: Kind, to?: Uint8Array): Promise<Signal> {
    const { connection } = this
    await new Promise<void>((done) => {
      const look = () => connection.iceGatheringState === 'complete' && done()
      connection.addEventListener('icegatheringstatechange', look)
      setTimeout(done, GATHERING)
      look()
    })
    const own = readSdp(kind, connection.localDescription?.sdp ?? '', to)
    this.#own = own
    return own
  }

  get open(): boolean {
    return this.#channel.readyState === 'open'
  }

  send(text: string): void {
    if (!this.open) return
    if (this.#channel.bufferedAmount > MOST_WAITING) return this.close()
    for (let at = 0; at < text.length || at === 0; at += PIECE) {
      const last = at + PIECE >= text.length
      this.#channel.send((last ? LAST : MORE) + text.slice(at, at + PIECE))
    }
  }

  #take(data: unknown): void {
    const mark = typeof data === 'string' ? data[0] : undefined
    if (typeof data !== 'string' || (mark !== LAST && !(mark === MORE && this.pieces))) return this.close()
    this.#length += data.length
    if (this.#length > LONGEST) return this.close()
    this.#parts.push(data.slice(1))
    if (mark === MORE) return
    const text = this.#parts.join('')
    this.#parts = []
    this.#length = 0
    this.listener.heard(text)
  }

  close(): void {
    if (this.#ended) return
    this.#ended = true
    this.#channel.close()
    this.connection.close()
    this.listener.closed()
  }
}

export { unpack }
