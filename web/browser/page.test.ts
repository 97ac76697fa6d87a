/** The game as a page: no server, only static files below some path, with Python in web workers. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPage, PHONE, type Opened } from './chromium'
import { sharedBrowser, type Options } from './fixture'
import { Player } from './player'
import { playGames } from './scripted'
import { COMMAND } from './server'
import { StaticPage } from './static'

const boards = resolve(import.meta.dirname, '../../src/semafor/boards')
const site = new StaticPage()
let browser: Browser

beforeAll(async () => {
  browser = await sharedBrowser()
  // A strict content security policy, which also applies to the workers: no eval except WebAssembly.
  await site.start({
    'content-security-policy':
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:",
  })
})
afterAll(async () => {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
  await site.stop()
})
// Restore the network for the retry of a test that cut it and failed.
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

/** Return what a player sees of a decision: the cards in hand, and the question. */
async function decision(page: Page): Promise<string[]> {
  await page.locator('[data-test="your-turn"]').waitFor()
  const parts = page.locator('[data-anchor="hand"], [data-test="own-ticket"], [data-test="deck"]')
  return parts.allInnerTexts()
}

/** Wait until everything is cached for an offline visit. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const channel = new MessageChannel()
    const done = new Promise((heard) => (channel.port1.onmessage = heard))
    active?.postMessage('keep', [channel.port2])
    await done
  })
}

/** Run a program in the worker with the tables before the worker's own code. */
async function changeTables(page: Page, program: string): Promise<void> {
  await page.context().route('**/tables.worker-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${program};${await response.text()}` })
  })
}

/** Sit down at the small test board, uploaded as a file: its games are short. */
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

test('the start page shows before Python loads; then a turn against a bot, a reload, an offline visit', async () => {
  const { page, player, leave } = await visit({ serviceWorkers: 'allow' })
  let release: (() => void) | undefined
  const held = new Promise<void>((go) => (release = go))
  await page.context().route('**/pyodide.asm.packed', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.address}/`)
  await page.locator('[data-test="play"]:enabled').waitFor()
  await player.test('home-loading').waitFor()
  await expect.poll(() => page.locator('input[name="mode"]').count()).toBe(3)
  await expect.poll(() => page.getByRole('heading', { name: 'Open tables' }).count()).toBe(0)
  await player.opponents(1)
  await player.test('opponent-change').click()
  for (const board of ['italy', 'usa']) {
    await page.locator(`label:has(input[name="board"][value="${board}"]) strong`).click()
    await player.test('level-superintendent').getByText('strength 6 of 6').waitFor({ state: 'attached' })
  }
  await player.test('level-superintendent').click()
  await player.test('play').click()
  // What the next visit needs must not slow this one down.
  expect(site.asked.filter((path) => path.endsWith('service-worker.js'))).toEqual([])
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
  const ours = (path: string) => path.startsWith(`${site.path}/`) && !path.startsWith(`${site.path}/api/`)
  expect(site.asked.filter((path) => !ours(path))).toEqual([])
  await leave(/ERR_CONNECTION_REFUSED|Failed to fetch|WebAssembly/)
})

test('a custom board to the end: result, statistics, replay, an analysis stopped and begun again, record out and in', async () => {
  const opened = await visit()
  const { page, player, leave } = opened
  await changeTables(page, `(${invent.toString()})()`)
  await sitAtToy(opened)
  await player.ready()
  await player.finish()
  await player.test('end').waitFor()
  await player.test('to-replay').click()
  await player.test('analyse').click()
  const progress = player.test('analysis').locator('progress')
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  await player.test('stop').click()
  await page.getByText('The analysis was stopped').waitFor()
  await player.test('analyse').click()
  await page.evaluate(() => new BroadcastChannel('playouts').postMessage('all'))
  await player.test('analyse').click()
  await player
    .test('analysis')
    .getByText(/from each moment Dispatchers played 20\s+games/)
    .waitFor()
  const record = player.test('record')
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

/** Fake all playouts of the bots; pause after a few until told to go on, so that an analysis can be stopped. */
function invent(): void {
  const post = Reflect.get(MessagePort.prototype, 'postMessage') as (...given: unknown[]) => void
  const held: (() => void)[] = []
  let left = 30
  new BroadcastChannel('playouts').onmessage = () => {
    left = Infinity
    for (const answer of held) answer()
  }
  MessagePort.prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
    const [{ id, text = '' }] = given as [{ id: number; text?: string }]
    const [, playouts] = /"playouts":([1-9]\d*)/.exec(text) ?? []
    if (playouts === undefined) return post.apply(this, given)
    const half = Number(playouts) / 2
    const data = { id, text: JSON.stringify([half, half]) }
    const answer = () => this.dispatchEvent(new MessageEvent('message', { data }))
    if (left-- > 0) answer()
    else held.push(answer)
  }
}

test('a hint does not wait for the bots’ Python: after a reload, while it loads, the tables give one', async () => {
  const { page, player, leave } = await visit()
  await player.start('usa', 1)
  await player.keep(2)
  await player.ready()
  const asked = page.context().waitForEvent('request', (request) => request.url().includes('/bots.worker-'))
  await page.context().route('**/bots.worker-*.js', () => undefined)
  await page.reload()
  await decision(page)
  await player.test('ask-hint').click()
  await player.test('hint-do').waitFor()
  await asked
  await leave()
})

test('two tabs show one game: an action in one appears in the other', async () => {
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

test('on a phone without storage the page says so, and still plays', async () => {
  const { page, player, leave } = await visit({ viewport: PHONE, hasTouch: true, isMobile: true })
  // A browser that blocks site data blocks both.
  const forbid = (name: string) =>
    Object.defineProperty(self, name, {
      get() {
        throw new DOMException('no', 'SecurityError')
      },
    })
  await changeTables(page, `(${forbid.toString()})('indexedDB')`)
  await page.addInitScript(forbid, 'localStorage')
  await page.goto(`${site.address}/#/`)
  await page.getByRole('alert').getByText('games last until you close it').waitFor()
  await player.opponents(1)
  await player.test('play').tap()
  await player.test('keep-tray').waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await leave()
})

