/** A server with fewer capabilities: screens hide what it can't do. */
import { expect, test } from 'vitest'
import { openHouse } from './fixture'

const house = openHouse()

const FRIENDS = 'input[name="mode"][value="friends"]'

test('a server with all capabilities shows everything', async () => {
  const { page, leave } = await house.visit()
  await page.goto(house.server.address)
  await page.waitForSelector('[data-test="play"]:enabled')
  await expect.poll(() => page.locator(FRIENDS).count()).toBe(1)
  await expect.poll(() => page.getByRole('heading', { name: 'Open tables' }).count()).toBe(1)
  await leave()
})

test('without invitations and lobby, neither is on the start page or in the table menu', async () => {
  const { page, player, leave } = await house.visit()
  await page.route('**/api/greeting', (route) => route.fulfill({ json: { capabilities: [] } }))
  const asked: string[] = []
  await page.goto(house.server.address)
  await page.waitForSelector('[data-test="play"]:enabled')
  await page.locator(FRIENDS).waitFor({ state: 'detached' })
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await expect.poll(() => page.locator('input[name="mode"]').count()).toBe(2)
  await expect.poll(() => page.getByRole('heading', { name: 'Open tables' }).count()).toBe(0)
  await expect.poll(() => player.test('contest-link').count()).toBe(0)
  await page.locator('details.more summary').click()
  await expect.poll(() => page.locator('.options input[type="checkbox"]').count()).toBe(3)
  await player.start('usa')
  await player.keep(2)
  await player.learn()
  await player.test('menu').click()
  await page.locator('#menu-table').waitFor()
  await expect.poll(() => page.locator('[data-test="transfer"]').count()).toBe(0)
  expect(asked).not.toContain('/api/lobby')
  await leave()
})
