/** The game as a page: no server, nothing but files below some path; Python in workers of the browser. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage, PHONE, type Opened } from './chromium'
import type { Options } from './fixture'
import { Player } from './player'
import { StaticPage } from './static'

const boards = resolve(import.meta.dirname, '../../src/semafor/boards')
const site = new StaticPage()
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  // What a host may say that takes security seriously, also of the workers: no evaluation but of WebAssembly.
  await site.start({
    'content-security-policy':
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
  })
})
afterAll(async () => {
  await browser?.close()
  await site.stop()
})
// A test that cut the network and failed is tried again with one.
beforeEach(() => site.serve())

interface Visit extends Opened {
  player: Player
  leave: (meant?: RegExp) => Promise<void>
}

async function visit(options: Options = {}): Promise<Visit> {
  const opened = await openPage(browser, site.origin, options)
  const leave = async (meant?: RegExp) => {
    const mistakes = opened.problems.filter((problem) => !meant?.test(problem))
    await opened.page.context().close()
    expect(mistakes).toEqual([])
  }
  return { ...opened, player: new Player(opened.page, site.address), leave }
}

/** What a player sees of the own decision: the cards in hand, and what is to be done. */
async function decision(page: Page): Promise<string[]> {
  await page.locator('[data-test="your-turn"]').waitFor()
  const parts = page.locator('[data-anchor="hand"], [data-test="own-ticket"], [data-test="deck"]')
  return parts.allInnerTexts()
}

/** Waits until everything is kept for a visit without a network. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const channel = new MessageChannel()
    const done = new Promise((heard) => (channel.port1.onmessage = heard))
    active?.postMessage('keep', [channel.port2])
    await done
  })
}

/** Has something done in the worker with the tables before it begins. */
async function changeTables(page: Page, change: () => unknown): Promise<void> {
  await page.context().route('**/tables.worker-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${change.toString()})();${await response.text()}` })
  })
}

/** Sits down at the small board of the tests, brought along as a file: its games are short. */
async function sitAtToy({ page, player }: Visit): Promise<void> {
  await page.goto(`${site.address}/#/`)
  await page.getByText('More options').click()
  await player.opponents(1)
  const text = readFileSync(resolve(boards, 'toy.toml'))
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'toy.toml', mimeType: 'text/plain', buffer: text })
  await player.test('play').click()
  await player.keep(2)
}

