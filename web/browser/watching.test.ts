/** Spectators, including late ones, and options of a table: known cards, clocks, chat. */
import { expect, test } from 'vitest'
import { openHouse, type Visit } from './fixture'

const house = openHouse()
const { server } = house

/** Return how many log entries a page shows. */
async function entries(visit: Visit): Promise<number> {
  await visit.player.test('tab-log').click()
  return visit.page.locator('[data-test="log"] li').count()
}

test('a spectator sees the table but no hand, can’t act, and is told so', async () => {
  const ann = await house.sit('usa')
  await ann.player.draw()
  const guest = await house.visit()
  await guest.page.goto(`${server.address}/#/game/${ann.player.game()}`)
  await guest.player.test('watching').waitFor()
  await guest.page.locator('[data-route]').first().waitFor()
  await expect.poll(() => guest.page.locator('[data-test^="hand-"], [data-test="ticket"]').count()).toBe(0)
  await expect.poll(() => guest.player.test('tab-tickets').count()).toBe(0)
  await expect.poll(() => guest.player.offered()).toEqual([])
  await guest.player.test('deck').click({ force: true })
  await guest.player.test('refusal').getByText('You are watching').waitFor()
  // Spectators see moves at once.
  const before = await entries(guest)
  await ann.player.ready()
  await ann.player.draw()
  await expect.poll(() => guest.page.locator('[data-test="log"] li').count()).toBeGreaterThan(before)
  await ann.leave()
  await guest.leave()
})

test('with a delay, a spectator sees the game some moves late, and is told', async () => {
  const ann = await house.visit()
  await ann.page.goto(`${server.address}/#/`)
  await ann.player.opponents(1)
  await ann.page.getByText('More options').click()
  await ann.player.test('delay').selectOption('10')
  await ann.player.test('play').click()
  await ann.player.keep(2)
  for (let turn = 0; turn < 4; turn++) {
    await ann.player.ready()
    await ann.player.draw()
  }
  await ann.player.ready()
  const guest = await house.visit()
  await guest.page.goto(`${server.address}/#/game/${ann.player.game()}`)
  await guest.player.test('late').getByText('10 moves late').waitFor()
  const cards = (visit: Visit) => visit.page.locator('[data-test="deck"] b').textContent()
  await expect.poll(async () => Number(await cards(guest)) - Number(await cards(ann))).toBeGreaterThan(0)
  await ann.leave()
  await guest.leave()
})

test('known cards: cards taken in public are shown if the table allows it', async () => {
  const ann = await house.visit()
  await ann.page.goto(`${server.address}/#/`)
  await ann.page.locator('label:has(input[name="mode"][value="hotseat"])').click()
  await ann.page.getByText('More options').click()
  await ann.page.getByLabel(/Known-cards tracker/).check()
  await ann.player.test('play').click()
  for (let seat = 0; seat < 2; seat++) {
    await ann.player.test('curtain-open').click()
    await ann.player.keep(2)
  }
  await ann.player.test('curtain').or(ann.player.test('your-turn')).first().waitFor()
  if ((await ann.player.test('curtain').count()) > 0) await ann.player.test('curtain-open').click()
  const mover = await ann.page.locator('li[aria-current="true"]').getAttribute('data-test')
  // A face-up locomotive is the whole draw; either way a card was taken openly.
  await ann.player.test('slot-0').click()
  const second = ann.page.locator('[data-test="your-turn"]', { hasText: 'second card' })
  await ann.player.test('hand-over').or(second).first().waitFor()
  if ((await ann.player.test('hand-over').count()) === 0) await ann.player.test('deck').click()
  await ann.player.test('hand-over').click()
  await ann.player.test('curtain-open').click()
  await ann.player.test('your-turn').waitFor()
  await expect.poll(() => ann.page.locator(`[data-test="${mover ?? ''}"] .known`).count()).toBe(1)
  await ann.leave()
})

test('a clock is shown while it runs', async () => {
  const { ann, ben } = await house.two({ clock: { kind: 'move', seconds: 3500 } })
  const clock = ann.page.locator('[data-test="seat-0"] .clock')
  await clock.getByText(/^5\d:\d\d$/).waitFor()
  const before = await clock.textContent()
  await expect.poll(() => clock.textContent()).not.toBe(before)
  await ann.leave()
  await ben.leave()
})

test('when a clock runs out, a bot plays until the player returns', async () => {
  // Slow bots: the game must not end while the page is still loading.
  const slow = await house.serve('--bot-pause', '1000')
  const ann = await house.visit({}, slow)
  const seats = ['Ann', 'Ben'].map((name) => ({ kind: 'me', name }))
  const made = await house.make(ann.page, { board: 'usa', seats, clock: { kind: 'move', seconds: 5 } }, slow)
  await house.take(ann, 'usa', { ...made, seats: made.seats.filter(({ seat }) => seat === 0) }, slow)
  await ann.player.test('return').click()
  await ann.player.test('tab-log').click()
  await ann.page.getByText('A bot plays for Ann now').first().waitFor()
  await ann.page.getByText('Ann is back').first().waitFor()
  await ann.leave()
})

test('chat: unread lines are counted, and a muted chat is silent', async () => {
  const { ann, ben } = await house.two()
  await Promise.all([ann.player.keep(2), ben.player.keep(2)])
  await ann.player.test('tab-chat').click()
  await ann.page.getByLabel('Message').fill('Hello, Ben')
  await ann.page.keyboard.press('Enter')
  await expect.poll(() => ben.player.test('unread').count()).toBe(1)
  await ben.player.test('tab-chat').click()
  await ben.page.getByText('Hello, Ben').waitFor()
  await expect.poll(() => ben.player.test('unread').count()).toBe(0)
  await ben.player.test('mute').click()
  await ann.page.getByRole('button', { name: 'Good luck!' }).click()
  await ann.page.locator('[data-test="chat"] li', { hasText: 'Good luck!' }).waitFor()
  await expect.poll(() => ben.page.getByText('Hello, Ben').count()).toBe(0)
  await expect.poll(() => ben.player.test('unread').count()).toBe(0)
  await ben.player.test('mute').click()
  await ben.page.locator('[data-test="chat"] li', { hasText: 'Good luck!' }).waitFor()
  // After a reload the messages appear once, not twice.
  await ben.page.reload()
  await ben.player.test('tab-chat').click()
  await expect.poll(() => ben.page.locator('[data-test="chat"] li').count()).toBe(2)
  await ann.leave()
  await ben.leave()
})
