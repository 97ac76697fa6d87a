/** A contest: several deals at several tables, joined by link, up to the standings, on screens and through the API. */
import { expect, test } from 'vitest'
import type { Contest, ContestGame, JoinedContest } from '../src/lib/protocol'
import { violations } from './axe'
import { ON_A_PHONE, openHouse, PROOF } from './fixture'
import { played } from './player'

const house = openHouse()
const { server } = house

/** The deals to play; the Python tests always play three with four tables (tests/server/games/test_contests.py). */
const DEALS = PROOF ? [1, 2, 3] : [1, 2]
const OTHERS = PROOF ? ['Ben', 'Cy', 'Dee'] : ['Ben']

test('deals at several tables, up to the standings', { timeout: 900_000 }, async () => {
  house.needServer()
  const host = await house.visit()
  await host.page.goto(`${server.address}/#/`)
  await host.player.test('contest-link').click()
  await host.page.getByLabel('Name of the contest').fill('Club night')
  await host.player.test('deals').selectOption(String(DEALS.length))
  await host.player.test('make-contest').click()
  await host.player.test('close-joining').waitFor()
  const id = /#\/contest\/(\w+)/.exec(host.page.url())?.[1] ?? ''
  const address = `${server.address}/#/contest/${id}`
  await expect.poll(() => violations(host.page)).toEqual([])

  const ann = await house.visit(ON_A_PHONE)
  await ann.page.goto(address)
  await ann.player.test('join-contest').click()
  await ann.player.test('own-place').waitFor()
  const path = `${server.address}/api/contests/${id}`
  const post = async <T>(where: string, data: object, token = ''): Promise<T> => {
    const answer = await ann.page.request.post(`${path}/${where}`, {
      data,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    if (!answer.ok()) throw new Error(await answer.text())
    return (await answer.json()) as T
  }
  const others = await Promise.all(OTHERS.map((name) => post<JoinedContest>('join', { name })))
  await expect.poll(() => host.page.locator('[data-test^="table-"]').count()).toBe(1 + OTHERS.length)
  await host.player.test('close-joining').click()
  await host.player.test('open-joining').waitFor()

  for (const deal of DEALS) {
    await expect.poll(() => ann.player.test('play-deal').innerText()).toContain(`Play deal ${deal}`)
    await ann.player.test('play-deal').click()
    await ann.player.test('keep-tray').waitFor()
    const game = ann.player.game()
    await played(ann.page, game, await ann.player.token(), 'leave')
    await ann.player.test('to-contest').waitFor()
    // Other tables still play the same cards, so they stay secret.
    await expect.poll(() => ann.page.locator('[data-test="statistics"], [data-test="to-replay"]').count()).toBe(0)
    const record = async () => (await ann.page.request.get(`${server.address}/api/games/${game}/record`)).text()
    await expect.poll(record).toContain('sealed')
    await ann.player.test('to-contest').click()
    await ann.player.test('standings').waitFor()
    await expect.poll(() => ann.player.test('standing').count()).toBe(deal === 1 ? 0 : 1 + OTHERS.length)
    for (const { token } of others) {
      const { game: theirs } = await post<ContestGame>(`deals/${deal}`, {}, token)
      await played(ann.page, theirs ?? '', token, 'leave')
    }
    await expect.poll(() => ann.player.test('standings').innerText()).toMatch(new RegExp(`after ${deal}\\sdeal`))
  }
  const shown = (await (await ann.page.request.get(path)).json()) as Contest
  expect(shown.deals.every(({ open }) => open)).toBe(true)
  for (const { page, player } of [ann, host]) {
    await expect.poll(() => player.test('standing').count()).toBe(1 + OTHERS.length)
    const names = await player.test('standing').locator('.name > span:first-child').allInnerTexts()
    expect(names).toEqual(shown.standings.map(({ name }) => name))
    const totals = await player.test('standing').locator('.total').allInnerTexts()
    expect(totals).toEqual(shown.standings.map(({ percent }) => `${Math.round(percent)}%`))
    await expect.poll(() => violations(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBe(0)
  }
  // The cards are public now.
  await host.player.test('standing').first().locator('a').first().click()
  await host.page.locator('input[type="range"]').first().waitFor()
  await host.leave()
  await ann.leave()
})

test('a contest is made, joined and begun with the keyboard alone', async () => {
  house.needServer()
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await player.press('contest-link')
  await player.press('make-contest')
  await player.press('join-contest')
  await player.press('play-deal')
  await player.test('keep-tray').waitFor()
  await leave()
})

test('people at one table wait for each other, and the host manages from another device', async () => {
  house.needServer()
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/contest`)
  await player.test('add-person').click()
  await player.test('make-contest').click()
  await player.test('join-contest').click()
  await player.test('play-deal').click()
  await expect.poll(() => player.test('own-place').innerText()).toMatch(/1\sseat is still free/)
  const id = /#\/contest\/(\w+)/.exec(page.url())?.[1] ?? ''
  const ben = await house.visit(ON_A_PHONE)
  await ben.page.goto(`${server.address}/#/contest/${id}`)
  await ben.page.getByLabel('Your name').fill('Ben')
  await ben.player.test('where').selectOption('1')
  await ben.player.test('join-contest').click()
  await expect.poll(() => player.test('own-place').innerText()).toContain('Not ready yet: Ben')
  // Readiness survives a reload.
  await page.reload()
  await expect.poll(() => player.test('own-place').innerText()).toContain('Not ready yet: Ben')

  const secret = await page.locator('details [data-test="link"]').inputValue()
  const other = await house.visit()
  await other.page.goto(`${server.address}/${new URL(secret).hash}`)
  await other.player.test('close-joining').click()
  await other.player.test('open-joining').waitFor()
  expect(other.page.url()).not.toContain('host=')

  await ben.player.test('play-deal').click()
  await ben.player.test('keep-tray').waitFor()
  await player.test('keep-tray').waitFor()
  expect(player.game()).toBe(ben.player.game())
  await other.player.test('close-deal').click()
  await other.player.test('sure').click()
  await expect.poll(() => other.player.test('table-1').innerText()).toContain('does not count')
  await other.leave()
  await ben.leave()
  await leave()
})
