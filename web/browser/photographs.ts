/** What is photographed: every screen of the client, and the moments of a game. */
import type { Browser } from 'playwright-core'
import { DESKTOP, LAPTOP, openPage, PHONE } from './chromium'
import { Camera } from './camera'
import { Player, type Board } from './player'
import { halfPlayed, VISIONS } from './vision'

export const SIZES = { desktop: DESKTOP, laptop: LAPTOP, phone: PHONE }
export const BOARDS: Board[] = ['usa', 'nordic-countries', 'italy', 'northern-lights']
export type Size = keyof typeof SIZES
export type Locale = 'en' | 'pl'

/** The map's description of a route with the payment that is special to the board. */
const ODD: Record<Board, RegExp> = {
  usa: /grey|szare/,
  'nordic-countries': /ferry|prom/,
  italy: /wave|fal/,
  'northern-lights': /ferry|prom/,
}
const TUNNEL = /tunnel|tunel/

interface Visitor {
  size: Size
  player: Player
}

/** Open a screen of this size; with the seats of another visitor, the same player sits at a second screen. */
async function visitor(
  browser: Browser,
  address: string,
  size: Size,
  locale: Locale,
  {
    seats,
    name = locale === 'pl' ? 'Ania' : 'Ann',
    idle = false,
  }: { seats?: string; name?: string; idle?: boolean } = {},
): Promise<Visitor> {
  const theme = size === 'laptop' ? 'dark' : 'light'
  const { page } = await openPage(browser, address, {
    painted: true,
    picture: idle,
    viewport: SIZES[size],
    ...(size === 'phone' ? { hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 } : {}),
    settings: { locale, theme, name, tips: size !== 'laptop' },
  })
  if (seats) await page.context().addInitScript((text) => localStorage.setItem('semafor.seats', text), seats)
  return { size, player: new Player(page, address) }
}

/** One player at three screens at once, to photograph every moment of a game on all of them. */
class Table {
  readonly #name: string

  constructor(
    readonly camera: Camera,
    readonly visitors: Visitor[],
    board: Board,
    locale: Locale,
  ) {
    this.#name = `${board}-${locale}`
  }

  get main(): Player {
    const [first] = this.visitors
    if (!first) throw new Error('nobody is here')
    return first.player
  }

  /** Do the same on every screen, and take a screenshot of each. */
  async each(what: string, prepare: (player: Player) => Promise<unknown>): Promise<void> {
    for (const { size, player } of this.visitors) {
      await prepare(player)
      await this.camera.save(player.page, `${this.#name}-${size}-${what}`)
    }
  }

  /** Do the same on every screen, without screenshots. */
  async all(prepare: (player: Player) => Promise<unknown>): Promise<void> {
    for (const { player } of this.visitors) await prepare(player)
  }

  /** Choose a route on the map of one screen by keyboard, and wait for what the page says about it. */
  async pick(player: Player, route: string): Promise<void> {
    await player.page.keyboard.press('Escape')
    await player.page.locator(`[data-route="${route}"]`).focus()
    await player.page.keyboard.press('Enter')
    await player.test('claim-tray').or(player.test('refusal')).first().waitFor()
  }

  /** Return an offered route whose description fits, else the longest one. */
  async route(fits: RegExp | null): Promise<string | undefined> {
    const offered = new Set(await this.main.offered())
    const told = await this.main.labels()
    const found = told.filter(([id, label]) => offered.has(id) && (fits === null || fits.test(label)))
    const length = (id: string) => this.main.lengths.get(id) ?? 0
    return found.map(([id]) => id).sort((a, b) => length(b) - length(a))[0]
  }
}

const turn = (player: Player) => player.page.locator('[data-test="deck"].can').waitFor({ state: 'attached' })

