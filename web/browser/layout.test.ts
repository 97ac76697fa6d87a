/** Nothing overlaps: payments and buttons, numbers and their mark, cards, and the map and statistics at the end. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESKTOP, LAPTOP, mapRests, PHONE, resize } from './chromium'
import { ON_A_PHONE, openHouse } from './fixture'
import type { Board } from './player'

const house = openHouse()

interface Box {
  x: number
  y: number
  width: number
  height: number
}

async function boxOf(thing: Locator): Promise<Box> {
  const box = await thing.boundingBox()
  if (!box) throw new Error(`not on the page: ${thing.toString()}`)
  return box
}

/** The map's description of routes with many payments: grey routes, ferries, waves. */
const MANY: Record<Board, RegExp> = {
  usa: /grey/,
  'nordic-countries': /ferry/,
  italy: /wave/,
  'northern-lights': /ferry/,
}

test.each(['usa', 'nordic-countries', 'italy', 'northern-lights'] as const)(
  'on a phone every way to pay is seen to be there, and can be chosen: %s',
  async (board) => {
    const { page, player, leave } = await house.sit(board, 3, { settings: { tips: false, confirm: 'always' } })
    const length = (id: string) => player.lengths.get(id) ?? 0
    let routes: string[] = []
    // The lists are long once there are some cards in hand.
    for (let turn = 0; turn < 30 && (turn < 7 || routes.length === 0); turn++) {
      if (turn > 0) await player.draw()
      await player.reachTurn()
      const offered = new Set(await player.offered())
      const found = (await player.labels()).filter(([id, label]) => offered.has(id) && MANY[board].test(label))
      routes = found.map(([id]) => id).filter((id) => length(id) > 1)
    }
    routes.sort((a, b) => length(a) - length(b))
    await resize(page, PHONE)
    await page.locator('#sheet').waitFor()
    const tray = player.test('claim-tray')
    const ways = tray.locator('label')
    const buttons = tray.locator('.actions')
    const fades = () => buttons.evaluate((element) => Number(getComputedStyle(element, '::before').opacity))
    const scroll = (to: number) => page.locator('#sheet').evaluate((sheet, top) => sheet.scrollTo(0, top), to)
    const top = async () => (await boxOf(buttons)).y
    const bottom = async (thing: Locator) => {
      const { y, height } = await boxOf(thing)
      return y + height
    }
    const aboveButtons = async (thing: Locator) => (await top()) - (await bottom(thing))
    let most = 0
    // The shortest route has the most payments, the longest one takes the most cards.
    for (const route of new Set([routes[0], routes.at(-1)])) {
      await page.locator(`[data-route="${route ?? ''}"]`).focus()
      await page.keyboard.press('Enter')
      await tray.locator('fieldset[aria-busy="false"]').waitFor()
      await expect.poll(() => aboveButtons(ways.first())).toBeGreaterThanOrEqual(0)
      if ((await player.test('pay-more').count()) > 0) await player.test('pay-more').click()
      await scroll(0)
      const count = await ways.count()
      most = Math.max(most, count)
      if ((await aboveButtons(ways.last())) < 0) await expect.poll(fades).toBe(1)
      for (const at of new Set([0, 1, 2, Math.floor(count / 2), count - 2, count - 1])) {
        if (at < 0 || at >= count) continue
        await ways.nth(at).click()
        await expect.poll(() => ways.nth(at).locator('input').isChecked()).toBe(true)
      }
      await scroll(10_000)
      await expect.poll(fades).toBe(0)
      await expect.poll(() => aboveButtons(player.test('pay-own'))).toBeGreaterThanOrEqual(0)
      await page.keyboard.press('Escape')
      await tray.waitFor({ state: 'detached' })
    }
    expect(most).toBeGreaterThan(2)
    await leave()
  },
)

