/**
 * Where games live. The client asks a home for boards, tables and finished games, and connects to tables through it. No
 * screen asks which home it has: what a home can't do is missing from its capabilities, and screens hide it.
 */
import { Endpoints, type Greeting } from '../protocol'
import { persist } from './backoff'
import type { Caller, Connection } from './connection.svelte'

export type Capability = Greeting['capabilities'][number]

/** What is wrong with a home: it can't store games, is full, failed to load, or the browser can't run it. */
export type Trouble = 'unkept' | 'full' | 'failed' | 'unsupported'

export abstract class Home extends Endpoints {
  /** How much is loaded, from 0 to 1; requests wait until all is. Reactive. */
  loaded: number = $state(1)
  /** Reactive. */
  trouble: Trouble | null = $state(null)
  #capabilities: readonly Capability[] | null = $state.raw(null)

  /** `assumed`: whether to show what this home may be able to do, until it has answered. */
  constructor(readonly assumed: boolean) {
    super()
  }

  /** Start up, and return when a game can be played. Called once, when the page is loaded. */
  open(): Promise<void> {
    persist(async () => {
      this.#capabilities = (await this.greeting()).capabilities
    })
    return Promise.resolve()
  }

  /** Whether this home can do that. Reactive. */
  can(what: Capability): boolean {
    return this.#capabilities?.includes(what) ?? this.assumed
  }

  /** Sit down at a table, or watch it. */
  abstract connect(game: string, caller: Caller): Connection

  /** Remove a game from this device; it is deleted if nobody else has it. */
  abstract forget(game: string): void
}
