/** A live connection to a table in this page: messages to a worker and back, which are never lost. */
import type { ClientMessage } from '../../protocol'
import { LiveConnection, type Caller } from '../connection.svelte'
import type { ToTables } from './talk'

export class PageConnection extends LiveConnection {
  constructor(
    game: string,
    caller: Caller,
    readonly post: (message: ToTables) => void,
  ) {
    super(caller)
    post({ kind: 'connect', key: this.key, game, hello: JSON.stringify(this.hello()) })
  }

  protected send(message: ClientMessage): void {
    this.post({ kind: 'hear', key: this.key, text: JSON.stringify(message) })
  }

  override close(): void {
    super.close()
    this.post({ kind: 'close', key: this.key })
  }
}
