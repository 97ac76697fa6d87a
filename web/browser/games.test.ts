/** Games on each board up to the final scoring, in a real browser against the real server. */
import { expect, test } from 'vitest'
import { violations } from './axe'
import { openHouse, PROOF } from './fixture'
import { asked, HOME } from './homes'
import type { DayPar, Table } from '../src/lib/protocol'
import type { Board } from './player'

const house = openHouse({ own: true })
const { server } = house

const BOARDS: Board[] = ['nordic-countries', 'italy', 'northern-lights']
/** Decisions of the player before bots take over, as later screens are the same. In the proof nobody helps. */
const OWN = PROOF ? 400 : 16

test.each(BOARDS)('a game on %s, to the result', async (board) => {
  const { page, player, leave } = await house.visit()
  await player.start(board)
  await player.keep()
  const decisions = await player.play(OWN)
  expect(decisions).toBeGreaterThan(10)
  if (decisions === OWN) {
    await player.reachTurn()
    await player.finishUnseen()
  }
  await player.test('result').waitFor()
  const [mine, theirs] = await Promise.all([0, 1].map((seat) => player.test(`total-${seat}`).innerText()))
  const lead = Number(mine?.replace('−', '-')) - Number(theirs?.replace('−', '-'))
  const title = await player.test('end').locator('h2').textContent()
  if (lead > 0) expect(title).toMatch(new RegExp(`You win with ${mine ?? ''}\\spoints?!`))
  else if (lead < 0) expect(title).toMatch(new RegExp(`wins with ${theirs ?? ''}\\spoints?!`))
  // The record of the finished game can be downloaded.
  const record = await asked<{ format: string }>(page, server.address, `/api/games/${player.game()}/record`)
  expect(record.format).toBe('semafor game 1')
  await leave()
})

test('the deal of the day on usa, to your place among the bots', async () => {
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await player.test('day-link').click()
  await player.test('play-usa').click()
  await player.keep()
  await player.playToEnd()
  const panel = player.test('day-result')
  const table = await asked<Table>(page, server.address, `/api/games/${player.game()}`)
  const par = await asked<DayPar>(page, server.address, `/api/days/${table.day}/usa/par`)
  const points = Number((await player.test('total-0').innerText()).replace('−', '-'))
  const place = 1 + par.points.filter((one) => one > points).length
  await expect.poll(() => panel.innerText()).toMatch(new RegExp(`Place ${place} against 100`))
  await expect
    .poll(() => panel.innerText())
    .toMatch(new RegExp(`half of the bots made ${par.par} or more`.replace('-', '−')))
  await expect.poll(() => violations(page)).toEqual([])
  // The line to share counts one's own game, and says nothing of the deal.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await player.test('day-copy').click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect
    .poll(copied)
    .toMatch(new RegExp(`^Semafor ${table.day}, USA: .*, place ${place} of 101\\n[🟩⬜]{10}$`, 'u'))
  const picture = page.waitForEvent('download')
  await player.test('day-picture').click()
  await expect.poll(async () => (await picture).suggestedFilename()).toBe(`semafor-${table.day}.png`)
  if (HOME === 'served') {
    // The result is sent in, verified by replaying it, and visible to another visitor.
    await player.test('send-result').click()
    await player.test('sent').getByText('place 1 of 1').waitFor()
    await player.test('my-row').waitFor()
    const other = await house.visit()
    await other.page.goto(`${server.address}/#/day/${table.day}`)
    await other.player.test('results-usa').click()
    await other.player.test('standings-usa').getByText('1 result').waitFor()
    await expect.poll(() => other.player.test('par-row').innerText()).toContain(String(par.par).replace('-', '−'))
    await expect.poll(() => other.player.test('my-row').count()).toBe(0)
    await other.leave()
  } else await expect.poll(() => player.test('send-result').count()).toBe(0)
  // The result is stored on the device, and the deal is not offered again. Open it by date, as it may be past midnight.
  await page.goto(`${server.address}/#/day/${table.day}`)
  await player.test('day').waitFor()
  await expect.poll(() => page.locator('.boards li').first().innerText()).toContain('Look at it')
  await expect.poll(() => player.test('play-italy').count()).toBe(1)
  await expect.poll(() => player.test('play-usa').count()).toBe(0)
  // The profile has it: in the list, the figures, the table of boards, the strength and the heat map.
  const said = `${points}`.replace('-', '−')
  await page.goto(`${server.address}/#/profile`)
  await expect.poll(() => player.test(`played-${table.game}`).innerText()).toContain(said)
  await expect.poll(() => player.test(`played-${table.game}`).innerText()).toContain(table.day)
  await expect.poll(() => player.test('figure-games').locator('b').textContent()).toBe('1')
  await expect.poll(() => player.test('board-usa').innerText()).toContain(said)
  await expect.poll(() => player.test('rating').innerText()).toContain('±')
  await player.test('fair').waitFor()
  await player.test('heat-map').waitFor()
  await leave()
})
