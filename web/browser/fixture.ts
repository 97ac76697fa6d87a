/** The fixture of every test file: a server, a browser, and visitors whose pages are checked for errors. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, type TestContext } from 'vitest'
import { openBrowser, openPage, PHONE, type Opened, type PageOptions } from './chromium'
import { asked, HOME, keepTables, NEED_A_SERVER, PageServer } from './homes'
import { Player, type Board } from './player'
import { Server, SharedServer } from './server'

export type Options = PageOptions

/** Whether to run the long proofs: `make proof` sets SEMAFOR_PROOF, and tests then cover more cases. */
export const PROOF = !['', '0', undefined].includes(process.env['SEMAFOR_PROOF'])

export const ON_A_PHONE: Options = { viewport: PHONE, hasTouch: true, isMobile: true }

export interface Visit extends Opened {
  player: Player
  /** End the visit, and fail if the page had errors other than the expected ones. */
  leave: (meant?: RegExp) => Promise<void>
}

export interface Seats {
  game: string
  seats: { seat: number; token: string }[]
}

export class House {
  browser!: Browser
  #servers: Server[] = []
  #kept: BrowserContext[] = []
  #test: TestContext | null = null

  constructor(readonly server: Server) {}

  /** Start a server with other options for the current test. */
  async serve(...wishes: string[]): Promise<Server> {
    this.needServer()
    return this.#start(new Server(...wishes))
  }

  /** Start another server or page, whose bots wait this many seconds after a move that can be undone, or any other. */
  async patient(undo: number, bot = 0): Promise<Server> {
    const pauses = ['--undo-pause', String(undo), '--bot-pause', String(bot)]
    return this.#start(HOME === 'page' ? new PageServer({ undo, bot }) : new Server(...pauses))
  }

  async #start(server: Server): Promise<Server> {
    this.#servers.push(server)
    return server.start()
  }

  /** Skip the rest of the test if there is no server; homes.json gives the reason. */
  needServer(): void {
    if (HOME !== 'page' || !this.#test) return
    const { name } = this.#test.task
    const reason = NEED_A_SERVER[name]
    if (!reason) throw new Error(`“${name}” asks for a server: say in homes.json what for, or let it do without`)
    this.#test.skip(`needs a server: ${reason}`)
  }

  /** Remember which contexts are open, so that `tidy` keeps them. */
  begin(test: TestContext): void {
    this.#test = test
    this.#kept = this.browser.contexts()
  }

  /** Close everything that the test has opened, even if it failed and will be retried. */
  async tidy(): Promise<void> {
    const opened = this.browser.contexts().filter((context) => !this.#kept.includes(context))
    if (this.#test?.task.result?.state === 'fail')
      for (const page of opened.flatMap((context) => context.pages())) await this.#tell(page)
    await Promise.all(opened.map((context) => context.close()))
    await Promise.all(this.#servers.splice(0).map((server) => server.stop()))
  }

  /** Log what a page looked like when its test failed. */
  async #tell(page: Page): Promise<void> {
    const said = await page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ')).catch(String)
    console.log(`${this.#test?.task.name ?? ''}: failed at ${page.url()}: ${said.slice(0, 1500)}`)
  }

  /** Open a page for a new visitor, with empty storage. */
  async visit(options: Options = {}, server: Server = this.server): Promise<Visit> {
    const { page, problems, quiet } = await openPage(this.browser, new URL(server.address).origin, options)
    if (HOME === 'page') await page.context().addInitScript(keepTables, true)
    const leave = async (meant?: RegExp) => {
      const mistakes = problems.filter((problem) => !meant?.test(problem))
      await page.context().close()
      if (mistakes.length > 0) throw new Error(`on the page: ${mistakes.join('; ')}`)
    }
    return { page, problems, quiet, player: new Player(page, server.address), leave }
  }

  /** Seat a visitor at a board against bots, and keep the tickets. */
  async sit(board: Board, tickets = 2, options: Options = {}): Promise<Visit> {
    const visit = await this.visit(options)
    await visit.player.sit(board)
    await visit.player.keep(tickets)
    await visit.player.learn()
    return visit
  }

  /** Create a table through the API, for options that the start page does not offer. */
  async make(page: Page, request: Record<string, unknown>, server: Server = this.server): Promise<Seats> {
    return asked<Seats>(page, server.address, '/api/games', request)
  }

  /** Take seats at a table and open it. */
  async take(visit: Visit, board: string, { game, seats }: Seats, server: Server = this.server): Promise<void> {
    const own = JSON.stringify([{ game, board, seats, opened: 1 }])
    await visit.page.context().addInitScript((text) => localStorage.setItem('semafor.seats', text), own)
    // On a page without a server, the page itself has made the table: reload it to pick up the seats.
    if (HOME === 'page') await visit.page.goto(`${server.address}/icon.svg`)
    await visit.page.goto(`${server.address}/#/game/${game}`)
  }

  /** Seat two people at a table, Ann and Ben, each with their own screen. */
  async two(
    table: Record<string, unknown> = {},
    screens: [Options, Options] = [{}, {}],
  ): Promise<{ ann: Visit; ben: Visit }> {
    this.needServer()
    const [ann, ben] = [await this.visit(screens[0]), await this.visit(screens[1])]
    const people = ['Ann', 'Ben'].map((name) => ({ kind: 'me', name }))
    const { game, seats } = await this.make(ann.page, { board: 'usa', seats: people, ...table })
    for (const [at, visit] of [ann, ben].entries())
      await this.take(visit, 'usa', { game, seats: seats.filter((one) => one.seat === at) })
    return { ann, ben }
  }
}

let browser: Browser | null = null

/** Return the browser shared by all files of this process; it ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  if (!browser?.isConnected()) browser = await openBrowser()
  return browser
}

/**
 * Open the house for the tests of a file, and close it after them. With `own`, no other file uses its server: for tests
 * of what all visitors see, such as open tables and results.
 */
export function openHouse({ own = false } = {}): House {
  const house = new House(HOME === 'page' ? new PageServer() : own ? new Server() : new SharedServer())
  beforeAll(async () => {
    await house.server.start()
    house.browser = await sharedBrowser()
  })
  beforeEach((test) => house.begin(test))
  afterEach(() => house.tidy())
  afterAll(async () => {
    await Promise.all((house.browser?.contexts() ?? []).map((context) => context.close()))
    await house.server.stop()
  })
  return house
}
