/** The living room: a television shows the table, and phones are hands. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mapRests, resize } from './chromium'
import { ON_A_PHONE, openHouse, PROOF, type Visit } from './fixture'
import type { Board } from './player'
import type { Server } from './server'

const house = openHouse()

const TELEVISION = { width: 1920, height: 1080 }
/** Millimetres of a pixel on a television of 40 inches with 1920 × 1080. */
const PIXEL = (40 * 25.4 * 16) / Math.hypot(16, 9) / 1920
/** The height of a letter of 20 minutes of arc at three metres, in millimetres. */
const READABLE = 3000 * Math.tan((20 / 60) * (Math.PI / 180))
const NAMES = ['Anna', 'Ben', 'Celina', 'Dorota', 'Ewa']

interface LivingRoom {
  tv: Visit
  phones: Visit[]
}

/** Open a television at the start page, and a phone in each hand. */
async function room(players: number, server: Server = house.server): Promise<LivingRoom> {
  const tv = await house.visit({ viewport: TELEVISION, settings: { name: '' } }, server)
  await tv.page.goto(`${server.address}/#/`)
  const phones: Visit[] = []
  for (let at = 0; at < players; at++) phones.push(await house.visit({ ...ON_A_PHONE, settings: { name: '' } }, server))
  return { tv, phones }
}

/** Show a table on the television; returns what its code leads to. */
async function show({ tv, phones }: LivingRoom, board: Board = 'usa', kids = false): Promise<string> {
  await tv.player.test('screen-link').click()
  await tv.page.locator(`label:has(input[name="board"][value="${board}"]) strong`).click()
  await tv.page.locator(`label:has(input[name="players"][value="${phones.length}"])`).click()
  if (kids) await tv.player.test('kids').check()
  await tv.player.test('screen-go').click()
  const code = (await tv.player.test('invite-code').textContent()) ?? ''
  return `#/join/${code}`
}

/** Scan the code, type a name, sit down. */
async function sit({ page, player }: Visit, link: string, name: string): Promise<void> {
  await page.goto(`${player.address}/${link}`)
  await page.getByLabel('Your name').fill(name)
  await player.test('sit').tap()
}

/** Keep all tickets: how many must be kept depends on the board. */
async function keep({ player }: Visit): Promise<void> {
  const tickets = player.test('ticket')
  await tickets.first().waitFor()
  for (const ticket of await tickets.all()) await ticket.check()
  await player.test('keep').tap()
  await player.test('keep-tray').waitFor({ state: 'detached' })
}

/** Seat everybody and keep tickets; returns when somebody has the turn. */
async function begin(living: LivingRoom, board: Board = 'usa', kids = false): Promise<void> {
  const link = await show(living, board, kids)
  // One after the other, so that the first to sit has the first seat.
  for (const [at, phone] of living.phones.entries()) {
    await sit(phone, link, NAMES[at] ?? '')
    await living.tv.page
      .locator('[data-test^="place-"], [data-test^="seat-"]')
      .getByText(NAMES[at] ?? '')
      .waitFor()
  }
  await Promise.all(living.phones.map(keep))
  await living.tv.page.locator('[aria-current="true"]').waitFor()
  await expect.poll(() => living.tv.page.locator('[aria-current="true"]').count()).toBe(1)
}

/** Whose turn the television shows. */
async function mover({ tv, phones }: LivingRoom): Promise<{ seat: number; phone: Visit }> {
  const mark = await tv.page.locator('[aria-current="true"]').getAttribute('data-test')
  const seat = Number(mark?.replace('seat-', ''))
  const phone = phones[seat]
  if (!phone) throw new Error(`nobody sits at ${mark ?? ''}`)
  await phone.page.locator('.status.yours').waitFor()
  return { seat, phone }
}

/** Open the map on the phone of whoever moves, drawing cards until a route is offered; returns who, and which. */
async function offered(living: LivingRoom): Promise<{ phone: Visit; seat: number; route: string }> {
  for (let turns = 0; turns < 30; turns++) {
    const { phone, seat } = await mover(living)
    await phone.player.test('hand-map').tap()
    await mapRests(phone.page)
    const [route] = await phone.player.offered()
    if (route) return { phone, seat, route }
    await phone.player.test('hand-map').tap()
    for (let cards = 0; cards < 2; cards++) await phone.player.tapDeck()
    await expect
      .poll(() => living.tv.page.locator('[aria-current="true"]').getAttribute('data-test'))
      .not.toBe(`seat-${seat}`)
  }
  throw new Error('no route was offered')
}

const claimed = (page: Page, route: string, name: string) =>
  page.locator(`[data-route="${route}"][aria-label*="${name}"]`).waitFor({ state: 'attached' })

/** Every message that a page gets from its table. */
function heard(page: Page): { type: string }[] {
  const messages: { type: string }[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => messages.push(JSON.parse(String(payload)) as { type: string })),
  )
  return messages
}

