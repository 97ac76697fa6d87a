/** Pages that meet: a host's page and its guests' in browsers of their own, with nothing but files from a server. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, type Opened, type PageOptions } from './chromium'
import { Player, type Board } from './player'
import { answerRaw, attackRaw, playRaw } from './raw-guest'
import { COMMAND, Server } from './server'
import { StaticPage } from './static'

const TOY = resolve(import.meta.dirname, '../../src/semafor/boards/toy.toml')
const BOARDS: Board[] = ['usa', 'nordic-countries', 'italy', 'northern-lights']
/** How soon both must have moved once the link is open, in milliseconds. */
const SOON = 60_000
const site = new StaticPage({ bot: 0, undo: 0 })
let browsers: Browser[] = []

beforeAll(async () => {
  browsers = await Promise.all([openBrowser(), openBrowser()])
  await site.start()
})
afterEach(() => Promise.all(browsers.flatMap((browser) => browser.contexts()).map((context) => context.close())))
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()))
  await site.stop()
})

interface Person extends Opened {
  player: Player
  /** The files that the page has asked for. */
  asked: string[]
}

/** Open a page in the host's browser, or in that of the guests; nobody shares any storage. */
async function person(name: string, at: StaticPage = site, options: PageOptions = {}): Promise<Person> {
  const browser = browsers[name === 'Ann' ? 0 : 1]
  if (!browser) throw new Error('there is no browser')
  const opened = await openPage(browser, at.origin, { ...options, settings: { name, ...options.settings } })
  const asked: string[] = []
  opened.page.on('request', (request) => asked.push(request.url()))
  return { ...opened, player: new Player(opened.page, at.address), asked }
}

function calm(...people: Person[]): void {
  for (const { problems } of people) expect(problems).toEqual([])
}

/** Set up a table with seats for guests, on a built-in board or on the small one for tests. */
async function host({ page, player }: Person, board: Board | 'toy', guests = 1): Promise<void> {
  await page.goto(`${player.address}/#/`)
  if (board === 'toy') {
    await page.getByText('More options').click()
    const buffer = readFileSync(TOY)
    await page.locator('input[type="file"]').first().setInputFiles({ name: 'toy.toml', mimeType: 'text/plain', buffer })
  } else await page.locator(`label:has(input[name="board"][value="${board}"]) strong`).click()
  await page.locator('label:has(input[name="mode"][value="friends"])').click()
  for (let more = 1; more < guests; more++) await player.test('add-open').click()
  await player.test('play').click()
  await player.test('guests').waitFor()
}

/** Make an invitation for one guest, in the waiting room or in the menu of the table. */
async function invite({ player }: Person): Promise<string> {
  await player.test('invite-guest').click()
  return player.test('guests').locator('[data-test="link"]').inputValue()
}

async function letIn({ player }: Person, answer: string): Promise<void> {
  await player.test('answer').fill(answer)
  await player.test('take-answer').click()
}

/** Let a guest in by a link and an answer. */
async function enter(ann: Person, { page, player }: Person): Promise<void> {
  await page.goto(await invite(ann))
  await letIn(ann, await player.test('own-answer').inputValue())
}

const menu = async ({ player }: Person) => {
  await player.test('menu').click()
  await player.test('guests-menu').click()
}

const hand = (page: Page) => page.locator('[data-anchor="hand"], [data-test="own-ticket"]').allInnerTexts()

/** Check a record against the engine: every action, and the score that the page has written. */
function verify(record: string): void {
  const [program = '', ...before] = COMMAND.split(' ')
  const said = execFileSync(program, [...before, 'verify', '-'], { input: record, encoding: 'utf8' })
  expect(said).toMatch(/All \d+ actions follow the rules .* the game is over/)
}

async function recordOf({ page, player }: Person): Promise<string> {
  await player.test('to-replay').click()
  const loaded = page.waitForEvent('download')
  await player.test('record').click()
  return readFileSync(await (await loaded).path(), 'utf8')
}

