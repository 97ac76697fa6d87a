/** A whole game on each board, to the final scoring, in a real browser against the real server. */
import { expect, test } from 'vitest'
import { openHouse } from './fixture'
import type { Board } from './player'

const house = openHouse()
const { server } = house

const BOARDS: Board[] = ['usa', 'nordic-countries', 'italy', 'northern-lights']

test.each(BOARDS)('a whole game on %s, to the result', async (board) => {
  const { page, player, leave } = await house.visit()
  await player.start(board)
  await player.keep()
  const decisions = await player.playToEnd()
  expect(decisions).toBeGreaterThan(10)
  await player.test('result').waitFor()
  const [mine, theirs] = await Promise.all([0, 1].map((seat) => player.test(`total-${seat}`).innerText()))
  const lead = Number(mine?.replace('−', '-')) - Number(theirs?.replace('−', '-'))
  const title = await player.test('end').locator('h2').textContent()
  if (lead > 0) expect(title).toMatch(new RegExp(`You win with ${mine ?? ''}\\spoints!`))
  else if (lead < 0) expect(title).toMatch(new RegExp(`wins with ${theirs ?? ''}\\spoints!`))
  // The record of the finished game is there to be taken home, and says the same.
  const record = await page.request.get(`${server.address}/api/games/${player.game()}/record`)
  expect(record.ok()).toBe(true)
  await leave()
})
