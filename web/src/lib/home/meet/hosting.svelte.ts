/** This page as a host: guests' pages come in by an invitation each, or through a room at the relay. */
import { pageHome } from '../here'
import type { Door } from '../page/page'
import { meeting } from './meeting'
import { Peer, unpack } from './peer'
import { newCode, newKey, Room } from './relay'
import { keepRoom, roomOf, rooms } from './rooms'
import { BadSignal, type Signal } from './signal'

/** Messages and letters that a guest may send at once, and in a second. */
const MESSAGES = { most: 300, rate: 100 }
const LETTERS = { most: 1_000_000, rate: 250_000 }
/** Pages that may be connected at the same time. */
const MOST_GUESTS = 20
/** Invitations that nobody has answered yet. */
const MOST_OPEN = 10

/** An allowance that fills up again. */
class Allowance {
  #left: number
  #at = performance.now()

  constructor(readonly limit: { most: number; rate: number }) {
    this.#left = limit.most
  }

  take(amount: number): boolean {
    const now = performance.now()
    this.#left = Math.min(this.limit.most, this.#left + ((now - this.#at) / 1000) * this.limit.rate) - amount
    this.#at = now
    return this.#left >= 0
  }
}

/** Why an answer can't be taken: it is none, an invitation, or to an invitation that is no longer there. */
export type Trouble = 'none' | 'invitation' | 'unknown'

class Hosting {
  /** Guests whose pages are connected now, by game. */
  guests: { game: string; peer: Peer }[] = $state.raw([])
  /** Games whose rooms are open at the relay. */
  open: string[] = $state.raw([])
  readonly #rooms = new Map<string, Room>()
  #invitations: Peer[] = []

  /** Make an invitation for one guest; return its text. */
  async invite(game: string): Promise<string> {
    const peer = this.#peer(game)
    this.#invitations.push(peer)
    for (const old of this.#invitations.splice(0, this.#invitations.length - MOST_OPEN)) old.close()
    return peer.offer()
  }

  /** Take a guest's answer. */
  async take(text: string): Promise<Trouble | null> {
    let signal: Signal
    try {
      signal = unpack(text)
    } catch (error) {
      if (error instanceof BadSignal) return 'none'
      throw error
    }
    if (signal.kind === 'offer') return 'invitation'
    const peer = this.#invitations.find((one) => one.awaits(signal))
    if (!peer) return 'unknown'
    this.#invitations = this.#invitations.filter((one) => one !== peer)
    await peer.accept(signal)
    return null
  }

  /** The code of a game's room at the relay, which is open from now on; null if there is no relay. */
  room(game: string): string | null {
    if (!meeting.relay) return null
    const known = roomOf(game)
    const { code, key } = known ?? { code: newCode(), key: newKey() }
    if (!known) keepRoom({ game, code, key })
    if (!this.#rooms.has(game)) void this.#openRoom(game, code, key)
    return code
  }

  async #openRoom(game: string, code: string, key: string): Promise<void> {
    const open = () =>
      this.#rooms.set(
        game,
        new Room(
          code,
          key,
          (offer) => this.#answer(game, offer),
          (there) => (this.open = [...this.open.filter((one) => one !== game), ...(there ? [game] : [])]),
        ),
      )
    // Of several tabs of this browser one is enough; when it is closed, the next one takes over.
    const locks = navigator.locks as LockManager | undefined
    if (locks) void locks.request(`semafor ${code}`, () => new Promise(() => open()))
    else open()
  }

  async #answer(game: string, text: string): Promise<string | null> {
    if (this.guests.length >= MOST_GUESTS) return null
    const peer = this.#peer(game)
    try {
      const offer = unpack(text)
      if (offer.kind === 'offer') return await peer.answer(offer)
    } catch {
      // Somebody has sent nonsense to the room.
    }
    peer.close()
    return null
  }

  /** Open the rooms of all games that guests were invited to: the page was loaded again. */
  resume(): void {
    for (const { game } of rooms()) this.room(game)
  }

  #peer(game: string): Peer {
    let door: Door | undefined
    const messages = new Allowance(MESSAGES)
    const letters = new Allowance(LETTERS)
    const peer: Peer = new Peer(
      {
        opened: () => {
          if (this.guests.length >= MOST_GUESTS) return peer.close()
          this.guests = [...this.guests, { game, peer }]
          door = pageHome?.admit(game, { say: (text) => peer.send(text), drop: () => peer.close() })
        },
        heard: (text) => {
          if (messages.take(1) && letters.take(text.length)) door?.hear(text)
          else peer.close()
        },
        reached: () => undefined,
        closed: () => {
          this.guests = this.guests.filter((one) => one.peer !== peer)
          door?.leave()
        },
      },
      false,
    )
    return peer
  }
}

export const hosting = new Hosting()
