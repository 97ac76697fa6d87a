/** Five players with long names: all of them are visible where they matter, on a phone and in the final scoring. */
import { expect, test } from 'vitest'
import { LAPTOP, PHONE, resize } from './chromium'
import { ON_A_PHONE, openHouse, PROOF, type Visit } from './fixture'

const house = openHouse()
const NAMES = ['Maksymilian', 'Aleksandra', 'W'.repeat(24), 'Ola', 'Katarzyna']

/** Open a table with this many people at one screen. */
async function crowd(
  visit: Visit,
  board: string,
  people: string[],
  table: Record<string, unknown> = {},
): Promise<void> {
  const seats = people.map((name) => ({ kind: 'me', name }))
  const made = await house.make(visit.page, { board, seats, ...table })
  await house.take(visit, board, made)
  for (let turn = 0; turn < people.length; turn++) {
    await visit.player.test('curtain-open').click()
    await visit.player.keep(3)
  }
}

/** Return whether the curtain is closed; it is not if the first player chose tickets last, and still has the screen. */
async function atCurtain({ player }: Visit): Promise<boolean> {
  await player.test('curtain').or(player.test('your-turn')).or(player.test('deck')).first().waitFor()
  return (await player.test('curtain').count()) > 0
}

/** Return what is cut off: facts and points that leave their card or overlap. */
function cutOff(visit: Visit): Promise<string[]> {
  return visit.page.$$eval('.strip li', (cards) =>
    cards.flatMap((card) => {
      const room = card.getBoundingClientRect()
      const parts = [...card.querySelectorAll('.facts > span, .points, .name')].map((part) => ({
        text: part.textContent ?? '',
        box: part.getBoundingClientRect(),
      }))
      return parts.flatMap(({ text, box }, at) => {
        const outside = box.left < room.left || box.right > room.right || box.bottom > room.bottom
        const on = parts
          .slice(at + 1)
          .filter(
            (other) =>
              box.left < other.box.right - 0.5 &&
              box.right > other.box.left + 0.5 &&
              box.top < other.box.bottom - 3 &&
              box.bottom > other.box.top + 3,
          )
        return [...(outside ? [`${text} is outside`] : []), ...on.map((other) => `${text} on ${other.text}`)]
      })
    }),
  )
}

const CROWDS = [
  { board: 'italy', players: 3, clock: false },
  { board: 'italy', players: 5, clock: true },
  { board: 'usa', players: 5, clock: false },
]
const MORE = [
  { board: 'italy', players: 4, clock: false },
  { board: 'italy', players: 5, clock: false },
]

test.each(PROOF ? [...CROWDS, ...MORE] : CROWDS)(
  'on a phone $players on $board, clock: $clock: no fact is cut, who is to move is in sight',
  async (one) => {
    const { board, players, clock } = one
    const visit = await house.visit({ ...ON_A_PHONE, settings: { tips: false } })
    const { page, player } = visit
    await crowd(visit, board, NAMES.slice(0, players), clock ? { clock: { kind: 'move', seconds: 90 } } : {})
    const seen = new Set<number>()
    for (let turn = 0; turn < players; turn++) {
      if (turn > 0 || (await atCurtain(visit))) await player.test('curtain-open').tap()
      const card = page.locator('.strip [aria-current="true"]')
      await card.waitFor()
      const inside = async () => {
        const { x, width } = (await card.boundingBox()) ?? { x: -1, width: 0 }
        return x >= 0 && x + width <= PHONE.width
      }
      await expect.poll(inside).toBe(true)
      seen.add(Number((await card.getAttribute('data-test'))?.slice('seat-'.length)))
      await expect.poll(() => cutOff(visit)).toEqual([])
      await player.test('deck').tap()
      await player.test('status').getByText('second card').waitFor()
      await player.test('deck').tap()
      await player.test('hand-over').tap()
    }
    expect(seen.size).toBe(players)
    // There is room for most of a name of eleven letters.
    const first = page.locator('.strip .name').first()
    await expect.poll(() => first.evaluate((name) => name.clientWidth / name.scrollWidth)).toBeGreaterThan(0.7)
    await visit.leave()
  },
)

test('after a game of five, a name of 24 letters leaves everybody a column, and ends in dots', async () => {
  const visit = await house.visit({ viewport: LAPTOP, settings: { tips: false, speed: 0 } })
  const { page, player } = visit
  await crowd(visit, 'italy', NAMES)
  if (await atCurtain(visit)) await player.test('curtain-open').click()
  await player.test('menu').click()
  for (let asked = 0; asked < 2; asked++) await player.test('offer-end').click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await player.test('end').waitFor()
  await player.test('result').waitFor()
  /** Return the columns whose figures are outside the visible part of the table. */
  const hidden = (table: string) =>
    page.$eval(table, (place) => {
      const { right } = place.getBoundingClientRect()
      return [...place.querySelectorAll('tr:last-child > *')].filter(
        (cell) => cell.getBoundingClientRect().right > right + 1,
      ).length
    })
  const whole = (names: string) =>
    page.$$eval(names, (found) =>
      found.map((name) => [
        name.textContent ?? '',
        name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight + 1,
      ]),
    )
  const all = NAMES.map((name) => [name, name.length < 20]).sort()
  const result = '[data-test="result"] .scroll'
  for (const viewport of [LAPTOP, PHONE]) {
    await resize(page, viewport)
    await expect.poll(() => hidden(result), { message: `${viewport.width}` }).toBe(0)
    await expect.poll(async () => (await whole(`${result} thead .name`)).sort()).toEqual(all)
    await expect.poll(async () => (await whole('.podium .name')).sort()).toEqual(all)
    const dots = page.locator('.podium .name', { hasText: 'WWWW' })
    await expect.poll(() => dots.evaluate((name) => getComputedStyle(name).textOverflow)).toBe('ellipsis')
    await player.test('statistics').click()
    await page.locator('dialog tbody').waitFor()
    await expect.poll(() => hidden('dialog .scroll'), { message: `${viewport.width}` }).toBe(0)
    await expect.poll(async () => (await whole('dialog thead .name')).sort()).toEqual(all)
    await player.closeDialog()
  }
  await visit.leave()
})