/** Let a bot play for each seat from now on, as the menu of its phone does. */
async function letBotsPlay({ page }: Visit): Promise<void> {
  await page.evaluate(async () => {
    type Own = { game: string; seats: { seat: number; token: string }[] }
    const [own] = JSON.parse(localStorage.getItem('semafor.seats') ?? '[]') as Own[]
    const [{ seat, token }] = own!.seats as [Own['seats'][number]]
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${own!.game}/socket`)
    const send = (message: object) => socket.send(JSON.stringify(message))
    await new Promise<void>((done, failed) => {
      socket.onopen = () => send({ type: 'hello', version: 2, tokens: [token] })
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as { type: string; ok: boolean }
        if (message.type === 'welcome') send({ type: 'leave', id: crypto.randomUUID(), seat })
        if (message.type === 'answer') (message.ok ? done : failed)()
      }
    })
    socket.close()
  })
}

test('three phones play on a television within half a minute, by taps alone', async () => {
  house.needServer()
  const living = await room(3)
  const started = Date.now()
  const link = await show(living)
  await Promise.all(living.phones.map((phone, at) => sit(phone, link, NAMES[at] ?? '').then(() => keep(phone))))
  await living.tv.page.locator('[aria-current="true"]').waitFor()
  await expect.poll(() => living.tv.page.locator('[aria-current="true"]').count()).toBe(1)
  const names = await living.tv.page.locator('[data-test^="seat-"] .name').allTextContents()
  const order = names.map((name) => living.phones[NAMES.indexOf(name)]!)
  const { phone, route, seat } = await offered({ ...living, phones: order })
  const { x, y } = await phone.player.pointNow(route)
  await phone.page.touchscreen.tap(x, y)
  await phone.player.test('confirm').tap()
  await claimed(living.tv.page, route, names[seat] ?? '')
  const seconds = (Date.now() - started) / 1000
  console.log(`from “On the television” to the first claim: ${seconds.toFixed(1)} s`)
  if (PROOF) expect(seconds).toBeLessThan(30)
  for (const visit of [living.tv, ...living.phones]) await visit.leave()
})

test('a route touched on the television opens the payment on the phone whose turn it is, and claims nothing', async () => {
  house.needServer()
  const living = await room(2)
  await begin(living)
  const { phone, route, seat } = await offered(living)
  const other = living.phones[1 - seat]!
  const touch = async () => {
    const { x, y } = await living.tv.player.pointOf(route)
    await living.tv.page.mouse.click(x, y)
  }
  await touch()
  await phone.player.test('claim-tray').waitFor()
  await living.tv.player.test('asked').waitFor()
  await expect.poll(() => other.player.test('claim-tray').count()).toBe(0)
  // However often it is touched.
  await touch()
  await living.tv.player.test('asked').waitFor()
  await expect.poll(() => phone.player.test('claim-tray').count()).toBe(1)
  // The television goes off and on again meanwhile.
  await living.tv.page.reload()
  await living.tv.page.locator('[aria-current="true"]').waitFor()
  await phone.player.test('confirm').tap()
  await claimed(living.tv.page, route, NAMES[seat] ?? '')
  for (const visit of [living.tv, ...living.phones]) await visit.leave()
})

test('a phone that is gone is replaced by a code on the television, and everybody sees it', async () => {
  house.needServer()
  const living = await room(2)
  await begin(living)
  const { seat, phone } = await mover(living)
  const hand = await phone.player.hand()
  const code = living.tv.page.waitForResponse((answer) => /\/transfer$/.test(answer.url()) && answer.ok())
  await phone.leave()
  await living.tv.player.test('empty-place').waitFor()
  const { code: secret } = (await (await code).json()) as { code: string }
  const fresh = await house.visit({ ...ON_A_PHONE, settings: { name: '' } })
  await fresh.page.goto(`${fresh.player.address}/#/take/${secret}`)
  await fresh.player.test('take').tap()
  await fresh.player.test('hand-pane').waitFor()
  await expect.poll(() => fresh.player.hand()).toEqual(hand)
  const told = `${NAMES[seat] ?? ''} plays on another device now`
  await living.tv.player.test('news').getByText(told).waitFor()
  await living.tv.player.test('empty-place').waitFor({ state: 'detached' })
  const other = living.phones[1 - seat]!
  await other.player.test('turn-view').tap()
  await other.player.test('tab-log').tap()
  await other.page.getByText(told).first().waitFor()
  // The refusals before the place was empty.
  await living.tv.leave(/^409 .*transfer$/)
  await other.leave()
  await fresh.leave()
})

test('the television comes back by itself when the server was killed', async () => {
  const own = await house.serve()
  const living = await room(2, own)
  await begin(living)
  const turn = await living.tv.player.test('turn').textContent()
  await own.kill()
  await living.tv.player.test('lost').waitFor()
  await own.start()
  await living.tv.player.test('lost').waitFor({ state: 'detached' })
  await expect.poll(() => living.tv.player.test('turn').textContent()).toBe(turn)
  for (const visit of [living.tv, ...living.phones]) await visit.leave()
})

test('a phone turns into the whole table and back with one press, and remembers it', async () => {
  house.needServer()
  const living = await room(2)
  await begin(living)
  const [phone] = living.phones as [Visit, Visit]
  await phone.player.test('hand-pane').waitFor()
  await phone.player.test('turn-view').tap()
  await phone.player.test('tab-log').waitFor()
  await expect.poll(() => phone.player.test('hand-pane').count()).toBe(0)
  await phone.page.reload()
  await phone.player.test('tab-log').waitFor()
  await phone.player.test('turn-view').tap()
  await phone.player.test('hand-pane').waitFor()
  for (const visit of [living.tv, ...living.phones]) await visit.leave()
})

for (const [board, players] of [
  ['usa', 5],
  ['nordic-countries', 3],
  ['italy', 3],
  ['northern-lights', 4],
] as const) {
  test(`a whole game on ${board}: nothing private reaches the television, which counts the points by itself`, async () => {
    house.needServer()
    const living = await room(players)
    const messages = heard(living.tv.page)
    await begin(living, board, board === 'italy')
    const tickets = await Promise.all(
      living.phones.map(({ page }) => page.locator('[data-test="own-ticket"] strong').allTextContents()),
    )
    expect(tickets.every((one) => one.length >= 2)).toBe(true)
    const shown = await living.tv.page.locator('main').innerText()
    for (const ticket of tickets.flat()) expect(shown).not.toContain(ticket)
    for (const phone of living.phones) await letBotsPlay(phone)
    await living.tv.player.test('winner').waitFor()
    await living.tv.player.test('shared-picture').waitFor()
    type View = {
      observation: Record<string, unknown>
      offers: unknown
      tickets: unknown[]
      eyes: unknown
      score: unknown
    }
    const views = messages.filter(({ type }) => type === 'view') as unknown as View[]
    expect(views.length).toBeGreaterThan(30)
    for (const { observation, offers, tickets, eyes, score } of views) {
      expect({ offers, tickets, eyes }).toEqual({ offers: null, tickets: [], eyes: null })
      expect(Object.keys(observation)).not.toContain('hand')
      expect(observation['decision'] === 'over').toBe(score !== null)
    }
    // On the phones, what is next.
    const [phone] = living.phones as [Visit]
    await phone.player.test('end').waitFor()
    await phone.player.test('rematch').tap()
    await phone.player.test('keep-tray').waitFor()
    await living.tv.page.locator('[aria-current="true"]').first().waitFor()
    for (const visit of [living.tv, ...living.phones]) await visit.leave()
  })
}

test('at a table for children there are phrases and hints, and bots are gentle', async () => {
  house.needServer()
  const living = await room(2)
  const link = await show(living, 'usa', true)
  const [phone] = living.phones as [Visit, Visit]
  await sit(phone, link, 'Anna')
  await phone.player.test('who-1').locator('option').nth(2).waitFor({ state: 'attached' })
  await expect.poll(() => phone.player.test('who-1').locator('option').count()).toBe(3)
  await phone.player.test('fill').tap()
  await keep(phone)
  await phone.player.test('ask-hint').first().waitFor()
  for (const visit of [living.tv, ...living.phones]) await visit.leave()
})

for (const [width, height, scale] of [
  [1920, 1080, 1],
  [3840, 2160, 2],
] as const) {
  test(`names, points and whose turn it is are readable at three metres on ${width} × ${height}`, async () => {
    house.needServer()
    const living = await room(5)
    await resize(living.tv.page, { width, height })
    await begin(living)
    const heights = await living.tv.page.evaluate(() => {
      const pencil = document.createElement('canvas').getContext('2d')!
      /** The height of a capital letter of an element as shown, in pixels. */
      const height = (selector: string) =>
        Math.min(
          ...[...document.querySelectorAll<HTMLElement>(selector)].map((element) => {
            const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
            pencil.font = `${fontWeight} ${fontSize} ${fontFamily}`
            return pencil.measureText('H').actualBoundingBoxAscent
          }),
        )
      return {
        names: height('[data-test^="seat-"] .name'),
        points: height('[data-test^="seat-"] .points'),
        turn: height('[data-test="turn"]'),
      }
    })
    console.log(
      `letters on ${width} × ${height} at 40 inches, in mm:`,
      Object.entries(heights)
        .map(([what, pixels]) => `${what} ${((pixels * PIXEL) / scale).toFixed(1)}`)
        .join(', '),
    )
    for (const pixels of Object.values(heights)) expect((pixels * PIXEL) / scale).toBeGreaterThanOrEqual(READABLE)
    // Nothing is cut off, or out of the window.
    const out = await living.tv.page.locator('main *').evaluateAll((elements) =>
      elements
        .filter((element) => !element.closest('.map') && element.getBoundingClientRect().width > 1)
        .filter((element) => {
          const { right, bottom } = element.getBoundingClientRect()
          return right > innerWidth + 1 || bottom > innerHeight + 1
        })
        .map((element) => element.className),
    )
    expect(out).toEqual([])
    for (const visit of [living.tv, ...living.phones]) await visit.leave()
  })
}
