/**
 * The two homes of the game that the same tests visit: a server, and a page without one (`semafor page`). SEMAFOR_HOME
 * says which; `npm run browser:page` runs on a page every test that is not named in homes.json, with the reason.
 */
import { readFileSync } from 'node:fs'
import { Server } from './server'
import { StaticPage } from './static'

export const HOME = process.env['SEMAFOR_HOME'] === 'page' ? 'page' : 'served'

interface Needs {
  /** Files whose tests are all about what a page does not have, and what that is. All others run on a page, too. */
  not_on_a_page: Record<string, string>
  /** Tests of the other files that need a server, and what for. One that asks for a server and is not here fails on a page. */
  need_a_server: Record<string, string>
}

const data = readFileSync(new URL('homes.json', import.meta.url), 'utf8')
export const { need_a_server: NEED_A_SERVER } = JSON.parse(data) as Needs

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