test('a link and an answer: two play, both pages are loaded again, and the record is right', async () => {
  const [ann, ben] = [await person('Ann'), await person('Ben')]
  await host(ann, 'toy')
  const link = await invite(ann)
  expect(new URL(link).hash.length).toBeLessThan(220)
  const began = Date.now()
  await ben.page.goto(link)
  await ben.page.getByText('Whoever hosts it could look at every card').waitFor()
  await letIn(ann, await ben.player.test('own-answer').inputValue())
  await ben.player.test('sit').click()
  await Promise.all([ann.player.keep(2), ben.player.keep(2)])
  expect(Date.now() - began).toBeLessThan(SOON)
  // The guest's page is loaded again: the seat is kept, and the host lets it in anew.
  const held = await hand(ben.page)
  await ben.page.reload()
  await ben.player.test('host-lost').waitFor()
  await menu(ann)
  await enter(ann, ben)
  await expect.poll(() => hand(ben.page)).toEqual(held)
  // The host's page is loaded again: the game is there, and the guest sees what happens.
  await ann.page.reload()
  await ben.player.test('host-lost').waitFor()
  const saved = ben.page.waitForEvent('download')
  await ben.player.test('save-seen').click()
  const seen = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as { observation: { seat: number } }
  expect(seen.observation.seat).toBe(1)
  await ann.page.locator('[data-test="menu"]').waitFor()
  await menu(ann)
  await enter(ann, ben)
  await ann.page.keyboard.press('Escape')
  await Promise.all([ann.player.play(6), ben.player.play(6)])
  // Bots finish it: somebody who only draws may find the deck empty.
  await ann.player.test('menu').click()
  for (let asked = 0; asked < 2; asked++) await ann.player.test('offer-end').click()
  await ben.page.getByRole('button', { name: 'Yes' }).click()
  for (const { player } of [ann, ben]) await player.test('end').waitFor()
  const played = ann.player.game()
  // A rematch is at the same page.
  await ann.player.test('rematch').click()
  await ben.player.test('rematch-waits').getByRole('button').click()
  await Promise.all([ann.player.keep(2), ben.player.keep(2)])
  for (const one of [ann, ben]) {
    await one.page.goto(`${site.address}/#/game/${played}`)
    verify(await recordOf(one))
  }
  // The guest's page is only a guest: it has loaded no Python.
  expect(ben.asked.filter((url) => /pyodide|\.packed/.test(url))).toEqual([])
  calm(ann, ben)
})

