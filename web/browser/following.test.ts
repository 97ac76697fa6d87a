/** During a game: undo, what the others did, a lost connection, leaving and coming back. */
import { expect, test } from 'vitest'
import english from '../messages/en.json' with { type: 'json' }
import { DESKTOP, drawn, mapRests, PHONE } from './chromium'
import { openHouse, type Visit } from './fixture'
import type { Player } from './player'

const house = openHouse()
const { server } = house

/** Draw cards until some route can be claimed. */
async function untilOffered(player: Player): Promise<string> {
  for (let turn = 0; turn < 40; turn++) {
    await player.ready()
    const found = (await player.offered())[0]
    if (found) return found
    await player.draw()
  }
  throw new Error('no route was ever offered')
}

const hand = (visit: Visit) => visit.page.locator('[aria-label="Your cards"] h2').textContent()
const route = (visit: Visit, id: string, words: string) =>
  visit.page.locator(`[data-route="${id}"][aria-label*="${words}"]`).waitFor({ state: 'attached' })

test('Undo takes a claim back while the bot waits; Go on ends the wait', async () => {
  const patient = await house.patient(1000)
  const visit = await house.visit({}, patient)
  const { page, player, leave } = visit
  await player.sit('usa')
  await player.keep(2)
  await player.goOn()
  const claimed = await untilOffered(player)
  const before = await hand(visit)
  await player.claim(claimed)
  await route(visit, claimed, 'claimed: Ann')
  await expect.poll(() => player.test('undo-left').textContent()).toMatch(/^\d+ s$/)
  await player.test('undo').click()
  await route(visit, claimed, 'you can claim it')
  await expect.poll(() => hand(visit)).toBe(before)
  await expect.poll(() => player.test('undo').count()).toBe(0)
  await player.test('tab-log').click()
  await page.getByText('Ann took the move back').first().waitFor()
  // A player who is sure can skip the pause.
  await player.claim(claimed)
  await player.test('go-on').click()
  await player.test('undo').waitFor({ state: 'detached' })
  await player.ready()
  await route(visit, claimed, 'claimed: Ann')
  await leave()
})

test.each([DESKTOP, PHONE])(
  'when only bots are left, one press shows the end: $width pixels wide',
  async (viewport) => {
    // Without that, each move would take minutes.
    const visit = await house.visit({ viewport, settings: { speed: 2, tips: false } }, await house.patient(300, 300))
    const { page, player, leave } = visit
    await player.sit('usa', 4)
    await player.keep(2)
    await expect.poll(() => player.test('skip').count()).toBe(0)
    await player.test('menu').click()
    await player.test('offer-end').click()
    await player.test('offer-end').click()
    await player.dialogGone()
    await player.test('skip').click()
    await player.test('end').waitFor()
    await player.test('to-result').click()
    await expect.poll(() => page.locator('[data-test^="total-"]').count()).toBeGreaterThan(1)
    await leave()
  },
)

test('Undo disappears when the bot has moved', async () => {
  const visit = await house.sit('usa')
  const { page, player, leave } = visit
  const claimed = await untilOffered(player)
  await player.claim(claimed)
  await player.ready()
  await player.test('undo').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await player.test('refusal').getByText('Nothing can be taken back now').waitFor()
  await route(visit, claimed, 'claimed: Ann')
  await leave()
})