test('on a laptop: your cards as large as the market’s, the map as large at the end, all statistics visible', async () => {
  const { page, player, leave } = await house.sit('usa', 3, { viewport: LAPTOP })
  const widths = (selector: string) =>
    page.$$eval(selector, (cards) => cards.map((card) => card.getBoundingClientRect().width))
  for (let turn = 0; turn < 6; turn++) {
    await player.reachTurn()
    const wider = async () =>
      Math.min(...(await widths('[data-test^="hand-"] .card:first-child'))) -
      Math.max(...(await widths('[data-test^="slot-"]')))
    await expect.poll(wider).toBeGreaterThanOrEqual(-0.5)
    await player.draw()
  }
  await player.reachTurn()
  const board = page.locator('.map .ground').first()
  await mapRests(page)
  const inPlay = await boxOf(board)
  await player.finishUnseen()
  await player.test('result').waitFor()
  const atTheEnd = async () => (await boxOf(board)).width
  await expect.poll(atTheEnd).toBeGreaterThanOrEqual(inPlay.width * 0.97)

  // The log is behind the result, which is still there on the way back.
  await player.test('tab-log').click()
  await player.test('log').waitFor()
  await expect.poll(() => player.test('result').isVisible()).toBe(false)
  await player.test('tab-result').click()
  await player.test('result').waitFor()

  await player.test('statistics').click()
  const dialog = page.getByRole('dialog', { name: 'Statistics' })
  await dialog.getByText('Tickets completed').waitFor()
  await expect.poll(() => dialog.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true)
  await player.closeDialog()

  await player.test('to-replay').click()
  await player.test('slider').waitFor()
  await player.test('slider').fill('12')
  await expect.poll(atTheEnd).toBeGreaterThanOrEqual(inPlay.width * 0.9)
  const now = player.test('replay-log').locator('li[aria-current="step"]')
  await expect.poll(() => now.count()).toBe(1)
  await expect.poll(() => now.evaluate((entry) => entry === entry.parentElement?.firstElementChild)).toBe(true)
  await leave()
})

test('the turn marker covers no number', async () => {
  const { page, player, leave } = await house.sit('italy', 3, { viewport: LAPTOP })
  await player.reachTurn()
  for (const width of [1280, 1160, 1440]) {
    await resize(page, { width, height: 720 })
    const facts = page.locator('[data-test="seat-0"] .facts > span')
    /** Return what is wrong with the row of numbers. */
    const wrong = async () => {
      const boxes = await Promise.all((await facts.all()).map(boxOf))
      const sorted = boxes.toSorted((a, b) => a.x - b.x)
      return [
        ...(sorted.length === 5 ? [] : [`${sorted.length} numbers`]),
        ...sorted.flatMap((box, at) => {
          const next = sorted[at + 1]
          return [
            ...(box.width > 15 ? [] : [`number ${at} is ${box.width} wide`]),
            ...(next && box.x + box.width > next.x ? [`number ${at} lies on the next one`] : []),
            ...(Math.abs(box.y - (sorted[0]?.y ?? 0)) < 8 ? [] : [`number ${at} is not in the row`]),
          ]
        }),
      ]
    }
    await expect.poll(wrong, { message: `${width}` }).toEqual([])
  }
  await leave()
})

test('on a phone: whole names, tickets that fade only under the button, and advice for the first turn', async () => {
  const { page, player, leave } = await house.visit(ON_A_PHONE)
  await player.sit('usa', 2)
  const names = page.locator('.strip .name')
  await expect.poll(() => names.count()).toBe(3)
  /** Return the room left after the letters of a name. */
  const spare = () =>
    names.evaluateAll((boxes) =>
      boxes.map((box) => {
        const letters = document.createRange()
        letters.selectNodeContents(box)
        return box.getBoundingClientRect().right - letters.getBoundingClientRect().right
      }),
    )
  await expect.poll(async () => Math.min(...(await spare()))).toBeGreaterThan(2)
  const long = () =>
    names.last().evaluate((box) => {
      box.textContent = 'Brunhilde the Conductor'
      return [box.scrollWidth > box.clientWidth, getComputedStyle(box).textOverflow]
    })
  await expect.poll(long).toEqual([true, 'ellipsis'])

  // All tickets are visible above the button; in a lower window some are under it.
  const sheet = page.locator('#sheet')
  const goesOn = () => sheet.evaluate((element) => element.classList.contains('goes-on'))
  const fades = () =>
    page.locator('.stuck').evaluate((element) => Number(getComputedStyle(element, '::before').opacity))
  await expect.poll(goesOn).toBe(false)
  await expect.poll(fades).toBe(0)
  await resize(page, { width: PHONE.width, height: 600 })
  await expect.poll(fades).toBe(1)
  await resize(page, PHONE)
  await expect.poll(fades).toBe(0)

  await player.keep(2)
  await page.locator('[data-test="status"]', { hasText: 'Your turn' }).waitFor()
  // A tip has that room until it is read.
  await player.test('tips').waitFor()
  while ((await player.test('tip').count()) > 0) await player.test('tip').first().tap()
  const news = player.test('news')
  const fits = () => news.evaluate((line) => line.clientWidth > 100 && line.scrollWidth <= line.clientWidth)
  await expect.poll(() => news.textContent()).toBe('Draw cards or tickets, or claim a route.')
  await expect.poll(fits).toBe(true)
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('semafor.settings') ?? '{}') as object
    localStorage.setItem('semafor.settings', JSON.stringify({ ...stored, locale: 'pl' }))
  })
  await page.reload()
  await expect.poll(() => news.textContent()).toBe('Weź karty, bilety albo zajmij połączenie.')
  await expect.poll(fits).toBe(true)
  // After the first turn it says what the others did.
  await player.tapDeck()
  await player.tapDeck()
  await page.locator('[data-test="status"]', { hasText: 'Twoja kolej' }).waitFor()
  await expect.poll(() => news.textContent()).toMatch(/^(Ada|Bruno) /)
  await leave()
})

