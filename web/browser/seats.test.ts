/** Any mix of seats at one table: several people at one screen, others by link, a bot in one seat. */
import { expect, test } from 'vitest'
import { ON_A_PHONE, openHouse, type Visit } from './fixture'

const house = openHouse()
const { server } = house

/** Choose friends on the start page. */
async function withFriends({ page }: Visit): Promise<void> {
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="mode"][value="friends"])').click()
}

/** Everybody at this screen who has to keep tickets does so, behind the curtain. */
async function keepBehindCurtain({ player }: Visit, people: number): Promise<void> {
  for (let seat = 0; seat < people; seat++) {
    await player.test('curtain-open').click()
    await player.keep(2)
  }
}

test('two share a laptop, one comes by link on a phone, and a bot has one seat', async () => {
  const laptop = await house.visit({ viewport: { width: 1280, height: 720 } })
  const { page, player } = laptop
  await withFriends(laptop)
  await player.test('add-me').click()
  await page.getByLabel('Player 3', { exact: true }).fill('Ben')
  await player.test('add-open').click()
  await player.test('play').click()
  await player.test('who-3').selectOption('guard')
  // The bot sits there, and the table still waits for the other seat.
  await page
    .locator('li', { has: player.test('who-3') })
    .locator('.name', { hasText: 'Ada' })
    .waitFor()
  await expect.poll(() => player.test('who-1').inputValue()).toBe('')

  const phone = await house.visit({ ...ON_A_PHONE, settings: { name: 'Ola', locale: 'pl' } })
  await phone.page.goto(await player.test('link').inputValue())
  await phone.player.test('sit').tap()
  await phone.player.keep(2)
  await keepBehindCurtain(laptop, 2)
  const names = () => page.locator('[data-test^="seat-"] .name').allInnerTexts()
  await expect.poll(names).toEqual(['Ann', 'Ola', 'Ben', 'Ada'])
  // A whole round: each of the three draws when it is their turn, and nobody's cards show behind the curtain.
  const drawn = new Set<string>()
  while (drawn.size < 3) {
    const laptopsTurn = player.test('curtain').or(player.test('hand-over')).or(player.test('your-turn'))
    const phonesTurn = async () => (await phone.page.title()).startsWith('●')
    await expect.poll(async () => (await laptopsTurn.count()) > 0 || (await phonesTurn())).toBe(true)
    if (await phonesTurn()) {
      for (let card = 0; card < 2; card++) await phone.player.tapDeck()
      await expect.poll(phonesTurn).toBe(false)
      drawn.add('Ola')
      continue
    }
    if ((await player.test('hand-over').count()) > 0) await player.test('hand-over').click()
    if ((await player.test('curtain').count()) > 0) {
      await expect.poll(() => page.locator('[data-test^="hand-"]').count()).toBe(0)
      await player.test('curtain-open').click()
    }
    await player.test('your-turn').waitFor()
    drawn.add((await page.locator('li[aria-current="true"] .name').textContent())?.trim() ?? '')
    await player.draw()
  }
  expect([...drawn].sort()).toEqual(['Ann', 'Ben', 'Ola'])
  await laptop.leave()
  await phone.leave()
})

test('in the waiting room a second person sits down at the same screen, and each seat gets its own bot', async () => {
  const laptop = await house.visit()
  const { page, player } = laptop
  await withFriends(laptop)
  for (let seats = 2; seats < 4; seats++) await player.test('add-open').click()
  await player.test('play').click()
  await page.getByLabel('Another player at this screen').fill('Ben')
  await player.test('sit-too').click()
  await page.locator('.seats .chip').nth(1).waitFor()
  await player.test('who-2').selectOption('guard')
  await player.test('who-3').selectOption('apprentice')
  // Nothing starts while the owner still chooses: a level can be changed, and a seat freed again.
  await player.test('start').waitFor()
  await player.test('who-3').selectOption('')
  await player.test('start').waitFor({ state: 'detached' })
  await player.test('who-3').selectOption('passenger')
  await player.test('start').click()
  await keepBehindCurtain(laptop, 2)
  await player.test('curtain').or(player.test('your-turn')).or(player.test('hand-over')).first().waitFor()
  const table = (await (await fetch(`${server.address}/api/games/${player.game()}`)).json()) as {
    seats: { kind: string; name: string; level: string | null }[]
  }
  expect(table.seats.map(({ kind, level }) => level ?? kind)).toEqual(['person', 'person', 'guard', 'passenger'])
  expect(table.seats[1]?.name).toBe('Ben')
  await laptop.leave()
})
