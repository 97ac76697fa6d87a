/** After the game: the final scoring step by step, the statistics, the replay through everybody's eyes, a rematch. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from './chromium'
import { Player } from './player'
import { Server } from './server'

let browser: Browser
const server = new Server()

beforeAll(async () => {
  await server.start()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server.stop()
})

test('final scoring, statistics, replay with a link to a moment, and a rematch', async () => {
  const { page, problems } = await openPage(browser, server.address)
  const player = new Player(page, server.address)
  const game = await player.start('nordic-countries')
  await player.keep()
  // Bots finish the game: the shortest way to its end.
  await player.ready()
  await player.test('menu').click()
  await page.getByRole('button', { name: 'Suggest that bots finish the game' }).click()
  await player.test('end').waitFor({ timeout: 120_000 })

  await page.getByRole('button', { name: 'Count again' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/Step 1 of|Step 2 of/).waitFor()
  await player.test('to-result').click()
  await player.test('statistics').click()
  await page.getByRole('dialog', { name: 'Statistics' }).getByText('Trains placed').waitFor()
  await page.keyboard.press('Escape')

  const total = await player.test('total-0').textContent()
  await player.test('to-replay').click()
  await player.test('slider').waitFor()
  await player.test('last').click()
  const position = (await player.test('position').textContent()) ?? ''
  const all = /of (\d+)/.exec(position)?.[1]
  expect(position).toBe(`Move ${all ?? ''} of ${all ?? ''}`)
  expect(await page.locator('[data-test="seat-0"] .points').textContent()).toBeTruthy()
  await player.test('slider').fill('5')
  await expect.poll(() => page.url()).toContain('at=5')
  await player.test('eyes').selectOption('0')
  await page.getByRole('heading', { name: 'Cards: Ann' }).waitFor()

  // The link alone leads another visitor to the same moment.
  const other = await openPage(browser, server.address)
  await other.page.goto(page.url())
  await other.page.getByText(`Move 6 of ${all ?? ''}`).waitFor()
  await other.page.context().close()

  await page.goto(`${server.address}/#/game/${game}`)
  await player.test('end').waitFor()
  expect(await player.test('total-0').textContent()).toBe(total)
  await player.test('rematch').click()
  await player.test('keep-tray').waitFor({ timeout: 30_000 })
  expect(player.game()).not.toBe(game)
  expect(problems).toEqual([])
  await page.context().close()
})