test('a server that does not compress: 6.5 MB to the first decision, whatever type it calls what is packed', async () => {
  site.asked.length = 0
  const { player, leave } = await visit()
  await player.start('usa', 1)
  await player.test('keep-tray').waitFor()
  const files = [...new Set(site.asked)].map((path) => (path.endsWith('/') ? `${path}index.html` : path))
  expect(files.map((path) => extname(path))).not.toContain('.wasm')
  const size = files.reduce((sum, path) => sum + statSync(join(site.folder, path)).size, 0)
  expect(size).toBeLessThan(6_500_000)
  await leave()
})

test('the page is small: start page below 250 KB, everything below 7.8 MB, gzipped', async () => {
  const packed = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength
  const root = join(site.folder, site.path)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name))
  const all = files.filter((file) => statSync(file).isFile()).reduce((sum, file) => sum + packed(file), 0)
  expect(all).toBeLessThan(7_800_000)
  site.asked.length = 0
  const { page, quiet, leave } = await visit()
  await page.route('**/tables.worker-*.js', (route) => route.abort())
  await page.goto(`${site.address}/#/`)
  await page.locator('[data-test="play"]:enabled').waitFor()
  await quiet()
  const first = [...new Set(site.asked)].map((path) => (path.endsWith('/') ? `${path}index.html` : path))
  const early = first.filter((path) => !path.endsWith('service-worker.js'))
  expect(early.reduce((sum, path) => sum + packed(join(site.folder, path)), 0)).toBeLessThan(250_000)
  await leave(/.*/)
})

test('addresses of what needs a server say that they do, and show nothing else', async () => {
  const { page, player, leave } = await visit()
  // Python never loads: none of this needs it.
  await page.route('**/pyodide.asm.packed', () => undefined)
  for (const address of [
    'contest',
    'contest/abc',
    'ladder',
    `guest/${'a'.repeat(43)}`,
    'take/abcd',
    'join',
    'join/abcd-efgh',
  ]) {
    await page.goto(`${site.address}/#/settings`)
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.goto(`${site.address}/#/${address}`)
    await player.test('needs-server').getByText('This needs a server').waitFor()
    await expect.poll(() => page.locator('main :is(form, button, input, table, [role="alert"])').count()).toBe(0)
  }
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await page.locator('[data-test="play"]:enabled').waitFor()
  await expect
    .poll(() => page.locator('main a[href^="#/contest"], main a[href^="#/ladder"], main a[href^="#/join"]').count())
    .toBe(0)
  await leave()
})

/** How many whole games to play on each board; the proof plays a hundred in all. */
const GAMES = process.env['SEMAFOR_PROOF'] ? 25 : 1

test('whole games on every board by messages to the workers: the engine’s replay has the same results', async () => {
  const { page, leave } = await visit()
  const root = join(site.folder, site.path)
  const python = readdirSync(root).find((name) => name.startsWith('page-')) ?? ''
  // Open a plain file, as the app would load a second Python.
  await page.goto(`${site.address}/${python}/api/boards.json`)
  const asset = (kind: string) =>
    `${site.address}/assets/${readdirSync(join(root, 'assets')).find((name) => name.startsWith(`${kind}.worker-`)) ?? ''}`
  const where = { tables: asset('tables'), bots: asset('bots'), folder: `${site.address}/${python}/` }
  const [program = '', ...before] = COMMAND.split(' ')
  const boards = ['usa', 'nordic-countries', 'italy', 'northern-lights']
  const records = await page.evaluate(playGames, { ...where, boards, games: GAMES })
  expect(records.length).toBe(GAMES * boards.length)
  // Replay every record, and compare the score with the one that the page has written.
  for (const input of records) {
    const said = execFileSync(program, [...before, 'verify', '-'], { input, encoding: 'utf8' })
    expect(said).toMatch(/All \d+ actions follow the rules .* the game is over/)
  }
  await leave()
})