/** Photograph a game on one board, on a desktop and screens of other sizes: tickets, a turn, payments, a refusal, a tunnel, the scoring, the replay. */
export async function game(
  browser: Browser,
  address: string,
  camera: Camera,
  board: Board,
  locale: Locale,
  sizes: Size[] = ['laptop', 'phone'],
): Promise<void> {
  const first = await visitor(browser, address, 'desktop', locale)
  const id = await first.player.start(board, 2)
  const seats = await first.player.page.evaluate(() => localStorage.getItem('semafor.seats') ?? '')
  const others: Visitor[] = []
  for (const size of sizes) others.push(await visitor(browser, address, size, locale, { seats }))
  for (const { player } of others) await player.page.goto(`${address}/#/game/${id}`)
  const table = new Table(camera, [first, ...others], board, locale)
  const main = first.player

  await table.each('tickets', async (player) => {
    await player.test('keep-tray').waitFor()
    await player.test('ticket').first().check()
  })
  await main.test('ticket').first().uncheck()
  await main.keep(3)
  await main.learn()
  for (let decision = 0; decision < 16; decision++) await main.decide()
  await main.reachTurn()
  // Draw until there is something to see.
  for (let tries = 0; tries < 8 && (await main.offered()).length < 6; tries++) {
    await main.draw()
    await main.reachTurn()
  }
  await table.each('turn', turn)

  const routes = [await table.route(null), await table.route(ODD[board])]
  for (const [at, what] of ['claim', 'payment'].entries()) {
    for (let tries = 0; tries < 20 && !routes[at]; tries++) {
      await main.draw()
      await main.reachTurn()
      routes[at] = await table.route(at === 0 ? null : ODD[board])
    }
    const route = routes[at] ?? (await table.route(null))
    if (!route) continue
    await table.each(what, async (player) => {
      await turn(player)
      await table.pick(player, route)
      if (what === 'payment') await player.test('pay-own').click()
    })
    await table.all((player) => player.page.keyboard.press('Escape'))
  }

  const can = new Set(await main.offered())
  const dear = [...main.lengths].find(([one, length]) => length >= 5 && !can.has(one))?.[0]
  if (dear) await table.each('why', (player) => table.pick(player, dear))
  await table.all((player) => player.page.keyboard.press('Escape'))

  for (let tries = 0; tries < 40 && (await main.labels()).some(([, label]) => TUNNEL.test(label)); tries++) {
    const route = await table.route(TUNNEL)
    if (route) await main.claim(route)
    else await main.draw()
    const next = await main.ready()
    if (next === 'end') break
    if (next !== 'tunnel') {
      await main.reachTurn()
      continue
    }
    // A tunnel that can be paid replaces the screenshot of one that can't.
    const payable = (await main.test('tunnel-pay').count()) > 0
    await table.each('tunnel', (player) => player.test('tunnel-tray').waitFor())
    await main.decide()
    if (payable) break
    await main.reachTurn()
  }

  await main.reachTurn()
  await main.finish()
  await table.each('result', (player) => player.test('result').waitFor({ timeout: 120_000 }))
  await table.each('scoring', async (player) => {
    await player.test('again').click()
    for (let step = 0; step < 5; step++) await player.test('next').click()
  })
  await table.all((player) => player.test('to-result').click())
  await table.each('statistics', async (player) => {
    await player.test('statistics').click()
    await player.page.locator('dialog table').waitFor()
  })
  await table.each('replay', async (player) => {
    await player.page.goto(`${address}/#/replay/${id}?at=60&eyes=0`)
    await player.test('slider').waitFor({ timeout: 60_000 })
  })
  if (board === 'usa')
    await table.each('analysis', async (player) => {
      await player.test('analyse').click()
      await player.test('advice').waitFor({ timeout: 240_000 })
      await player.test('analysis').evaluate((section) => section.scrollIntoView({ block: 'start' }))
    })
  await table.all((player) => player.page.context().close())
}

/** Photograph everything that does not depend on the board. */
export async function pages(
  browser: Browser,
  address: string,
  camera: Camera,
  size: Size,
  locale: Locale,
): Promise<void> {
  // The start page draws its boards when the browser is idle.
  const { player } = await visitor(browser, address, size, locale, { idle: true })
  const { page } = player
  const save = (what: string) => camera.save(page, `${what}-${locale}-${size}`)
  const places = [
    ['start', '#/'],
    ...BOARDS.map((board) => [`rules-${board}`, `#/rules/${board}`] as const),
    ['settings', '#/settings'],
    ['join-unknown', '#/join/nobody'],
  ] as const
  for (const [what, place] of places) {
    await page.goto(`${address}/${place}`)
    await page.locator('main h1').first().waitFor()
    if (what === 'start') await page.locator('[data-test^="drawing-"]').nth(BOARDS.length).waitFor()
    await save(what)
  }
  for (const mode of ['friends', 'hotseat'] as const) {
    await page.goto(`${address}/#/`)
    await page.locator(`label:has(input[name="mode"][value="${mode}"])`).click()
    await page.locator('.plan').scrollIntoViewIfNeeded()
    await page.locator('.plan').evaluate((plan) => plan.scrollIntoView({ block: 'start' }))
    await save(`start-${mode}`)
    await player.test('play').click()
    if (mode === 'friends') {
      const link = await player.test('link').inputValue()
      await save('waiting')
      const guest = await visitor(browser, address, size, locale, { name: locale === 'pl' ? 'Bartek' : 'Ben' })
      await guest.player.page.goto(link)
      await guest.player.test('sit').waitFor()
      await camera.save(guest.player.page, `join-${locale}-${size}`)
      await guest.player.page.context().close()
    }
  }
  await player.test('curtain').waitFor()
  await save('curtain')
  await player.test('curtain-open').click()
  await player.test('keep-tray').waitFor()
  await player.test('menu').click()
  await save('menu')
  await page.goto(`${page.url()}/text`)
  await page.locator('main table').waitFor()
  await save('text')
  await page.goto(`${address}/#/`)
  await page.locator('.lists li').first().waitFor()
  await page.locator('.lists').evaluate((lists) => lists.scrollIntoView({ block: 'start' }))
  await save('games')
  await page.context().close()
}

/** Photograph a board as people with a colour-vision deficiency see it. */
export async function visions(browser: Browser, address: string, camera: Camera, board: Board): Promise<void> {
  const page = await halfPlayed(browser, address, board)
  const cdp = await page.context().newCDPSession(page)
  for (const type of VISIONS.filter((vision) => vision !== 'none')) {
    await cdp.send('Emulation.setEmulatedVisionDeficiency', { type })
    await camera.save(page, `vision-${board}-${type}`)
  }
  await page.context().close()
}
