/** One move prepared while others play: shown, taken back by a press, carried out only if it is still possible. */
import { expect, test } from 'vitest'
import { ON_A_PHONE, openHouse, type Visit } from './fixture'

const house = openHouse()

/** A grey route of one space without a parallel one: any card pays for it. */
const ROUTE = 'atlanta:nashville:grey'

/** Seat two people and let them keep tickets; return who is to move first, and the other one. */
async function begin(screens: Parameters<typeof house.two>[1] = [{}, {}]): Promise<{ first: Visit; second: Visit }> {
  const { ann, ben } = await house.two({ first: 0 }, screens)
  await Promise.all([ann.player.keep(2), ben.player.keep(2)])
  await ann.player.test('your-turn').waitFor()
  await ben.player.test('prepare').waitFor()
  return { first: ann, second: ben }
}

const handOf = ({ page }: Visit) => page.locator('[data-anchor="hand"]').first().textContent()

test('a prepared draw is shown, taken back by a press, and carried out when it is the player’s turn', async () => {
  const { first, second } = await begin()
  const { page, player } = second
  // By keyboard: begin, choose, take back.
  await page.keyboard.press('q')
  await page.getByText('Choose your next move').waitFor()
  await page.keyboard.press('d')
  await page.getByText('Prepared: Draw from the deck').waitFor()
  await page.keyboard.press('q')
  await expect.poll(() => page.getByText('Prepared:').count()).toBe(0)
  // Without that, the same key says why it does nothing.
  await page.keyboard.press('d')
  await page.getByText('It is not your turn').waitFor()
  // By mouse.
  await player.test('prepare').click()
  await player.test('deck').click()
  await page.getByText('Prepared: Draw from the deck').waitFor()
  await first.player.draw()
  // One card is drawn by itself; the second is chosen as always.
  await page.getByRole('heading', { name: /second card/ }).waitFor()
  await expect.poll(() => page.getByText('Prepared:').count()).toBe(0)
  await first.leave()
  await second.leave()
})

/** Prepare to claim the route, by keyboard. */
async function prepareClaim({ page, player }: Visit): Promise<void> {
  await player.test('prepare').click()
  await page.locator(`[data-route="${ROUTE}"]`).focus()
  await page.keyboard.press('Enter')
  const confirm = player.test('confirm')
  await confirm.or(page.getByText('Prepared:')).first().waitFor()
  if ((await confirm.count()) > 0) await confirm.click()
  await page.getByText('Prepared: Claim Atlanta – Nashville').waitFor()
}

test('a prepared claim is carried out', async () => {
  const { first, second } = await begin()
  await prepareClaim(second)
  await first.player.draw()
  await first.page.locator(`[data-route="${ROUTE}"][aria-label*="Ben"]`).waitFor({ state: 'attached' })
  await first.leave()
  await second.leave()
})

test('a prepared claim costs nothing if somebody else was faster', async () => {
  const { first, second } = await begin()
  const { player } = second
  await prepareClaim(second)
  const before = await handOf(second)
  await first.player.claim(ROUTE)
  // The reason is shown, and the turn is still the player's.
  await player.test('refusal').waitFor()
  await player.test('your-turn').waitFor()
  await expect.poll(() => handOf(second)).toBe(before)
  await first.leave()
  await second.leave()
})

test('a move is prepared on a phone', async () => {
  const { first, second } = await begin([{}, { ...ON_A_PHONE, settings: { name: 'Ben', locale: 'pl' } }])
  const { page, player } = second
  await player.test('prepare').tap()
  await player.test('deck').tap()
  await expect.poll(() => player.test('status').textContent()).toBe('Przygotowane: Dobierz ze stosu')
  await first.player.draw()
  await expect.poll(() => player.test('status').textContent()).toMatch(/drugą kartę/i)
  await expect.poll(() => page.title()).toMatch(/^●/)
  await first.leave()
  await second.leave()
})