test('the start page is there before Python; then a turn against a bot, a reload, a visit without a network', async () => {
  const { page, player, leave } = await visit()
  let release: (() => void) | undefined
  const held = new Promise<void>((go) => (release = go))
  await page.context().route('**/pyodide.asm.wasm', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.address}/`)
  await page.locator('[data-test="play"]:enabled').waitFor()
  await player.test('home-loading').waitFor()
  await expect.poll(() => page.locator('input[name="mode"]').count()).toBe(2)
  await expect.poll(() => page.getByRole('heading', { name: 'Open tables' }).count()).toBe(0)
  await page.locator('select[aria-label]').first().getByText('Dispatcher').waitFor({ state: 'attached' })
  await player.opponents(1)
  await player.test('play').click()
  release?.()
  await player.keep(2)
  await player.ready()
  await player.draw()
  const before = await decision(page)
  await page.reload()
  await expect.poll(() => decision(page)).toEqual(before)
  await kept(page)
  await site.silence()
  await page.goto(`${site.address}/#/`)
  await page.reload()
  await player.test('continue').click()
  await expect.poll(() => decision(page)).toEqual(before)
  await player.draw()
  await player.ready()
  await site.serve()
  const names = new Set(site.asked.map((path) => path.replace(/\/page-[0-9a-f]+\//, '/')))
  expect([...names].filter((path) => !path.startsWith(`${site.path}/`))).toEqual([])
  expect([...names].filter((path) => path.includes('/api/'))).toEqual([])
  await leave(/ERR_CONNECTION_REFUSED|Failed to fetch|WebAssembly/)
})

test('a board of one’s own to its end: result, statistics, replay, an analysis that is stopped, record out and in', async () => {
  const opened = await visit()
  const { page, player, leave } = opened
  // The bots are never asked for playouts, so that no analysis is over before it is stopped.
  await changeTables(page, () => {
    const post = Reflect.get(MessagePort.prototype, 'postMessage') as (...given: unknown[]) => void
    MessagePort.prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
      const [{ text }] = given as [{ text?: string }]
      if (!/"playouts":[1-9]/.test(text ?? '')) post.apply(this, given)
    }
  })
  await sitAtToy(opened)
  await player.ready()
  await player.finish()
  await player.test('end').waitFor()
  await player.test('to-replay').click()
  await player.test('analyse').click()
  await player.test('stop').click()
  await page.getByText('The analysis was stopped').waitFor()
  const record = page.locator('a[download]').first()
  const loaded = page.waitForEvent('download')
  await record.click()
  const file = readFileSync(await (await loaded).path())
  expect(JSON.parse(String(file))).toMatchObject({ format: 'semafor game 1' })
  const from = page.url()
  await page.goto(`${site.address}/#/`)
  await page.getByText('More options').click()
  await page
    .locator('input[type="file"]')
    .nth(1)
    .setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: file })
  await page.waitForURL(/#\/replay\//)
  await player.test('slider').waitFor()
  expect(page.url()).not.toBe(from)
  await leave()
})

test('two tabs show one game: what is done in one is seen in the other', async () => {
  const { page, player, leave } = await visit()
  await player.start('usa', 1)
  await player.keep(2)
  await player.ready()
  const other = await page.context().newPage()
  await other.goto(page.url())
  const before = await decision(page)
  await expect.poll(() => decision(other)).toEqual(before)
  await player.draw()
  const after = await decision(page)
  await expect.poll(() => decision(other)).toEqual(after)
  await leave()
})

test('on a telephone, and where nothing may be kept: the page says so, and plays all the same', async () => {
  const { page, player, leave } = await visit({ viewport: PHONE, hasTouch: true, isMobile: true })
  await changeTables(page, () =>
    Object.defineProperty(self, 'indexedDB', {
      get() {
        throw new DOMException('no', 'SecurityError')
      },
    }),
  )
  await page.goto(`${site.address}/#/`)
  await page.getByRole('alert').getByText('games last until the page is closed').waitFor()
  await player.opponents(1)
  await player.test('play').tap()
  await player.test('keep-tray').waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await leave()
})

test('the page is small: the start page below 250 KB, and everything below 6.5 MB, packed with gzip', async () => {
  const packed = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength
  const root = join(site.folder, site.path)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name))
  const all = files.filter((file) => statSync(file).isFile()).reduce((sum, file) => sum + packed(file), 0)
  expect(all).toBeLessThan(6_500_000)
  site.asked.length = 0
  // The service worker fetches the rest of the client meanwhile.
  const { page, quiet, leave } = await visit({ serviceWorkers: 'block' })
  await page.route('**/tables.worker-*.js', (route) => route.abort())
  await page.goto(`${site.address}/#/`)
  await page.locator('[data-test="play"]:enabled').waitFor()
  await quiet()
  const first = [...new Set(site.asked)].map((path) => (path.endsWith('/') ? `${path}index.html` : path))
  const early = first.filter((path) => !path.endsWith('service-worker.js'))
  expect(early.reduce((sum, path) => sum + packed(join(site.folder, path)), 0)).toBeLessThan(250_000)
  await leave(/.*/)
})

test('a browser that can’t run it is told so in a sentence, in both languages', async () => {
  for (const [locale, sentence] of [
    ['en', 'This browser can’t run the game'],
    ['pl', 'Ta przeglądarka nie uruchomi gry'],
  ] as const) {
    const { page, leave } = await visit({ settings: { locale } })
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'))
    await page.goto(`${site.address}/#/`)
    await page.getByRole('alert').getByText(sentence).waitFor()
    await leave()
  }
})
