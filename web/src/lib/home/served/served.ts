/** A server as the home of games: REST, and a WebSocket for each table. */
import type { Asked, Watch } from '../../protocol'
import type { Caller, Connection } from '../connection.svelte'
import { Home } from '../home.svelte'
import { ask } from './rest'
import { SocketConnection } from './socket'

export class ServedHome extends Home {
  constructor() {
    super(true)
  }

  protected ask<T>(asked: Asked, watch?: Watch): Promise<T> {
    return ask(asked, watch)
  }

  connect(game: string, caller: Caller): Connection {
    return new SocketConnection(game, caller)
  }

  forget(): void {
    // A server keeps it for the others.
  }
}