test('storage is full: the page says so and plays on; removing a game frees space; an older game is named', async () => {
  const opened = await visit()
  const { page, player, leave } = opened
  await changeTables(page, `(${limitRoom.toString()})()`)
  await player.start('usa', 1)
  await player.keep(2)
  const going = page.url()
  await sitAtToy(opened)
  await player.ready()
  await player.finish()
  await page.goto(going)
  await player.ready()
  const room = (left: boolean) => page.evaluate((said) => new BroadcastChannel('room').postMessage(said), left)
  await room(false)
  await player.draw()
  await player.test('unkept').getByText('There is no room left').waitFor()
  await player.draw()
  const before = await decision(page)
  const kept = () => page.evaluate(countGames)
  await room(true)
  await page.goto(`${site.address}/#/`)
  await page.getByRole('alert').getByText('There is no room left').waitFor()
  await expect.poll(kept).toBe(2)
  await page.getByRole('button', { name: /Remove from this list/ }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await expect.poll(kept).toBe(1)
  await page.reload()
  await player.test('continue').click()
  await expect.poll(() => decision(page)).toEqual(before)
  // Simulate an update: another version of the rules.
  const table = page.url()
  await page.evaluate(outdateGames)
  await page.reload()
  await page.getByRole('alert').getByText('can’t be opened any more').waitFor()
  expect(page.url()).toBe(table)
  await page.goto(`${site.address}/#/`)
  await player.test('old-game').getByText('USA').waitFor()
  await player.test('old-game').getByRole('button').click()
  await player.test('no-games').waitFor()
  await expect.poll(kept).toBe(0)
  await leave()
})

/** Make the database of a worker behave as if the disk were full, whenever told to. */
function limitRoom(): void {
  let left = true
  new BroadcastChannel('room').onmessage = ({ data }: MessageEvent<boolean>) => (left = data)
  const add = IDBObjectStore.prototype.add
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...what: Parameters<typeof add>) {
    const request = add.apply(this, what)
    if (!left) {
      Object.defineProperty(this.transaction, 'error', { value: new DOMException('no room', 'QuotaExceededError') })
      this.transaction.abort()
    }
    return request
  }
}

/** Return how many games are in the database, or -1 if some have no entries. */
async function countGames(): Promise<number> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done) => (request.onsuccess = () => done(request.result)))
  const database = await settled(indexedDB.open('semafor'))
  const games = await settled(database.transaction('games').objectStore('games').getAllKeys())
  const entries = await settled(database.transaction('entries').objectStore('entries').getAllKeys())
  database.close()
  const withEntries = new Set(entries.map((key) => (key as string[])[0]))
  return games.length === withEntries.size ? games.length : -1
}

/** Mark all games as stored by an older version. */
async function outdateGames(): Promise<void> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done) => (request.onsuccess = () => done(request.result)))
  const database = await settled(indexedDB.open('semafor'))
  const games = database.transaction('games', 'readwrite').objectStore('games')
  for (const game of (await settled(games.getAll())) as { row: { rules: number } }[]) {
    game.row.rules -= 1
    await settled(games.put(game))
  }
  database.close()
}

test('a browser that can’t run the game gets a sentence in both languages', async () => {
  const said = { en: 'This browser can’t run the game', pl: 'Ta przeglądarka nie uruchomi gry' }
  for (const [locale, lack] of [
    ['en', () => Reflect.deleteProperty(globalThis, 'WebAssembly')],
    // Browsers without module workers ignore the type.
    ['pl', () => (globalThis.Worker = new Proxy(Worker, { construct: (Plain, [url]) => new Plain(url as string) }))],
  ] as const) {
    const { page, leave } = await visit({ settings: { locale } })
    await page.addInitScript(lack)
    await page.goto(`${site.address}/#/`)
    await page.getByRole('alert').getByText(said[locale]).waitFor()
    await leave(/Cannot use import/)
  }
})

test('a browser that can’t even parse the client gets it, too', async () => {
  for (const [locale, sentence] of [
    ['en-GB', 'Semafor can’t start in this browser'],
    ['pl-PL', 'Semafor nie uruchomi się w tej przeglądarce'],
  ] as const) {
    const { page, leave } = await visit({ locale })
    const body = 'const newer = syntax than this #'
    await page.route('**/assets/index-*.js', (route) => route.fulfill({ body, contentType: 'text/javascript' }))
    await page.goto(`${site.address}/`)
    await page.getByRole('alert').getByText(sentence).waitFor()
    await leave(/SyntaxError/)
  }
})
