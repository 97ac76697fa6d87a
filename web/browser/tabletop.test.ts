/** A game with the physical box: entered by mouse, keyboard and touch, checked, stored, and scored. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe'
import { LAPTOP } from './chromium'
import { ON_A_PHONE, openHouse, type Visit } from './fixture'

const house = openHouse()
const { server } = house

/** Press a route on the map. */
async function press({ page, player }: Visit, route: string): Promise<void> {
  const { x, y } = await player.pointOf(route)
  await page.mouse.click(x, y)
}

/** Type the beginnings of cities, and take the first match. */
async function find(page: Page, field: 'routes' | 'tickets', text: string): Promise<void> {
  const entered = page.locator('[data-test="entry"]')
  const before = await entered.count()
  await page.locator(`[data-test="find-${field}"]`).fill(text)
  await page.locator('[role="option"]').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => entered.count()).toBe(before + 1)
}

test('a game is entered on the map and by its cities, put right where it can’t be, kept, and scored', async () => {
  const visit = await house.visit({ viewport: LAPTOP })
  const { page, player, leave } = visit
  await page.goto(`${server.address}/#/`)
  await player.test('score-link').click()
  await page.getByLabel('Player 1', { exact: true }).first().fill('Ania')
  await page.getByLabel('Player 2', { exact: true }).first().fill('Bartek')
  await expect.poll(() => violations(page)).toEqual([])
  await player.test('enter').click()

  await press(visit, 'montreal:new-york:blue')
  await press(visit, 'boston:new-york:red')
  for (const text of ['port sea', 'new wash', 'ral wash', 'atl ral']) await find(page, 'routes', text)
  await find(page, 'tickets', 'mont atl')
  const tickets = page.getByRole('region', { name: 'Tickets: Ania' })
  await expect.poll(() => tickets.innerText()).toMatch(/Atlanta[^]*completed/)
  await find(page, 'tickets', 'los mia')
  await expect.poll(() => tickets.innerText()).toMatch(/Miami[^]*not completed/)
  await expect.poll(() => player.test('trains-left').innerText()).toMatch(/33\strains left/)

  // Another player's route is not taken away by accident; with two players the second lane is closed.
  await player.test('player-1').click()
  await press(visit, 'boston:new-york:red')
  await expect.poll(() => player.test('taken').innerText()).toContain('Ania has it')
  await player.test('give').click()
  await player.test('taken').waitFor({ state: 'detached' })
  await find(page, 'routes', 'van sea')
  await player.test('player-0').click()
  await press(visit, 'boston:new-york:yellow')
  await expect.poll(() => player.test('problems').innerText()).toContain('(U-20)')
  await expect.poll(() => player.test('count').isDisabled()).toBe(true)
  await expect.poll(() => violations(page)).toEqual([])

  // Everything survives a reload, the mistake included.
  await page.reload()
  await expect.poll(() => player.test('problems').innerText()).toContain('(U-20)')
  await page.getByRole('button', { name: 'Remove: Boston – New York' }).click()
  await player.test('problems').waitFor({ state: 'detached' })
  await player.test('count').click()
  await player.test('result').waitFor()
  // Routes 11, tickets 9 − 20, the longest path 10; Bartek: routes 3.
  await expect.poll(() => player.test('total-0').innerText()).toBe('10')
  await expect.poll(() => player.test('total-1').innerText()).toBe('3')
  await expect.poll(() => player.test('winner').innerText()).toContain('Ania')
  await expect.poll(() => violations(page)).toEqual([])
  await player.test('back').click()
  await player.test('set-up').click()
  await player.test('anew').click()
  await player.test('clear').click()
  await page.locator('input[name="board"]').first().waitFor({ state: 'attached' })
  await leave()
})

test('on a phone, in Polish, with the goals of Northern Lights and the cards that one of them counts', async () => {
  const { page, player, leave } = await house.visit({ ...ON_A_PHONE, settings: { locale: 'pl', theme: 'dark' } })
  await page.goto(`${server.address}/#/score`)
  await page.locator('label:has(input[name="board"][value="northern-lights"]) strong').click()
  await player.test('enter').click()
  await find(page, 'routes', 'oslo ber')
  await expect.poll(() => player.test('problems').innerText()).toContain('(L-3)')
  for (const goal of ['locomotive-lover', 'small-steps', 'ferry-captain', 'wild-west'])
    await player.test(`goal-${goal}`).check()
  await player.test('problems').waitFor({ state: 'detached' })
  await player.test('player-1').click()
  await player.test('hand-red').fill('5')
  await player.test('hand-locomotive').fill('1')
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && innerWidth))
    .toBe(390)
  await expect.poll(() => violations(page)).toEqual([])
  await player.test('count').click()
  // Oslo – Bergen: 4 points and the Wild West; five cards of a colour make two pairs, with a locomotive three.
  await expect.poll(() => player.test('total-0').innerText()).toBe('16')
  await expect.poll(() => player.test('total-1').innerText()).toBe('10')
  await leave()
})
