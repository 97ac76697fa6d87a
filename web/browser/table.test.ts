/** Acting at the table: keyboard only, touch, dragged cards, pencil marks, undo, refusals. */
import { expect, test } from 'vitest'
import { mapRests, PHONE } from './chromium'
import { openHouse } from './fixture'

const house = openHouse()
const { server } = house

test('a game begins in two clicks', async () => {
  const { page, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="board"][value="italy"]) strong').click()
  await page.locator('[data-test="play"]').click()
  await page.locator('[data-test="keep-tray"]').waitFor()
  await leave()
})

test('by keyboard alone: tickets, cards, a route found by name, claimed and undone', async () => {
  const patient = await house.patient(1000)
  const { page, player, leave } = await house.visit({}, patient)
  await page.goto(`${patient.address}/#/`)
  await player.test('play').waitFor()
  await player.press('me')
  await page.getByRole('textbox', { name: 'Your name' }).focus()
  await page.keyboard.press('Enter')
  await player.test('ticket').first().waitFor()
  await player.test('ticket').nth(0).focus()
  await page.keyboard.press('Space')
  // A number key ticks a ticket, wherever the focus is.
  for (const number of ['3', '2', '3']) await page.keyboard.press(number)
  const ticked = () => player.test('ticket').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))
  await expect.poll(ticked).toEqual([true, true, false, false])
  await page.keyboard.press('Enter')
  await player.test('keep-tray').waitFor({ state: 'detached' })
  await player.goOn(() => player.test('go-on').press('Enter'))
  await player.ready()
  await player.learn()
  let route: string | undefined
  for (let turn = 0; turn < 40 && !route; turn++) {
    await player.ready()
    route = (await player.offered())[0]
    if (route) break
    await player.draw(() => page.keyboard.press('d'))
  }
  expect(route).toBeDefined()
  const [a = '', b = ''] = (route ?? '').split(':')
  await page.keyboard.press('/')
  await page.keyboard.type(`${a.slice(0, 4)} ${b.slice(0, 4)}`)
  await page.keyboard.press('Enter')
  await player.test('claim-tray').or(player.test('refusal')).first().waitFor()
  await player.dialogGone()
  await page.keyboard.press('Escape')
  await player.test('claim-tray').or(player.test('refusal')).waitFor({ state: 'detached' })
  // On the map, the arrow keys move from route to route, Enter selects one, and Enter again claims it.
  await page.locator('[data-route][tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-route'))).toBe(true)
  await page.locator(`[data-route="${route ?? ''}"]`).focus()
  await page.keyboard.press('Enter')
  await player.test('claim-tray').waitFor()
  await page.keyboard.press('Enter')
  await player.test('claim-tray').waitFor({ state: 'detached' })
  await player.test('undo').waitFor()
  await page.keyboard.press('z')
  await player.test('undo').waitFor({ state: 'detached' })
  await player.ready()
  await expect.poll(() => player.offered()).toContain(route)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await leave()
})

test('on a phone: one tap shows the cost and ghost trains, a second one claims', async () => {
  const { page, player, leave } = await house.visit({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  })
  await player.start('usa')
  await player.keep(2)
  await player.learn()
  let route: string | undefined
  for (let turn = 0; turn < 40 && !route; turn++) {
    await page.locator('[data-test="status"]', { hasText: /Your turn|second card/ }).waitFor()
    route = (await player.offered())[0]
    if (!route) await player.tapDeck()
  }
  // Fingers need room: the map zooms in before a small route is tapped.
  const { x, y } = await player.pointOf(route ?? '')
  await page.touchscreen.tap(x, y)
  await player.test('claim-tray').waitFor()
  await expect.poll(() => page.locator('.map .ghost').count()).toBeGreaterThan(0)
  await player.test('confirm').tap()
  await player.test('claim-tray').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await leave()
})

test('cards dragged onto a route: ghost trains while dragging, then a claim paid with these cards', async () => {
  const { page, player, leave } = await house.sit('usa')
  // Choose a route in a colour in hand, as locomotives alone may also pay for one.
  const paint = (id: string) => id.split(':')[2] ?? ''
  let held: Record<string, number> = {}
  const route = await player.untilOffered(
    (id) => paint(id) in held,
    async () => (held = await player.hand()),
  )
  const colour = paint(route)
  await mapRests(page)
  const from = await page.locator(`[data-test="hand-${colour}"]`).boundingBox()
  const to = await player.pointOf(route)
  if (!from) throw new Error(`no ${colour} cards in hand`)
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x - 10, to.y, { steps: 6 })
  await page.mouse.move(to.x, to.y)
  await expect.poll(() => page.locator('.map .ghost').count()).toBeGreaterThan(0)
  await page.mouse.up()
  await player.test('claim-tray').waitFor()
  const chosen = page.locator('[data-test="claim-tray"] label.chosen')
  await expect.poll(() => chosen.locator(`[aria-label*="${colour}"]`).count()).toBe(1)
  await player.test('confirm').click()
  await player.test('claim-tray').waitFor({ state: 'detached' })
  await page.locator(`[data-route="${route}"][aria-label*="claimed: Ann"]`).waitFor({ state: 'attached' })
  await leave()
})