test('with a relay a link is enough, for players and spectators, and everybody comes back by themselves', async () => {
  const relay = await new Server().start()
  const at = await new StaticPage({ bot: 0, undo: 0 }).start({}, ['--relay', relay.address])
  try {
    const [ann, ben, eve] = [await person('Ann', at), await person('Ben', at), await person('Eve', at)]
    await host(ann, 'usa')
    await ann.player.test('room').waitFor()
    const link = await ann.player.test('link').inputValue()
    expect(new URL(link).hash).toMatch(/^#\/meet\/[a-z0-9]{8}$/)
    await ben.page.goto(link)
    await ben.player.test('sit').click()
    await Promise.all([ann.player.keep(2), ben.player.keep(2)])
    await eve.page.goto(link)
    await eve.page.getByRole('link', { name: 'Watch instead' }).click()
    await eve.page
      .getByText(/You are watching|’s turn/)
      .first()
      .waitFor()
    const held = await hand(ben.page)
    await ben.page.reload()
    await expect.poll(() => hand(ben.page)).toEqual(held)
    await ann.page.reload()
    await ann.player.test('menu').waitFor()
    for (const guest of [ben, eve]) await expect.poll(() => guest.player.test('host-lost').count()).toBe(0)
    await expect.poll(() => hand(ben.page)).toEqual(held)
    await ann.page.getByRole('tab', { name: 'Chat' }).click()
    await ann.page.getByRole('button', { name: 'Hello!' }).click()
    await ben.page.getByRole('tab', { name: 'Chat' }).click()
    await ben.page.getByText('Hello!').first().waitFor()
    // The host closes the lid.
    await ann.page.context().close()
    await ben.player.test('host-lost').getByText('goes on by itself').waitFor()
    await eve.page.goto(`${at.address}/#/meet/${'z'.repeat(8)}`)
    await eve.player.test('nobody').waitFor()
    const toRelay = new RegExp(`a request to ${relay.address}`)
    for (const { problems } of [ben, eve]) expect(problems.filter((one) => !toRelay.test(one))).toEqual([])
  } finally {
    await at.stop()
    await relay.stop()
  }
})

test('whole games on every board over data channels: the engine’s replay has the same results', async () => {
  for (const board of BOARDS) {
    const ann = await person('Ann')
    const guests = await Promise.all(['Ben', 'Eve'].map((name) => person(name)))
    await host(ann, board, guests.length)
    const games: Promise<void>[] = []
    for (const [number, { page }] of guests.entries()) {
      await page.goto(`${site.address}/icon.svg`)
      await letIn(ann, await answerRaw(page, await invite(ann)))
      await expect.poll(() => ann.player.test('guests-here').innerText()).toMatch(new RegExp(`^${number + 1}\\b`))
      games.push(playRaw(page, ['Ben', 'Eve'][number] ?? ''))
    }
    await ann.player.keep()
    await ann.player.test('menu').click()
    await ann.player.test('leave').click()
    await ann.player.test('leave').click()
    await Promise.all(games)
    await ann.player.test('end').waitFor()
    verify(await recordOf(ann))
    calm(ann)
    for (const { page } of [ann, ...guests]) await page.context().close()
  }
})

test('a guest who means harm is sent away, and the game goes on', async () => {
  const [ann, ben, bad] = [await person('Ann'), await person('Ben'), await person('Mallory')]
  await host(ann, 'usa')
  await enter(ann, ben)
  await ben.player.test('sit').click()
  await Promise.all([ann.player.keep(2), ben.player.keep(2)])
  const ask = JSON.stringify({ kind: 'ask', key: 1, method: 'GET', path: '/api/games/x' })
  const attacks: [string[], number][] = [
    // 100 MB in the largest messages, a flood of small ones, nonsense, pieces without an end, no text at all.
    [['.'.padEnd(250_000, 'x')], 400],
    [[`.${ask}`], 100_000],
    [['.{', '.[[[[', '.null', '.{"kind":"start"}'], 20],
    [['+'.padEnd(10_000, 'x')], 10],
    [['no mark'], 1],
  ]
  await bad.page.goto(`${site.address}/icon.svg`)
  for (const [texts, times] of attacks) {
    await menu(ann)
    await letIn(ann, await answerRaw(bad.page, await invite(ann)))
    await attackRaw(bad.page, texts, times)
    await expect.poll(() => ann.player.test('guests-here').innerText()).toMatch(/^1\b/)
    await ann.page.keyboard.press('Escape')
    await ann.player.test('guests').waitFor({ state: 'detached' })
  }
  await Promise.all([ann.player.play(3), ben.player.play(3)])
  calm(ann, ben)
})

test('what can’t work is said before it is tried', async () => {
  const ann = await person('Ann')
  await ann.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'))
  await host(ann, 'toy')
  await ann.player.test('guests').getByText('no WebRTC').waitFor()
  const ben = await person('Ben')
  for (const [address, said] of [
    ['abcdefgh', 'this page has none'],
    ['A'.repeat(150), 'perhaps the link was cut off'],
  ] as const) {
    await ben.page.goto(`${site.address}/#/settings`)
    await ben.page.goto(`${site.address}/#/meet/${address}`)
    await ben.page.getByRole('alert').getByText(said).waitFor()
  }
  calm(ann, ben)
})
