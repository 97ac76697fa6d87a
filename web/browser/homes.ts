/**
 * The two homes of the game that the same tests visit: a server, and a page without one (`semafor page`). SEMAFOR_HOME
 * says which; `npm run browser:page` runs on a page every test that needs no server: those of the files in vitest.config.ts
 * that don't ask the house for one.
 */
import { Server } from './server'
import { StaticPage } from './static'

export const HOME = process.env['SEMAFOR_HOME'] === 'page' ? 'page' : 'served'

/** The page in the place of a server. */
export class PageServer extends Server {
  readonly #site = new StaticPage()

  override async start(): Promise<this> {
    await this.#site.start()
    this.address = this.#site.address
    return this
  }

  override async stop(): Promise<void> {
    await this.#site.stop()
  }
}
