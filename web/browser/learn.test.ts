/** The lessons, taken by a beginner who only presses what is highlighted. */
import { expect, test } from 'vitest'
import { PHONE } from './chromium'
import { ON_A_PHONE, openHouse } from './fixture'
import { follow, press, step } from './lesson'

const house = openHouse()

test('the first journey to the score, pressing what is lit; left half-way and resumed', async () => {
  const { page, player, leave } = await house.visit({ settings: { locale: 'pl', name: '' } })
  await page.goto(`${house.server.address}/#/`)
  await player.test('first-journey').click()
  const seen: string[] = []
  const barred: (string | null)[] = []
  for (let at = await step(player); at !== 'end'; at = await step(player)) {
    if (seen.at(-1) !== at) seen.push(at)
    if ((await page.locator('.slot.barred').count()) > 0) barred.push(await player.test('deed').textContent())
    if (at === 'double' && !page.url().includes('again')) {
      // Leave for the start page, which leads back to the same step of the same game.
      const before = page.url()
      await page.goto(`${house.server.address}/?again#/`)
      await player.test('first-journey').click()
      await expect.poll(() => page.url().split('#')[1]).toBe(before.split('#')[1])
      await expect.poll(() => step(player)).toBe('double')
    }
    await press(player)
  }
  expect(seen).toEqual(['tickets', 'draw', 'claim', 'double', 'new', 'locomotive', 'around', 'last'])
  // A face-up locomotive that can't be the second card is dimmed, and the story says so (U-10).
  expect(barred[0]).toContain('nie lokomotywa')
  // Afterwards, offer a one-minute lesson for each board, or a game.
  await expect.poll(() => player.test('minutes').locator('a').count()).toBe(4)
  const lesson = page.url()
  await player.test('lesson-play').click()
  await player.test('keep-tray').waitFor()
  await expect.poll(() => page.url()).not.toBe(lesson)
  await expect.poll(() => player.test('story').count()).toBe(0)
  await leave()
})

test('a one-minute lesson from a board’s card: left half-way, resumed, then a game', async () => {
  const { page, player, leave } = await house.visit({ settings: { locale: 'en' } })
  await page.goto(`${house.server.address}/#/`)
  await page.locator('label:has(input[name="board"][value="italy"]) strong').click()
  await page.locator('a[href="#/learn/italy"]').click()
  await step(player)
  const table = page.url().split('#')[1]
  await page.goto(`${house.server.address}/?again#/rules/italy`)
  await player.test('lesson').click()
  await expect.poll(() => page.url().split('#')[1]).toBe(table)
  const told = await follow(player)
  expect(told).toEqual(['italy_tickets', 'italy_card', 'italy_ferry', 'italy_regions'])
  await player.test('lesson-play').click()
  await player.test('keep-tray').waitFor()
  await page.getByRole('heading', { name: 'Italy: the table' }).waitFor({ state: 'attached' })
  // Only the new game can be continued, not the one of the lesson.
  await page.goto(`${house.server.address}/?home#/`)
  await expect.poll(() => page.locator('[data-test="continue"]').count()).toBe(1)
  await leave()
})

test('on a phone: the one-minute lessons of the other boards', async () => {
  const { page, player, leave } = await house.visit({ ...ON_A_PHONE, settings: { locale: 'pl' } })
  const told: string[] = []
  for (const board of ['usa', 'nordic-countries', 'northern-lights']) {
    await page.goto(`${house.server.address}/#/learn/${board}`)
    told.push(...(await follow(player)))
    await page.locator(`[data-step="${board}_end"]`).waitFor()
  }
  expect(told).toEqual([
    ...['usa_tickets', 'usa_engine', 'usa_long', 'usa_path'],
    ...['north_tickets', 'north_engines', 'north_ferry', 'north_tunnel'],
    ...['lights_tickets', 'lights_pair', 'lights_bonus', 'lights_goals'],
  ])
  await leave()
})

test('on a phone: the story waits for somebody who does something else', async () => {
  const { page, player, leave } = await house.visit({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    settings: { locale: 'en', theme: 'dark' },
  })
  await page.goto(`${house.server.address}/#/`)
  await player.test('first-journey').tap()
  await player.keep(1)
  await step(player)
  // Whatever the story says, the map stays in place, and the whole text is readable.
  const place = () =>
    page.locator('.board-map .sheet > svg').evaluate((map) => {
      const { x, y, width, height } = map.getBoundingClientRect()
      return [x, y, width, height]
    })
  const before = await place()
  await expect.poll(() => page.locator('.names text').count()).toBe(10)
  // Other cards than the highlighted ones: the step stays, and highlights what is missing now.
  await player.tapDeck()
  await expect.poll(() => player.test('story').getAttribute('data-step')).toBe('draw')
  await expect.poll(() => page.locator('[data-lit]').count()).toBeGreaterThan(0)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await press(player)
  await expect.poll(() => step(player)).toBe('claim')
  await expect.poll(place).toEqual(before)
  await leave()
})
