/** A server as the home of games: REST, and a WebSocket for each table. */
import type { Greeting } from '../../protocol'
import { AskingHome, type Options } from '../asking'
import { delayOf } from '../backoff'
import type { Caller, Connection } from '../connection'
import type { Capability, Home } from '../home'
import { ask } from './rest'
import { SocketConnection } from './socket.svelte'

export class ServedHome extends AskingHome implements Home {
  readonly loaded = 1
  readonly trouble = null
  /** What the server says it can do; until it has answered, everything is shown. */
  #capabilities: Capability[] | null = $state.raw(null)

  open(): Promise<void> {
    void this.#greet(0)
    return Promise.resolve()
  }

  async #greet(attempt: number): Promise<void> {
    try {
      this.#capabilities = (await ask<Greeting>('/api/greeting')).capabilities
    } catch {
      setTimeout(() => void this.#greet(attempt + 1), delayOf(attempt))
    }
  }

  can(what: Capability): boolean {
    return this.#capabilities?.includes(what) ?? true
  }

  forget(): void {
    // A server keeps it for the others.
  }

  connect(game: string, caller: Caller): Connection {
    return new SocketConnection(game, caller)
  }

  protected ask<T>(path: string, options: Options = {}): Promise<T> {
    return ask<T>(path, options)
  }
}
