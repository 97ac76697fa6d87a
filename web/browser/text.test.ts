/** The table as text: the response to a press appears in place. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openHouse } from './fixture'

const house = openHouse()
const { server } = house

/** Return what has the focus: its text, and whether it is in the window. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const { top = -1, bottom = 0 } = element?.getBoundingClientRect() ?? {}
    return {
      row: element?.id ?? '',
      paying: element?.closest('[data-test="claim-tray"]') !== null && element !== document.body,
      seen: top >= 0 && bottom <= innerHeight,
    }
  })

test('on the text board a payment opens below its row, takes the focus and returns it', async () => {
  const { page, player, leave } = await house.sit('usa')
  await player.ready()
  await page.goto(`${server.address}/#/game/${player.game()}/text`)
  const claim = page.getByRole('button', { name: /^Claim: / }).last()
  await claim.focus()
  const row = await claim.evaluate((button) => button.closest('tr')?.id ?? '')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatchObject({ paying: true, seen: true })
  await expect.poll(() => player.test('claim-tray').count()).toBe(1)
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect.poll(() => focused(page)).toEqual({ row, paying: false, seen: true })
  await claim.press('Enter')
  await expect.poll(() => focused(page)).toMatchObject({ paying: true })
  await player.test('confirm').press('Enter')
  await page.locator(`[id="${row}"]`).getByText('claimed: Ann').waitFor()
  await expect.poll(() => focused(page)).toEqual({ row, paying: false, seen: true })
  // The others have moved, which the page reports above the row.
  await page.getByRole('heading', { name: 'Since your last move' }).waitFor()
  await expect.poll(() => focused(page)).toEqual({ row, paying: false, seen: true })
  await leave()
})

test('on the text board a refusal appears below its row, is announced, and returns the focus', async () => {
  const { page, player, leave } = await house.sit('usa')
  await player.ready()
  await page.goto(`${server.address}/#/game/${player.game()}/text`)
  const why = page.getByRole('button', { name: /^Why not\?: / }).last()
  await why.focus()
  const button = await why.boundingBox()
  await page.keyboard.press('Enter')
  const note = page.getByRole('alert')
  await note.getByText('The rule').click()
  await note.getByText(/U-\d+/).waitFor()
  await expect.poll(() => note.count()).toBe(1)
  const away = async () => Math.abs(((await note.boundingBox())?.y ?? Infinity) - (button?.y ?? 0))
  await expect.poll(away).toBeLessThan(120)
  const row = await why.evaluate((element) => element.closest('tr')?.id ?? '')
  await note.getByRole('button', { name: 'Close' }).press('Enter')
  await expect.poll(() => focused(page)).toMatchObject({ row, seen: true })
  await leave()
})

test('on the text board the focus never falls to the body: after tickets, cards and a whole round', async () => {
  const { page, player, leave } = await house.visit()
  await player.sit('usa')
  await page.goto(`${server.address}/#/game/${player.game()}/text`)
  const onBody = () => page.evaluate(() => document.activeElement === document.body)
  for (const at of [0, 1]) await player.test('ticket').nth(at).press('Space')
  await player.test('keep').press('Enter')
  await player.test('keep-tray').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-test'))).toBe('tray')
  await player.test('your-turn').waitFor()
  const deck = page.getByRole('button', { name: 'Draw from the deck' })
  await deck.press('Enter')
  await page.getByText('Take a second card').waitFor()
  await page.keyboard.press('Enter')
  // The others have moved, and it is the same player's turn again.
  await page.getByRole('heading', { name: 'Since your last move' }).waitFor()
  await player.test('your-turn').waitFor()
  await expect.poll(onBody).toBe(false)
  await expect.poll(() => deck.evaluate((button) => button === document.activeElement)).toBe(true)
  await leave()
})

test('a token that no longer opens a seat: the page says so, on the map and as text', async () => {
  const visit = await house.visit()
  const { page, player, leave } = visit
  const people = ['Ann', 'Ben'].map((name) => ({ kind: 'me', name }))
  const { game } = await house.make(page, { board: 'usa', seats: people })
  await house.take(visit, 'usa', { game, seats: [{ seat: 0, token: 'no-longer-good' }] })
  await player.test('unseated').getByText('you are watching').waitFor()
  await page.goto(`${server.address}/#/game/${game}/text`)
  await player.test('unseated').waitFor()
  await leave()
})
