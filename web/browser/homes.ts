/**
 * The two homes of the game that the same tests run on: a server, and a page without one (`semafor page`). SEMAFOR_HOME
 * selects one; `npm run browser:page` runs every test on a page except those listed in homes.json, with the reason.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { FromTables, ToTables } from '../src/lib/home/page/talk'
import { Server } from './server'
import { StaticPage, type Pace } from './static'

export const HOME = process.env['SEMAFOR_HOME'] === 'page' ? 'page' : 'served'

interface Needs {
  /** Files that only test what a page does not have, with the reason. All others also run on a page. */
  not_on_a_page: Record<string, string>
  /** Tests in other files that need a server, with the reason; on a page, any other that asks for one fails. */
  need_a_server: Record<string, string>
}

const data = readFileSync(new URL('homes.json', import.meta.url), 'utf8')
export const { need_a_server: NEED_A_SERVER } = JSON.parse(data) as Needs

/** A page in place of a server, with bots as fast as those of the test servers. */
export class PageServer extends Server {
  readonly #site: StaticPage

  constructor(pace: Partial<Pace> = {}) {
    super()
    this.#site = new StaticPage({ bot: 0, undo: 0.05, ...pace })
  }

  override async start(): Promise<this> {
    await this.#site.start()
    this.address = this.#site.address
    return this
  }

  override async stop(): Promise<void> {
    await this.#site.stop()
  }
}

/**
 * Keep the worker with the tables where `asked` finds it, and start no bots if none are needed, as they would load a
 * second Python. Runs in the browser, before the page.
 */
export function keepTables(bots: boolean): void {
  globalThis.Worker = new Proxy(Worker, {
    construct: (Plain, [url, options]: [string | URL, WorkerOptions]) => {
      if (!bots && String(url).includes('bots.worker')) return { postMessage: () => undefined }
      const made = new Plain(url, options)
      if (String(url).includes('tables.worker')) Object.assign(globalThis, { tables: made })
      return made
    },
  })
}

/** Send a request, as another program would: over the network to a server, or to the worker of a page. */
export async function asked<T>(page: Page, address: string, path: string, data?: object): Promise<T> {
  if (HOME === 'served') {
    const answer = data
      ? await page.request.post(`${address}${path}`, { data })
      : await page.request.get(`${address}${path}`)
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  if (!page.url().startsWith(address)) await page.goto(`${address}/#/settings`)
  const body = data && JSON.stringify(data)
  const text = await page.evaluate(
    ({ path, body }) =>
      new Promise<string>((settle) => {
        const { tables } = globalThis as unknown as { tables: Worker }
        const key = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
        const listen = ({ data: said }: MessageEvent<FromTables>) => {
          if (said.kind !== 'answer' || said.key !== key) return
          tables.removeEventListener('message', listen)
          settle(said.text)
        }
        tables.addEventListener('message', listen)
        tables.postMessage({
          kind: 'ask',
          key,
          method: body ? 'POST' : 'GET',
          path,
          ...(body && { body }),
        } satisfies ToTables)
      }),
    { path, body },
  )
  const answer = JSON.parse(text) as { ok?: T; error?: unknown }
  if (answer.ok === undefined) throw new Error(`${path}: ${text}`)
  return answer.ok
}