test('pencil marks: made with a click, kept after a reload, removed; nothing is claimed', async () => {
  const { page, player, leave } = await house.sit('usa')
  await player.ready()
  const [route = ''] = [...player.lengths.keys()]
  await page.keyboard.press('p')
  await player.test('pencil-hint').waitFor()
  await expect.poll(() => player.test('pencil').getAttribute('aria-pressed')).toBe('true')
  const { x, y } = await player.pointOf(route)
  await page.mouse.click(x, y)
  const marks = page.locator('.map .pencil > *')
  await expect.poll(() => marks.count()).toBeGreaterThan(0)
  await expect.poll(() => player.test('claim-tray').or(player.test('refusal')).count()).toBe(0)
  await player.test('pencil-hint').getByRole('button').click()
  await player.test('pencil-hint').waitFor({ state: 'detached' })
  await expect.poll(() => player.test('pencil').getAttribute('aria-pressed')).toBe('false')
  await page.reload()
  await player.ready()
  await expect.poll(() => marks.count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: /Erase|Clear/ }).click()
  await expect.poll(() => marks.count()).toBe(0)
  await leave()
})

test('after an action by keyboard the focus stays where it was, or in the panel of the move', async () => {
  const { page, player, leave } = await house.visit()
  await player.sit('usa')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-test') ?? '')
  for (const at of [0, 1]) await player.test('ticket').nth(at).press('Space')
  await player.test('keep').press('Enter')
  await player.test('keep-tray').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('tray')
  await player.learn()
  await player.reachTurn()
  // A face-up card that is taken makes way for another one.
  const slot = page.locator('.slot.can[data-test^="slot-"]').first()
  const name = (await slot.getAttribute('data-test')) ?? ''
  const before = await slot.elementHandle()
  await slot.press('Enter')
  await page.waitForFunction((one) => !one?.isConnected || !one.matches('.can'), before)
  await expect.poll(focused).toBe(name)
  await player.reachTurn()
  const route = await player.untilOffered(() => true)
  await page.locator(`[data-route="${route}"]`).focus()
  await page.keyboard.press('Enter')
  await player.test('confirm').press('Enter')
  await player.taken(route)
  await expect.poll(focused).toBe('tray')
  await leave()
})

test('the search lists lanes of which the same is said once', async () => {
  const { page, player, leave } = await house.sit('usa')
  await player.ready()
  await page.keyboard.press('/')
  await player.test('search').fill('atl ral')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  // Lanes of different colours stay two.
  await player.test('search').fill('san los')
  await expect.poll(() => page.getByRole('option').count()).toBe(2)
  await leave()
})

test('why not: a route that can’t be paid is explained, with the rule', async () => {
  const { player, leave } = await house.sit('usa')
  await player.ready()
  const can = new Set(await player.offered())
  const long = [...player.lengths].find(([id, length]) => length === 6 && !can.has(id))?.[0] ?? ''
  await player.click(long)
  const refusal = player.test('refusal')
  await refusal.getByText('Your cards don’t pay for it.').waitFor()
  await refusal.getByText(/It takes 6/).waitFor()
  await expect.poll(() => refusal.getByText('U-15').isVisible()).toBe(false)
  await player.test('why-more').click()
  await refusal.getByText('U-15').waitFor()
  await leave()
})

test('too few tickets, and what this board does not have: the refusal says why', async () => {
  const { page, player, leave } = await house.visit()
  await player.start('northern-lights')
  await player.test('ticket').first().check()
  await player.test('keep').press('Enter')
  const note = player.test('refusal')
  await player.test('why-more').click()
  await note.getByText(/L-\d+/).waitFor()
  await player.test('ticket').nth(1).check()
  await expect.poll(() => note.count()).toBe(0)
  await player.test('keep').click()
  await player.test('keep-tray').waitFor({ state: 'detached' })
  await player.reachTurn()
  await page.keyboard.press('f')
  await note.getByText('This board is played without that.').waitFor()
  await leave()
})