test('others’ moves flash on the map and stay listed until your move; tickets and log point to the map', async () => {
  // Turn off tips, which may highlight another route.
  const { ann, ben } = await house.two({}, [{ settings: { speed: 1, tips: false } }, {}])
  await Promise.all([ann.player.keep(2), ben.player.keep(2)])
  await ben.player.learn()
  let claimed: string | undefined
  for (let turn = 0; turn < 60 && !claimed; turn++) {
    const annMoves = ann.player.test('your-turn')
    const benMoves = ben.player.test('your-turn')
    await Promise.race([annMoves.waitFor(), benMoves.waitFor()])
    if ((await annMoves.count()) > 0) await ann.player.draw()
    else {
      claimed = (await ben.player.offered())[0]
      if (!claimed) await ben.player.draw()
    }
  }
  const flash = ann.page.locator('.board-map .ring')
  await expect.poll(() => flash.count()).toBe(0)
  // The flash lasts two seconds, which a busy machine may miss, so let the page record it.
  await ann.page.evaluate(() => {
    const look = () => {
      if (document.querySelector('.board-map .ring')) document.documentElement.dataset['flashed'] = 'yes'
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  await ben.player.claim(claimed ?? '')
  await expect.poll(() => ann.page.locator('html').getAttribute('data-flashed')).toBe('yes')
  const since = ann.player.test('since')
  await since.getByText(/^Ben claimed /).waitFor()
  await expect.poll(() => flash.count()).toBe(0)
  // The news reappears after a reload.
  await ann.page.reload()
  await since.getByText(/^Ben claimed /).waitFor()

  const lit = ann.page.locator('.map .glow.highlighted')
  const cities = ann.page.locator('.map .spot.lit')
  await ann.player.test('own-ticket').first().hover()
  await expect.poll(() => lit.count()).toBeGreaterThan(0)
  await expect.poll(() => cities.count()).toBe(2)
  await ann.player.test('tab-log').click()
  await expect.poll(() => lit.count()).toBe(0)
  await ann.player
    .test('log')
    .getByText(/^Ben claimed /)
    .click()
  await expect.poll(() => lit.count()).toBe(1)
  await ann.page.mouse.move(700, 300)
  await expect.poll(() => lit.count()).toBe(1)

  await ann.player.draw()
  await expect.poll(() => since.count()).toBe(0)
  await ann.leave()
  await ben.leave()
})

test('+ and − zoom the map, wherever the focus is', async () => {
  const { page, leave } = await house.sit('usa')
  await mapRests(page)
  const scale = () => page.locator('.sheet > svg').evaluate((map: SVGSVGElement) => map.getScreenCTM()?.a ?? 0)
  const whole = await scale()
  await page.locator('[data-test="tab-log"]').focus()
  await page.keyboard.press('+')
  await expect.poll(scale).toBeCloseTo(whole * 1.35, 2)
  await page.keyboard.press('-')
  await expect.poll(scale).toBeCloseTo(whole, 2)
  await leave()
})

test('without a network the table says so at once, keeps what is asked, and asks it once when it is back', async () => {
  house.needServer()
  const visit = await house.sit('usa')
  const { page, player, leave } = visit
  await player.ready()
  const count = async () => Number(/\d+/.exec((await hand(visit)) ?? '')?.[0])
  const before = await count()
  const lost = player.test('lost')
  await page.context().setOffline(true)
  await lost.getByText('Connection lost. Trying again…').waitFor()
  await page.keyboard.press('d')
  await drawn(page)
  await expect.poll(count).toBe(before)
  await page.context().setOffline(false)
  await lost.waitFor({ state: 'detached' })
  await page.locator('[data-test="your-turn"]', { hasText: 'second card' }).waitFor()
  await expect.poll(count).toBe(before + 1)
  await leave(/ERR_INTERNET_DISCONNECTED/)
})

test('leaving and ending need confirmation; a bot plays on, My games leads back to the seat', async () => {
  const { ann, ben } = await house.two()
  const { page, player } = ann
  await Promise.all([player.keep(2), ben.player.keep(2)])
  for (const [button, sure] of [
    ['leave', english.main.menu_leave_sure],
    ['offer-end', english.main.menu_offer_end_sure],
  ] as const) {
    await player.test('menu').click()
    await player.test(button).click()
    await player.test(button).getByText(sure).waitFor()
    // Closing the menu cancels: the next time it asks again.
    await player.closeDialog()
    await player.test('menu').click()
    await expect.poll(() => player.test(button).textContent()).not.toContain(sure)
    await player.closeDialog()
  }
  const offer = ben.page.getByRole('alert').getByText('Ann suggests that bots finish the game. Do you agree?')
  await expect.poll(() => player.test('return').count()).toBe(0)
  await expect.poll(() => offer.count()).toBe(0)

  const game = player.game()
  const cards = await hand(ann)
  await page.goto(`${server.address}/#/`)
  await player.test('continue').click()
  await player.test('your-turn').or(player.test('their-turn')).first().waitFor()
  expect(player.game()).toBe(game)
  await expect.poll(() => hand(ann)).toBe(cards)

  const press = async (button: string) => {
    await player.test('menu').click()
    await player.test(button).click()
    await player.test(button).click()
  }
  await press('leave')
  await player.test('return').waitFor()
  await player.test('return').click()
  await player.test('return').waitFor({ state: 'detached' })
  await press('offer-end')
  await offer.waitFor()
  await ben.page.getByRole('button', { name: 'Yes' }).click()
  await Promise.all([ann, ben].map((visit) => visit.player.test('end').waitFor()))
  // A finished game is not offered to continue.
  await page.goto(`${server.address}/#/`)
  await page.locator(`main a[href="#/game/${game}"]`).first().waitFor()
  await expect.poll(() => player.test('continue').count()).toBe(0)
  await ann.leave()
  await ben.leave()
})
