/** Puzzles: one solved and one failed with the usual controls, and what the page then says about the moves. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Claim } from '../src/lib/protocol'
import { violations } from './axe'
import { openHouse, ON_A_PHONE } from './fixture'

const house = openHouse()
const { server } = house

interface Puzzle {
  id: string
  /** Best first; the first element of an option is its action. */
  options: [Claim | { type: 'draw_card' | 'draw_tickets' | 'keep_tickets' }, results: number[][]][]
}
const file = new URL('../../src/semafor/puzzles/positions/usa.json', import.meta.url)
const { puzzles } = JSON.parse(readFileSync(file, 'utf-8')) as { puzzles: Puzzle[] }
const claims = puzzles.flatMap(({ id, options: [best] }) =>
  best?.[0].type === 'claim' ? [{ id, route: best[0].route }] : [],
)

test('one puzzle solved, one failed, both counted', async () => {
  const { page, player, leave } = await house.visit()
  const [solved, failed] = claims
  await page.goto(`${server.address}/#/`)
  await player.test('puzzles-link').click()
  const usa = player.test('puzzles-usa')
  await expect.poll(() => usa.innerText()).toContain(`0 of ${puzzles.length} solved`)
  await usa
    .locator(`a[href$="${solved?.id ?? ''}"]`)
    .last()
    .click()
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('your move')
  await player.click(solved?.route ?? '')
  await player.test('confirm').click()
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('Right!')
  await expect.poll(() => player.test('puzzle').innerText()).toContain('your answer')

  await page.goto(`${server.address}/#/puzzles/usa/${failed?.id ?? ''}`)
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('your move')
  await page.keyboard.press('d')
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('Not the best move.')
  await expect.poll(() => player.test('puzzle').innerText()).toContain('drawing from the deck (your answer)')
  await expect.poll(() => violations(page)).toEqual([])
  // The table stays as it is, so other moves can be tried; the first answer counts.
  await player.click(failed?.route ?? '')
  await player.test('confirm').click()
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('That is the best move.')
  // Nor is it solved by coming back.
  await page.reload()
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('this try does not count')
  await player.click(failed?.route ?? '')
  await player.test('confirm').click()
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('That is the best move.')
  await player.test('all-puzzles').click()
  await expect.poll(() => usa.innerText()).toContain(`1 of ${puzzles.length} solved`)
  // Puzzles are not listed among one's games.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('semafor.seats'))).toBeNull()
  await leave()
})

test('the deal of the day, a puzzle and the profile with the keyboard alone', async () => {
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await player.press('puzzles-link')
  await player.press('next-usa')
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('your move')
  await page.keyboard.press('d')
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toMatch(/Right!|Not the best move\./)
  await player.press('next-puzzle')
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('your move')
  await player.press('all-puzzles')
  await expect.poll(() => player.test('puzzles-usa').innerText()).toMatch(/[01] of \d+ solved/)
  await page.goto(`${server.address}/#/`)
  await player.press('day-link')
  await player.press('play-usa')
  await player.test('keep-tray').waitFor()
  await page.goto(`${server.address}/#/profile`)
  const downloading = page.waitForEvent('download')
  await player.press('profile-export')
  await expect.poll(async () => (await downloading).suggestedFilename()).toContain('semafor-profile')
  await leave()
})

test('a puzzle can be answered on a phone and on the text board', async () => {
  const { page, player, leave } = await house.visit(ON_A_PHONE)
  const [, , one, other] = claims
  await page.goto(`${server.address}/#/puzzles/usa/${one?.id ?? ''}`)
  await player.test('tab-cards').waitFor()
  await player.test('deck').click()
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('Not the best move.')
  await player.test('next-puzzle').click()
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('your move')
  await page.goto(`${server.address}/#/puzzles/usa/${other?.id ?? ''}/text`)
  await page.getByRole('button', { name: 'Draw from the deck' }).click()
  await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain('Not the best move.')
  await leave()
})
