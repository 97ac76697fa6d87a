/** A guest's page: what it asks and says goes to the page of its host. */
import type { Asked, ErrorInfo, Watch } from '../../protocol'
import { delayOf } from '../backoff'
import { HomeError, problem } from '../errors'
import type { FromTables, ToTables } from '../page/talk'
import { away, noteAway, type AwayConnection, type Way } from './away.svelte'
import { Peer, unpack } from './peer'
import { knock } from './relay'

/** `calling`: on the way; `waiting`: for the host to take the answer; `nobody`: the host is not there now. */
export type VisitState = 'calling' | 'waiting' | 'open' | 'lost' | 'nobody'

/** What a host tells a guest first. */
export interface Invited {
  kind: 'invited'
  game: string
  invite: string
  board: string
}

interface Waiting {
  answer: (text: string) => void
  fail: (error: HomeError) => void
  watch: Watch | undefined
}

/** How long a lost connection may come back by itself, in milliseconds, before a new one is made. */
const COMES_BACK = 8000

export class Visit implements Way {
  state: VisitState = $state('calling')
  /** The answer that the host must get, where there is no relay. */
  answer: string | null = $state(null)
  invited: Invited | null = $state.raw(null)
  #peer: Peer | null = null
  #attempt = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #next = 1
  readonly #waiting = new Map<number, Waiting>()
  readonly #connections = new Map<string, AwayConnection>()
  /** Requests that wait until the host can be reached, or can't. */
  #patient: (() => void)[] = []
  /** Games that are known to be there. */
  readonly games = new Set<string>()

  /** `code`: the room of the host at the relay; without one, `invited` answers an invitation. */
  constructor(readonly code: string) {
    if (code) void this.#call()
    else this.state = 'lost'
    const wake = () => document.visibilityState === 'visible' && this.#hurry()
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', wake)
  }

  /** Answer an invitation; the host must then take `answer`. */
  async accept(invitation: string): Promise<void> {
    const offer = unpack(invitation)
    const peer = this.#newPeer()
    this.answer = await peer.answer(offer)
    this.state = 'waiting'
  }

  /** Find the host through the relay. */
  async #call(): Promise<void> {
    clearTimeout(this.#retry)
    this.state = 'calling'
    const peer = this.#newPeer()
    const text = await knock(this.code, await peer.offer())
    if (peer !== this.#peer) return
    try {
      if (text === null) throw new Error('nobody is there')
      await peer.accept(unpack(text))
    } catch {
      this.#settle('nobody')
    }
    // The channel may never open: then the next attempt takes its place.
    this.#again()
  }

  /** Call again after a while, unless the channel opens. */
  #again(): void {
    clearTimeout(this.#retry)
    if (this.code) this.#retry = setTimeout(() => void this.#call(), COMES_BACK + delayOf(this.#attempt++))
  }

  #hurry(): void {
    if (!this.code || this.state === 'open' || this.state === 'calling') return
    void this.#call()
  }

  #newPeer(): Peer {
    this.#peer?.close()
    const peer: Peer = new Peer(
      {
        opened: () => {
          if (peer !== this.#peer) return
          clearTimeout(this.#retry)
          this.#attempt = 0
          this.#opened()
        },
        heard: (text) => peer === this.#peer && this.#hear(JSON.parse(text) as FromTables | Invited),
        reached: (there) => {
          if (peer !== this.#peer || !peer.open) return
          if (there) this.#opened()
          else this.#lost()
        },
        closed: () => {
          if (peer === this.#peer) this.#lost()
        },
      },
      true,
    )
    return (this.#peer = peer)
  }

  #opened(): void {
    clearTimeout(this.#retry)
    if (this.state === 'open') return
    this.answer = null
    this.#settle('open')
    for (const connection of this.#connections.values()) connection.reach(this)
  }

  #settle(state: VisitState): void {
    this.state = state
    if (state !== 'open') for (const connection of this.#connections.values()) connection.lose()
    for (const go of this.#patient.splice(0)) go()
  }

  #lost(): void {
    if (this.state === 'open') {
      for (const { fail } of this.#waiting.values()) fail(unreachable())
      this.#waiting.clear()
      this.#settle('lost')
      this.#again()
    } else if (this.state === 'waiting') this.#settle('lost')
  }

  add(connection: AwayConnection): void {
    if (connection.status === 'closed') return
    this.#connections.set(connection.key, connection)
    if (this.state === 'open') connection.reach(this)
    else if (this.state !== 'calling') connection.lose()
  }

  post(message: ToTables): void {
    if (message.kind === 'close') this.#connections.delete(message.key)
    this.#peer?.send(JSON.stringify(message))
  }

  /** Send a request to the host. */
  async ask<T>(asked: Asked, watch?: Watch): Promise<T> {
    if (this.state === 'calling') await new Promise<void>((go) => this.#patient.push(go))
    if (this.state !== 'open') throw unreachable()
    const key = this.#next++
    const answered = new Promise<string>((answer, fail) => this.#waiting.set(key, { answer, fail, watch }))
    watch?.signal.addEventListener('abort', () => this.post({ kind: 'stop', key }))
    this.post({ kind: 'ask', key, ...asked })
    const answer = JSON.parse(await answered) as { ok: T } | { error: ErrorInfo }
    if ('error' in answer) throw new HomeError(answer.error)
    // The game that follows from one here is here, too.
    const { game } = (asked.method === 'POST' ? answer.ok : {}) as { game?: unknown }
    if (typeof game === 'string') this.found(game)
    return answer.ok
  }

  found(game: string): void {
    this.games.add(game)
    noteAway(game, this.code)
  }

  #hear(message: FromTables | Invited): void {
    switch (message.kind) {
      case 'invited':
        this.found(message.game)
        this.invited = message
        break
      case 'answer':
        this.#waiting.get(message.key)?.answer(message.text)
        this.#waiting.delete(message.key)
        break
      case 'progress':
        this.#waiting.get(message.key)?.watch?.progress(message.part)
        break
      case 'said':
        this.#connections.get(message.key)?.hear(message.text)
        break
      case 'refused':
        this.#connections.get(message.key)?.close()
        break
    }
  }
}

const unreachable = () => problem('unreachable', 'the host’s page can’t be reached')

/** Where this page is a guest, the latest last. */
const visits: Visit[] = []

const known = (game: string) => visits.findLast((one) => one.games.has(game))

/** The visit that a game belongs to; without one, call its host. */
export function visitOf(game: string): Visit {
  const code = away.games[game] ?? ''
  return known(game) ?? (code ? visitRoom(code) : begun(''))
}

/** Send a request about a game to its host, if one has been called. */
export function askHost<T>(game: string, asked: Asked, watch?: Watch): Promise<T> {
  const visit = known(game) ?? visits.findLast(({ code }) => code !== '' && code === away.games[game])
  return visit ? visit.ask<T>(asked, watch) : Promise.reject(unreachable())
}

/** Call the host of a room. */
export function visitRoom(code: string): Visit {
  return visits.find((one) => one.code === code) ?? begun(code)
}

/** Answer an invitation; once the host has let it in, this visit takes the place of an earlier one to the same game. */
export async function visitBy(invitation: string): Promise<Visit> {
  const visit = begun('')
  await visit.accept(invitation)
  return visit
}

function begun(code: string): Visit {
  const visit = new Visit(code)
  visits.push(visit)
  return visit
}