test.each(['en', 'pl'])(
  'on a laptop the tickets of the beginning and the tip about them are in sight: %s',
  async (locale) => {
    const { page, player, leave } = await house.visit({ viewport: LAPTOP, settings: { locale } })
    await player.sit('usa', 2)
    await player.test('tips').waitFor()
    const tray = page.locator('.tray.panel')
    await expect.poll(() => tray.evaluate((panel) => panel.scrollHeight - panel.clientHeight)).toBeLessThanOrEqual(6)
    await leave()
  },
)

/** Return how many of the elements are entirely visible. */
const seen = (things: Locator) =>
  things.evaluateAll(
    (all) =>
      all.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const here = (x: number, y: number) => one.contains(document.elementFromPoint(x, y))
        return bottom > top && here(left + 8, top + 4) && here(right - 8, bottom - 4)
      }).length,
  )

test('beside a high map, too, all tickets and the tip are in sight', async () => {
  const { page, player, leave } = await house.visit({ viewport: LAPTOP, settings: { locale: 'pl' } })
  await player.sit('italy')
  for (const viewport of [LAPTOP, DESKTOP]) {
    await resize(page, viewport)
    await expect.poll(() => seen(player.test('tips'))).toBe(1)
    await expect.poll(() => seen(page.locator('.offered-ticket'))).toBe(5)
  }
  await leave()
})

test('goals are visible while tickets are chosen, and on a phone so is the whole hand', async () => {
  const { page, player, leave } = await house.visit({ viewport: LAPTOP })
  await player.sit('northern-lights')
  await expect.poll(() => seen(page.locator('[data-test^="award-"]'))).toBe(4)
  await expect.poll(() => seen(page.locator('.offered-ticket'))).toBe(4)
  await resize(page, PHONE)
  await expect.poll(() => seen(player.test('keep-goals').locator('li'))).toBe(4)
  await expect.poll(() => seen(page.locator('.offered-ticket'))).toBe(4)
  await resize(page, LAPTOP)
  await player.keep(2)
  await resize(page, PHONE)
  await expect.poll(() => seen(page.locator('[data-anchor^="hand-"]'))).toBe(9)
  await leave()
})

test('beside a tall map your cards lie four in a row, and the whole result is visible', async () => {
  const { page, player, leave } = await house.visit({ viewport: LAPTOP, settings: { tips: false } })
  await player.sit('northern-lights', 2)
  await player.keep(2)
  await player.learn()
  const groups = page.locator('[data-test^="hand-"]')
  for (let turn = 0; turn < 12; turn++) {
    await player.reachTurn()
    if ((await groups.count()) > 4) break
    await player.draw()
  }
  const places = page.locator('[data-anchor^="hand-"]')
  const rows = () =>
    places.evaluateAll((cards) => {
      const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top))
      return [new Set(tops.slice(0, 4)).size, (tops[4] ?? 0) > (tops[0] ?? 0)]
    })
  await expect.poll(rows).toEqual([1, true])

  await player.finishUnseen()
  await player.test('result').waitFor()
  const panel = page.locator('.right.panel')
  await expect.poll(() => panel.evaluate((side) => side.scrollHeight - side.clientHeight)).toBeLessThanOrEqual(6)

  await resize(page, PHONE)
  await player.test('statistics').click()
  const letters = page.locator('dialog svg text')
  await letters.first().waitFor()
  const smallest = () =>
    letters.evaluateAll((texts) =>
      Math.min(
        ...texts.map(
          (text) => parseFloat(getComputedStyle(text).fontSize) * ((text as SVGTextElement).getScreenCTM()?.a ?? 0),
        ),
      ),
    )
  await expect.poll(smallest).toBeGreaterThanOrEqual(12)
  await player.closeDialog()
  await leave()
})
