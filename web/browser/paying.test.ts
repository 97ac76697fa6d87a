/** Every unusual payment, chosen from the page's list or put together by hand. */
import { expect, test } from 'vitest'
import { openHouse } from './fixture'
import type { Player } from './player'

const house = openHouse()

/** Wait for the list of all payments for a route, and expand it. */
async function allPayments(player: Player): Promise<void> {
  await player.page.locator('[data-test="claim-tray"] fieldset[aria-busy="false"]').waitFor()
  if ((await player.test('pay-more').count()) > 0) await player.test('pay-more').click()
}

/** Select exactly these cards with the steppers. */
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

/** Return a payment with as few cards of one colour as possible: each missing card costs four others (N-8). */
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

/** Play on the Nordic board until Murmansk – Lieksa can be paid with other cards; start over if the bot is faster. */
async function untilLieksa(games = 4) {
  const visit = await house.sit('nordic-countries')
  let wanted: Record<string, number> | null = null
  const look = async () => (wanted = withOthers(await visit.player.hand(), 9))
  try {
    const route = await visit.player.untilOffered((id) => wanted !== null && id === 'lieksa:murmansk:grey', look)
    return { ...visit, route, wanted: wanted as Record<string, number> | null }
  } catch (error) {
    await visit.leave()
    if (games === 1) throw error
    return untilLieksa(games - 1)
  }
}

test('Lieksa – Murmansk: four cards instead of one, chosen card by card (N-8)', async () => {
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

test('a wrong payment is refused, with the rule, while it is being built', async () => {
  const { page, player, leave } = await house.sit('usa')
  const route = await player.untilOffered((id) => id.includes(':grey'))
  await player.click(route)
  await player.test('pay-own').click()
  await page.locator('[data-test^="more-"]:enabled').first().click()
  await expect.poll(() => player.test('verdict').textContent()).toMatch(/U-1\d/)
  await expect.poll(() => player.test('confirm').isDisabled()).toBe(true)
  await leave()
})

test('Italy: a ferry card pays for waves (I-6)', async () => {
  const { page, player, leave } = await house.sit('italy', 3)
  await player.ready()
  await player.test('draw-ferry').click()
  await player.test('confirm').click()
  await expect.poll(() => page.locator('[data-test="hand-ferry_card"]').count()).toBe(1)
  const waves = await page.$$eval('[data-route][aria-label*="wave"]', (all) =>
    all.map((one) => one.getAttribute('data-route')),
  )
  const route = await player.untilOffered((id) => waves.includes(id))
  await player.click(route)
  await allPayments(player)
  const withFerry = page.locator('[data-test="claim-tray"] label', { has: page.locator('[aria-label*="ferry card"]') })
  await withFerry.first().click()
  await player.test('confirm').click()
  await player.test('claim-tray').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('[data-test="hand-ferry_card"]').count()).toBe(0)
  await leave()
})

test('Northern Lights: a pair replaces a locomotive (L-7)', async () => {
  const { page, player, leave } = await house.sit('northern-lights')
  const ferries = await page.$$eval('[data-route][aria-label*="ferry"]', (all) =>
    all.map((one) => one.getAttribute('data-route')),
  )
  for (let tries = 0; tries < 12; tries++) {
    const route = await player.untilOffered((id) => ferries.includes(id))
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

test('Nordic Countries: a tunnel costs extra; paid once, withdrawn once, by keys (N-11)', async () => {
  const seen = new Set<string>()
  // A tunnel's cards are random: start another game if one does not show both outcomes.
  for (let games = 0; games < 4 && seen.size < 2; games++) {
    const { page, player, leave } = await house.sit('nordic-countries')
    const tunnels = new Set((await player.labels()).filter(([, label]) => /tunnel/.test(label)).map(([id]) => id))
    const hand = () => page.locator('[aria-label="Your cards"] h2').textContent()
    // Draw cards to spare, to pay for the extra cards of the tunnel.
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
        await page.keyboard.press('1')
        await page.locator(`[data-route="${route}"][aria-label*="Ann"]`).waitFor({ state: 'attached' })
        seen.add('paid')
      } else {
        await page.keyboard.press('w')
        await tray.waitFor({ state: 'detached' })
        // The cards are back in hand, and the route is not claimed.
        await expect.poll(hand).toBe(before)
        await expect.poll(() => page.locator(`[data-route="${route}"]`).getAttribute('aria-label')).not.toMatch(/Ann/)
        seen.add('withdrawn')
      }
    }
    await leave()
  }
  expect([...seen].sort()).toEqual(['paid', 'withdrawn'])
})
