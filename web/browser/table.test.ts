/** Acting at the table: keyboard alone, fingers, every odd payment, undo, why not, the replay. */
import { expect, test } from 'vitest'
import { mapRests, PHONE } from './chromium'
import { openHouse } from './fixture'
import type { Player } from './player'

const house = openHouse()
const { server } = house

const sit: typeof house.sit = (...wanted) => house.sit(...wanted)

test('a game begins in two clicks', async () => {
  const { page, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="board"][value="italy"]) strong').click()
  await page.locator('[data-test="play"]').click()
  await page.locator('[data-test="keep-tray"]').waitFor()
  await leave()
})

test('the keyboard alone: tickets, cards, a route found by name, claimed, and taken back', async () => {
  const patient = await house.serve('--undo-pause', '1000')
  const { page, player, leave } = await house.visit({}, patient)
  await page.goto(`${patient.address}/#/`)
  await player.test('play').focus()
  await page.keyboard.press('Enter')
  await player.test('ticket').first().waitFor()
  for (const at of [0, 1]) {
    await player.test('ticket').nth(at).focus()
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Enter')
  await player.test('keep-tray').waitFor({ state: 'detached' })
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
  // On the map: the arrows walk from route to route, Enter chooses, and once more claims.
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

test('on a phone: a tap shows the cost and the ghost trains, a second one claims', async () => {
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
  // Fingers need room: the board is brought nearer before a small route is tapped.
  const { x, y } = await player.pointOf(route ?? '')
  await page.touchscreen.tap(x, y)
  await player.test('claim-tray').waitFor()
  await expect.poll(() => page.locator('.map .ghost').count()).toBeGreaterThan(0)
  await player.test('confirm').tap()
  await player.test('claim-tray').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await leave()
})

test('cards dragged onto a route: ghost trains under way, then the claim, paid with these cards', async () => {
  const { page, player, leave } = await sit('usa')
  // Of a colour that is in the hand: locomotives alone may pay for a route as well.
  const paint = (id: string) => id.split(':')[2] ?? ''
  let held: Record<string, number> = {}
  const route = await untilOffered(
    player,
    (id) => paint(id) in held,
    async () => (held = await handOf(player)),
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

test('pencil marks: made with a click, kept over a reload, taken away; nothing is claimed', async () => {
  const { page, player, leave } = await sit('usa')
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

test('a first game shows what to do where it is done: each tip once, until it has been done', async () => {
  const { page, player, leave } = await house.visit()
  await player.sit('nordic-countries')
  const tip = (id: string) => page.locator(`[data-tip="${id}"]`)
  const lit = () => page.$$eval('[data-lit]', (places) => places.map((place) => (place as HTMLElement).dataset['test']))
  await tip('keep').waitFor()
  await expect.poll(() => page.locator('.offered-ticket[data-lit]').count()).toBe(5)
  await player.keep(2)
  await tip('draw').waitFor()
  await expect.poll(lit).toContain('deck')
  await player.draw()
  await tip('draw').waitFor({ state: 'detached' })
  await expect.poll(lit).not.toContain('deck')
  await player.learn()
  // Then a claim that helps a ticket, on the map; it may take a while until there is one.
  for (let turn = 0; turn < 40; turn++) {
    await player.reachTurn()
    if ((await tip('claim').count()) > 0) break
    await player.draw()
  }
  const route = (await page.locator('path[data-lit]').getAttribute('data-route')) ?? ''
  await expect.poll(() => page.locator('.map .glow.highlighted').count()).toBe(1)
  await player.click(route)
  await expect.poll(lit).toContain('confirm')
  // A ferry or a tunnel has a tip of its own, which comes first: press until that of the claim has been read, too.
  const read = () =>
    page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-test="tip"]')?.click()
      return localStorage.getItem('semafor.settings') ?? ''
    })
  await expect.poll(read).toMatch(/"tipsRead":\["keep","draw"[^\]]*"claim"/)
  await tip('claim').waitFor({ state: 'detached' })
  await leave()
})

test('why not: a route that can’t be paid is explained, with the rule', async () => {
  const { player, leave } = await sit('usa')
  await player.ready()
  const can = new Set(await player.offered())
  const long = [...player.lengths].find(([id, length]) => length === 6 && !can.has(id))?.[0] ?? ''
  await player.click(long)
  const refusal = player.test('refusal')
  await refusal.getByText('Your cards don’t pay for it.').waitFor()
  await refusal.getByText('U-15').waitFor()
  await refusal.getByText(/It takes 6/).waitFor()
  // Also for what is no route: with two cards drawn the turn is over, and the deck says why.
  await leave()
})

/** Draws until the page offers a route that fits; before each choice it looks at something. */
async function untilOffered(
  player: Player,
  fits: (id: string) => boolean,
  look: () => Promise<unknown> = () => Promise.resolve(),
  most = 60,
): Promise<string> {
  for (let turn = 0; turn < most; turn++) {
    const state = await player.ready()
    await look()
    if (state === 'keep') await player.keep(1)
    else if (state === 'turn') {
      const found = (await player.offered()).find(fits)
      if (found) return found
      await player.draw()
    } else throw new Error(`nothing that fits was offered before: ${state}`)
  }
  throw new Error('nothing that fits was offered')
}

/** Waits for the list of all payments for a route, and unfolds it. */
async function allPayments(player: Player): Promise<void> {
  await player.page.locator('[data-test="claim-tray"] fieldset[aria-busy="false"]').waitFor()
  if ((await player.test('pay-more').count()) > 0) await player.test('pay-more').click()
}

/** Puts exactly these cards together with the steppers. */
async function stepTo(player: Player, wanted: Record<string, number>): Promise<void> {
  await player.test('pay-own').click()
  const kinds = await player.page.$$eval('[data-test^="less-"]', (all) =>
    all.map((one) => (one.getAttribute('data-test') ?? '').slice(5)),
  )
  for (const kind of kinds)
    while (await player.test(`less-${kind}`).isEnabled()) await player.test(`less-${kind}`).click()
  for (const [kind, count] of Object.entries(wanted))
    for (let at = 0; at < count; at++) await player.test(`more-${kind}`).click()
}

async function handOf(player: Player): Promise<Record<string, number>> {
  return Object.fromEntries(
    await player.page.$$eval('[data-test^="hand-"]', (groups) =>
      groups.map((group) => [
        (group.getAttribute('data-test') ?? '').slice(5),
        Number(group.querySelector('b')?.textContent ?? 0),
      ]),
    ),
  )
}

/** So few cards of one colour as the others allow: each one that is missing costs four others (N-8). */
function withOthers(hand: Record<string, number>, length: number): Record<string, number> | null {
  const [[main, most] = ['', 0]] = Object.entries(hand)
    .filter(([kind]) => kind !== 'locomotive')
    .sort((x, y) => y[1] - x[1])
  const others = Object.entries(hand).filter(([kind]) => kind !== main)
  const spare = others.reduce((sum, [, count]) => sum + count, 0)
  const missing = Math.min(length, Math.floor(spare / 4))
  if (missing === 0 || length - missing > most) return null
  const wanted: Record<string, number> = { [main]: length - missing }
  let left = missing * 4
  for (const [kind, count] of others) {
    wanted[kind] = Math.min(count, left)
    left -= wanted[kind]
  }
  return wanted
}

/** Sits at the Nordic board until Murmansk – Lieksa can be paid with others; another game, where the bot is faster. */
async function untilLieksa(games = 4) {
  const visit = await sit('nordic-countries')
  let wanted: Record<string, number> | null = null
  const look = async () => (wanted = withOthers(await handOf(visit.player), 9))
  try {
    const route = await untilOffered(visit.player, (id) => wanted !== null && id === 'lieksa:murmansk:grey', look)
    return { ...visit, route, wanted: wanted as Record<string, number> | null }
  } catch (error) {
    await visit.leave()
    if (games === 1) throw error
    return untilLieksa(games - 1)
  }
}

test('Murmansk – Lieksa: four cards in the place of one, put together by hand (N-8)', async () => {
  const { player, route, wanted, leave } = await untilLieksa()
  await player.click(route)
  await stepTo(player, wanted ?? {})
  await player.test('verdict').getByText('This pays for the route.').waitFor()
  await player.test('confirm').click()
  await player.test('claim-tray').waitFor({ state: 'detached' })
  await player.test('tab-log').click()
  const log = player.test('log')
  await log
    .getByText('Lieksa – Murmansk, 27 points')
    .or(log.getByText('Murmansk – Lieksa, 27 points'))
    .first()
    .waitFor({ state: 'attached' })
  await leave()
})

test('a wrong payment is refused while it is put together, with the rule', async () => {
  const { page, player, leave } = await sit('usa')
  const route = await untilOffered(player, (id) => id.includes(':grey'))
  await player.click(route)
  await player.test('pay-own').click()
  await page.locator('[data-test^="more-"]:enabled').first().click()
  await expect.poll(() => player.test('verdict').textContent()).toMatch(/U-1\d/)
  await expect.poll(() => player.test('confirm').isDisabled()).toBe(true)
  await leave()
})

test('Italy: a ferry card pays for waves (I-6)', async () => {
  const { page, player, leave } = await sit('italy', 3)
  await player.ready()
  await player.test('draw-ferry').click()
  await player.test('confirm').click()
  await expect.poll(() => page.locator('[data-test="hand-ferry_card"]').count()).toBe(1)
  const waves = await page.$$eval('[data-route][aria-label*="wave"]', (all) =>
    all.map((one) => one.getAttribute('data-route')),
  )
  const route = await untilOffered(player, (id) => waves.includes(id))
  await player.click(route)
  await allPayments(player)
  const withFerry = page.locator('[data-test="claim-tray"] label', { has: page.locator('[aria-label*="ferry card"]') })
  await withFerry.first().click()
  await player.test('confirm').click()
  await player.test('claim-tray').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('[data-test="hand-ferry_card"]').count()).toBe(0)
  await leave()
})

test('Northern Lights: a pair pays for a symbol, in place of a locomotive (L-7)', async () => {
  const { page, player, leave } = await sit('northern-lights')
  const ferries = await page.$$eval('[data-route][aria-label*="ferry"]', (all) =>
    all.map((one) => one.getAttribute('data-route')),
  )
  for (let tries = 0; tries < 12; tries++) {
    const route = await untilOffered(player, (id) => ferries.includes(id))
    await player.click(route)
    await allPayments(player)
    const pairs = page.locator('[data-test="claim-tray"] label', { hasNot: page.locator('[aria-label*="locomotive"]') })
    if ((await pairs.count()) > 0) {
      await pairs.first().click()
      await player.test('confirm').click()
      await player.test('claim-tray').waitFor({ state: 'detached' })
      await leave()
      return
    }
    await page.keyboard.press('Escape')
    await player.test('claim-tray').waitFor({ state: 'detached' })
    await player.draw()
  }
  throw new Error('no pair was ever on offer')
})

test('Nordic Countries: a tunnel costs more: paid once, withdrawn another time (N-11)', async () => {
  const seen = new Set<string>()
  // A tunnel's cards are random: start another game if one does not show both outcomes.
  for (let games = 0; games < 4 && seen.size < 2; games++) {
    const { page, player, leave } = await sit('nordic-countries')
    const tunnels = new Set((await player.labels()).filter(([, label]) => /tunnel/.test(label)).map(([id]) => id))
    const hand = () => page.locator('[aria-label="Your cards"] h2').textContent()
    // Cards to spare, so that what is asked for besides can be paid.
    for (let turn = 0; turn < 8; turn++) await player.reachTurn().then(() => player.draw())
    for (let tries = 0; tries < 16 && seen.size < 2; tries++) {
      await player.reachTurn()
      if ((await player.ready()) === 'end') break
      const [route] = (await player.offered())
        .filter((id) => tunnels.has(id))
        .sort((a, b) => (player.lengths.get(a) ?? 0) - (player.lengths.get(b) ?? 0))
      if (!route) {
        await player.draw()
        continue
      }
      const before = await hand()
      await player.claim(route)
      if ((await player.ready()) !== 'tunnel') continue
      const tray = player.test('tunnel-tray')
      await expect.poll(() => tray.locator('.revealed > li').count()).toBe(3)
      const pay = player.test('tunnel-pay')
      if (!seen.has('paid') && (await pay.count()) > 0) {
        await pay.first().click()
        await page.locator(`[data-route="${route}"][aria-label*="Ann"]`).waitFor({ state: 'attached' })
        seen.add('paid')
      } else {
        await player.test('tunnel-withdraw').click()
        await tray.waitFor({ state: 'detached' })
        // The cards are back, and the route is not the own one.
        await expect.poll(hand).toBe(before)
        await expect.poll(() => page.locator(`[data-route="${route}"]`).getAttribute('aria-label')).not.toMatch(/Ann/)
        seen.add('withdrawn')
      }
    }
    await leave()
  }
  expect([...seen].sort()).toEqual(['paid', 'withdrawn'])
})

test('too few tickets, and what this board has not: the answer says why', async () => {
  const { page, player, leave } = await house.visit()
  await player.start('northern-lights')
  await player.test('ticket').first().check()
  await player.test('keep').press('Enter')
  const note = player.test('refusal')
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

/** Does what the hint says, as its button does it, and confirms where that is asked for. */
async function follow({ page, player }: Awaited<ReturnType<typeof house.visit>>): Promise<void> {
  const before = await player.test('hint-text').textContent()
  await player.test('hint-do').click()
  const confirm = page.locator('[data-test="keep"][data-lit], [data-test="confirm"][data-lit]')
  await expect.poll(async () => (await confirm.count()) > 0 || (await player.test('hint').count()) === 0).toBe(true)
  if ((await confirm.count()) > 0) await confirm.click()
  await expect.poll(() => player.test('hint-text').allTextContents()).not.toEqual([before])
}

test('a hint lights one action and says why, once more the plan; by key, mouse and finger', async () => {
  const visit = await house.visit()
  const { page, player, leave } = visit
  await player.sit('usa')
  await page.keyboard.press('h')
  await player
    .test('hint-text')
    .getByText(/^Keep .+: .+ best\.$/)
    .waitFor()
  await expect.poll(() => page.locator('[data-ticket][data-lit]').count()).toBeGreaterThan(0)
  await page.keyboard.press('h')
  await player
    .test('plan')
    .getByText(/: \d\s×\s\w+, you have \d/)
    .first()
    .waitFor()
  await expect.poll(() => page.locator('.map .glow.highlighted').count()).toBeGreaterThan(1)
  await player.test('plan').getByRole('listitem').first().focus()
  await follow(visit)
  for (let turn = 0; turn < 3 && (await player.ready()) === 'turn'; turn++) {
    await player.test('hint').waitFor({ state: 'detached' })
    await player.test('ask-hint').click()
    await player
      .test('hint-text')
      .getByText(/^(Claim|Take|Draw) .+: .+\.$/)
      .waitFor()
    await page.locator('[data-lit]').first().waitFor({ state: 'attached' })
    await follow(visit)
  }
  await leave()

  const phone = await house.visit({ viewport: PHONE, hasTouch: true, isMobile: true, settings: { locale: 'pl' } })
  await phone.player.sit('usa')
  await phone.player.test('ask-hint').tap()
  await phone.player
    .test('hint-text')
    .getByText(/^Zatrzymaj bilet/)
    .waitFor()
  await phone.player.test('ask-hint').tap()
  await phone.player
    .test('plan')
    .getByText(/, masz \d/)
    .first()
    .waitFor()
  await expect.poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await follow(phone)
  await phone.player.test('hint').waitFor({ state: 'detached' })
  await phone.leave()
})
