/** After the game: the final scoring step by step, the statistics, the replay through everybody's eyes, a rematch. */
import { expect, test } from 'vitest'
import { openHouse } from './fixture'

const house = openHouse()
const { server } = house

test('final scoring, statistics, replay with a link to a moment, and a rematch', async () => {
  const { page, player, leave } = await house.visit()
  const game = await player.start('nordic-countries')
  await player.keep()
  // Bots finish the game: the shortest way to its end.
  await player.ready()
  await player.finish()

  await page.getByRole('button', { name: 'Count again' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/Step 1 of|Step 2 of/).waitFor()
  // Every ticket that was completed shows its way on the map.
  for (let step = 0; step < 12; step++) {
    if (/completed, \+/.test((await page.locator('.step').textContent()) ?? '')) break
    await player.test('next').click()
  }
  expect(await page.locator('.step').textContent()).toMatch(/completed, \+\d+/)
  expect(await page.locator('.map .glow.highlighted').count()).toBeGreaterThan(0)
  await player.test('to-result').click()
  // Whoever wants no motion gets none.
  await player.test('winner').waitFor()
  expect(await player.test('confetti').count()).toBe(0)
  await player.test('statistics').click()
  await page.getByRole('dialog', { name: 'Statistics' }).getByText('Trains placed').waitFor()
  const turns = page.getByRole('dialog', { name: 'Statistics' }).getByRole('row', { name: /^Turns/ })
  expect(Number(await turns.locator('td').first().textContent())).toBeGreaterThan(5)
  await player.closeDialog()

  const total = await player.test('total-0').textContent()
  await player.test('to-replay').click()
  await player.test('slider').waitFor()
  await player.test('last').click()
  const position = (await player.test('position').textContent()) ?? ''
  const all = /of (\d+)/.exec(position)?.[1]
  expect(position).toBe(`Move ${all ?? ''} of ${all ?? ''}`)
  expect(await page.locator('[data-test="seat-0"] .points').textContent()).toBeTruthy()
  // With everything open, both hands and all their tickets are there.
  await player.test('slider').fill('3')
  for (const seat of [0, 1]) {
    await player.test(`held-${seat}`).getByRole('img').waitFor()
    expect(await player.test(`held-${seat}`).getByRole('listitem').count()).toBeGreaterThan(0)
  }
  await player.test('slider').fill('5')
  await expect.poll(() => page.url()).toContain('at=5')
  await player.test('eyes').selectOption('0')
  await page.getByRole('heading', { name: 'Cards: Ann' }).waitFor()

  // The link alone leads another visitor to the same moment.
  const other = await house.visit()
  await other.page.goto(page.url())
  await other.page.getByText(`Move 6 of ${all ?? ''}`).waitFor()
  await other.page.context().close()

  await page.goto(`${server.address}/#/game/${game}`)
  await player.test('end').waitFor()
  expect(await player.test('total-0').textContent()).toBe(total)
  await player.test('rematch').click()
  await player.test('keep-tray').waitFor({ timeout: 30_000 })
  expect(player.game()).not.toBe(game)
  await leave()
})
