/** A whole game on each board, to the final scoring, in a real browser against the real server. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from './chromium'
import { Player, type Board } from './player'
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

const BOARDS: Board[] = ['usa', 'nordic-countries', 'italy', 'northern-lights']

test.each(BOARDS)('a whole game on %s, to the result', async (board) => {
  const { page, problems } = await openPage(browser, server.address)
  const player = new Player(page, server.address)
  await player.start(board)
  await player.keep()
  const decisions = await player.playToEnd()
  expect(decisions).toBeGreaterThan(10)
  await player.test('result').waitFor()
  const mine = Number(await player.test('total-0').textContent())
  const theirs = Number(await player.test('total-1').textContent())
  const title = await player.test('end').locator('h2').textContent()
  if (mine > theirs) expect(title).toBe('You win!')
  else if (theirs > mine) expect(title).toMatch(/wins!$/)
  // The record of the finished game is there to be taken home, and says the same.
  const record = await page.request.get(`${server.address}/api/games/${player.game()}/record`)
  expect(record.ok()).toBe(true)
  expect(problems).toEqual([])
  await page.context().close()
})
