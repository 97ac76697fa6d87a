/** Touch on a phone: the map stays in place, two taps claim a route from any tab, and Back closes a dialog. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LAPTOP, mapRests, openPage, PHONE, resize } from './chromium'
import { ON_A_PHONE, openHouse } from './fixture'
import { Player } from './player'

const house = openHouse()
const { server } = house

async function sit() {
  const { page, problems } = await openPage(house.browser, new URL(server.address).origin, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    settings: { tips: false },
  })
  const player = new Player(page, server.address)
  await player.sit('usa')
  await player.keep(2)
  await player.learn()
  return { page, problems, player }
}

/** Draw cards until some route can be claimed in a whole turn. */
async function untilOffered(player: Player): Promise<string> {
  const { page } = player
  for (let turn = 0; turn < 40; turn++) {
    await page.locator('[data-test="status"]', { hasText: /Your turn|second card/ }).waitFor()
    const found = (await player.offered())[0]
    if (found) return found
    await player.test('tab-cards').tap()
    await player.tapDeck()
  }
  throw new Error('no route was ever offered')
}

test.each([PHONE, { width: 844, height: 390 }])(
  'the start page at $width × $height: every board and Play at once, and nothing that Play hides',
  async (viewport) => {
    const { page, player, leave } = await house.visit({ ...ON_A_PHONE, viewport })
    await page.goto(`${server.address}/#/`)
    const cards = page.locator('label:has(input[name="board"])')
    await cards.nth(3).waitFor()
    const play = player.test('play')
    const links = page.locator('label:has(input[name="board"]) a')
    const small = async () =>
      (await Promise.all((await links.all()).map((link) => link.boundingBox()))).filter(
        (box) => !box || box.width < 43.9 || box.height < 43.9,
      )
    await expect.poll(small).toEqual([])
    const inView = async () => {
      const box = await play.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= viewport.height
    }
    await expect.poll(inView).toBe(true)
    /** Return the boards that are not entirely on the screen, above the button. */
    const hidden = async () => {
      const top = viewport.height > 500 ? ((await play.boundingBox())?.y ?? 0) : Infinity
      const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()))
      return boxes.filter((box) => !box || box.x < 0 || box.x + box.width > viewport.width || box.y + box.height >= top)
    }
    await expect.poll(hidden).toEqual([])
    // At the bottom of the page the last control can be reached.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const last = page.locator(':is(.ways, .lists) :is(a, button):visible').last()
    await expect
      .poll(() =>
        last.evaluate((button) => {
          const { left, top, width, height } = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(left + width / 2, top + height - 2))
        }),
      )
      .toBe(true)
    await expect.poll(inView).toBe(true)
    await play.tap()
    await player.test('keep-tray').waitFor()
    await leave()
  },
)

const RETURNING = ['en', 'pl'].flatMap((locale) =>
  [{ width: 390, height: 740 }, LAPTOP].map((viewport) => ({ locale, viewport, width: viewport.width })),
)
test.each(RETURNING)(
  'coming back, $locale at $width: my turn, the deal of the day and the field for a code are in sight',
  async ({ locale, viewport }) => {
    house.needServer()
    const options = viewport.width < 900 ? { ...ON_A_PHONE, viewport } : { viewport }
    const { page, player, leave } = await house.visit({ ...options, settings: { locale } })
    const own = []
    for (const board of ['usa', 'italy', 'usa', 'italy', 'usa']) {
      const { game, seats } = await house.make(page, { board, seats: [{ kind: 'me', name: 'Ann' }, { kind: 'bot' }] })
      own.push({ game, board, seats, opened: 1 })
    }
    await page.addInitScript((text) => localStorage.setItem('semafor.seats', text), JSON.stringify(own))
    await page.goto(`${server.address}/#/`)
    const rows = player.test('for-you').locator('li')
    await expect.poll(() => rows.count()).toBe(3)
    await page.locator('label:has(input[name="board"])').nth(3).waitFor()
    const code = player.test('have-code').or(player.test('code'))
    const foot = () => (viewport.width < 900 ? player.test('play').boundingBox() : null)
    const places = async () => {
      const found = [rows.locator('[data-test="continue"]').first(), rows.last(), player.test('day-link'), code]
      const boxes = await Promise.all(found.map((one) => one.boundingBox()))
      return { boxes, most: (await foot())?.y ?? viewport.height }
    }
    const inSight = async () => {
      const { boxes, most } = await places()
      return boxes.every((box) => box !== null && box.y >= 0 && box.y + box.height <= most)
    }
    await expect.poll(inSight).toBe(true)
    // Not below the form, nor below the boards on a phone.
    const board = await page.locator('label:has(input[name="board"])').first().boundingBox()
    const { boxes } = await places()
    if (viewport.width < 900) expect(boxes.every((box) => (box?.y ?? Infinity) < (board?.y ?? 0))).toBe(true)
    // A press away from typing it.
    if ((await player.test('have-code').count()) > 0) await player.test('have-code').click()
    await player.test('code').fill('abc')
    await player.test('code-go').click()
    await page.locator('#code-problem').waitFor()
    await rows.locator('[data-test="continue"]').first().click()
    await player.test('keep-tray').waitFor()
    await leave()
  },
)

test.each([LAPTOP, PHONE])(
  'the button that removes a bot is in line with its level at $width × $height',
  async (viewport) => {
    const { page, player, leave } = await house.visit({ viewport })
    await page.goto(`${server.address}/#/`)
    await player.test('play').waitFor()
    const level = page.locator('main li', { has: player.test('opponent') }).first()
    const middle = async (one: string) => {
      const { y = NaN, height = NaN } = (await level.locator(one).boundingBox()) ?? {}
      return y + height / 2
    }
    await expect
      .poll(async () =>
        Math.abs((await middle('[data-test="opponent-change"]')) - (await middle('[data-test="remove-seat"]'))),
      )
      .toBeLessThan(2)
    await leave()
  },
)

for (const tab of ['cards', 'tickets', 'log', 'move', 'folded'] as const) {
  test(`two taps at one place claim a route: ${tab}`, async () => {
    const { page, problems, player } = await sit()
    const route = await untilOffered(player)
    const button = player.test(tab === 'folded' ? 'tab-log' : `tab-${tab}`)
    await button.tap()
    // Pressed again, a tab stays open.
    await button.tap()
    await page.locator('#sheet').waitFor()
    if (tab === 'folded') await player.test('fold').tap()
    await expect.poll(() => page.locator('#sheet').count()).toBe(tab === 'folded' ? 0 : 1)
    const map = player.test('map')
    await mapRests(page)
    const before = await map.boundingBox()
    const { x, y } = await player.pointOf(route)
    await page.touchscreen.tap(x, y)
    await expect.poll(() => page.locator('.map .ghost').count()).toBeGreaterThan(0)
    if (tab === 'folded') await page.locator('[data-test="status"]', { hasText: /^Claim / }).waitFor()
    else await player.test('claim-tray').waitFor()
    await expect.poll(() => map.boundingBox()).toEqual(before)
    await expect.poll(() => player.pointOf(route)).toEqual({ x, y })
    await page.touchscreen.tap(x, y)
    await page.locator(`[data-route="${route}"][aria-label*="claimed: Ann"]`).waitFor({ state: 'attached' })
    expect(problems).toEqual([])
    await page.context().close()
  })
}

test('a tap beside a route selects the nearest one', async () => {
  const { page, player } = await sit()
  await page.locator('[data-test="status"]', { hasText: /Your turn/ }).waitFor()
  await mapRests(page)
  const { x, y } = await player.pointOf('helena:omaha:red')
  // Move sideways until nothing is under the finger: a few pixels on a phone.
  const beside = await page.evaluate(
    ([x, y]) => {
      const hit = (away: number) => document.elementFromPoint(x + away, y - away)?.closest('[data-route]')
      return [4, 5, 6, 7, 8, 9, 10].find((away) => !hit(away)) ?? 0
    },
    [x, y] as const,
  )
  expect(beside).toBeGreaterThan(0)
  await page.touchscreen.tap(x + beside, y - beside)
  await page.locator('[data-test="claim-tray"], [data-test="refusal"]').getByText('Helena – Omaha').first().waitFor()
  await page.context().close()
})

test.each([PHONE, { width: 360, height: 640 }, { width: 844, height: 390 }])(
  'at $width × $height a tip or a reason covers neither the map nor the cards; more is said on demand, and a tap ends it',
  async (viewport) => {
    const { page, player, leave } = await house.visit({ ...ON_A_PHONE, viewport })
    await player.sit('usa', 3)
    const map = player.test('map')
    /** Return whether an element lies over the map, its title or its numbers cut off. */
    const covers = async (name: string) => {
      const [note, board] = [await player.test(name).boundingBox(), await map.boundingBox()]
      if (!note || !board) return 'not there'
      const across = Math.min(note.x + note.width, board.x + board.width) - Math.max(note.x, board.x)
      const down = Math.min(note.y + note.height, board.y + board.height) - Math.max(note.y, board.y)
      if (across > 1 && down > 1) return 'over the map'
      const cut = await player
        .test(name)
        .locator('p, .words')
        .evaluateAll((texts) => texts.some((text) => text.scrollHeight > text.clientHeight + 1))
      return cut ? 'cut off' : 'nothing'
    }
    await expect.poll(() => covers('tips')).toBe('nothing')
    await player.keep(2)
    await player.learn()
    await page.locator('[data-test="deck"].can').waitFor()
    await expect.poll(() => covers('tips')).toBe('nothing')

    const before = await map.boundingBox()
    const can = new Set(await player.offered())
    const long = [...player.lengths].find(([id, length]) => length === 6 && !can.has(id))?.[0] ?? ''
    const { x, y } = await player.pointOf(long)
    await page.touchscreen.tap(x, y)
    await player
      .test('refusal')
      .getByText(/It takes 6/)
      .waitFor()
    await expect.poll(() => covers('refusal')).toBe('nothing')
    await expect.poll(() => player.test('refusal').textContent()).not.toMatch(/[A-Z]-\d/)
    await expect.poll(() => player.test('tab-cards').getAttribute('aria-selected')).toBe('true')
    await player.test('why-more').tap()
    await player.test('refusal').getByText('U-15').waitFor()
    await expect.poll(() => covers('refusal')).toBe('nothing')
    await expect.poll(() => map.boundingBox()).toEqual(before)
    await page.touchscreen.tap((before?.x ?? 0) + 3, (before?.y ?? 0) + 3)
    await player.test('refusal').waitFor({ state: 'detached' })
    await expect.poll(() => player.test('tab-cards').getAttribute('aria-selected')).toBe('true')
    await leave()
  },
)

test('whatever else is said, the cards that pay are in sight above the button that claims', async () => {
  const toy = readFileSync(resolve(import.meta.dirname, '../../src/semafor/boards/toy.toml'), 'utf8')
  // Few trains and many cards: after a claim it is the last round, and there is something to claim in it.
  const values = { trains: 4, dealt: 9, each_colour: 12 }
  const board_file = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name} = \\d+`, 'm'), `${name} = ${value}`),
    toy,
  )
  const visit = await house.visit({ ...ON_A_PHONE, viewport: { width: 360, height: 640 } })
  const { page, player } = visit
  const seats = [{ kind: 'me', name: 'Ann' }, { kind: 'bot' }]
  await house.take(visit, 'toy', await house.make(page, { board_file, seats, first: 0 }))
  await player.keep(1)
  await player.learn()
  await page.locator('[data-test="deck"].can').waitFor()
  await player.claim((await player.offered()).find((id) => player.lengths.get(id) === 2) ?? '')
  await player.test('tab-move').tap()
  await player.goOn()
  await page
    .getByText(/Last round/i)
    .first()
    .waitFor()
  await page.locator('[data-test="deck"].can, [data-test="your-turn"]').first().waitFor({ state: 'attached' })
  await player.click((await player.offered())[0] ?? '')
  const below = async () => {
    const [cards, button] = await Promise.all(
      [player.test('claim-tray').locator('label').first(), player.test('confirm')].map((one) => one.boundingBox()),
    )
    return (button?.y ?? 0) - (cards?.y ?? 0) - (cards?.height ?? 0)
  }
  await expect.poll(below).toBeGreaterThanOrEqual(0)
  await visit.leave()
})

test.each(['usa', 'italy'] as const)(
  'four players have room at 360 pixels, and no number lies on another: %s',
  async (board) => {
    const { page, player, leave } = await house.visit({ ...ON_A_PHONE, viewport: { width: 360, height: 640 } })
    await player.sit(board, 3)
    const strip = page.locator('main .strip ul')
    await expect.poll(() => strip.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
    /** Return what lies on something else, or outside its box, with figures as wide as they get. */
    const troubles = () =>
      strip.locator('li').evaluateAll((boxes) =>
        boxes.flatMap((box) => {
          const points = box.querySelector('.points')
          const facts = [...box.querySelectorAll('.facts > span')]
          if (points?.firstChild) points.firstChild.textContent = '123'
          for (const fact of facts) if (fact.lastChild) fact.lastChild.textContent = '38'
          const [room, mark] = [box.getBoundingClientRect(), points?.getBoundingClientRect()]
          const found = facts.map((fact) => fact.getBoundingClientRect())
          const outside = found.some(({ right, bottom }) => right > room.right || bottom > room.bottom)
          const over = found.some(
            ({ right, bottom, top }) => mark && right > mark.left && bottom > mark.top && top < mark.bottom,
          )
          return outside ? ['outside'] : over ? ['over'] : []
        }),
      )
    await expect.poll(troubles).toEqual([])
    await leave()
  },
)

test('a refusal does not move the map either', async () => {
  const { page, player } = await sit()
  await page.locator('[data-test="status"]', { hasText: /Your turn/ }).waitFor()
  const can = new Set(await player.offered())
  const long = [...player.lengths].find(([id, length]) => length === 6 && !can.has(id))?.[0] ?? ''
  await mapRests(page)
  const before = await player.test('map').boundingBox()
  const { x, y } = await player.pointOf(long)
  await page.touchscreen.tap(x, y)
  await player.test('refusal').waitFor()
  await expect.poll(() => player.test('map').boundingBox()).toEqual(before)
  // A refusal about cards does not leave the tab of the cards either: the line above them answers.
  await player.tapDeck()
  await player.test('draw-tickets').tap({ force: true })
  await player.test('refusal').waitFor()
  await expect.poll(() => player.test('tab-cards').getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => player.test('map').boundingBox()).toEqual(before)
  await page.context().close()
})

test.each([
  { width: 640, height: 360 },
  { width: 844, height: 390 },
])('at $width × $height, as a window at 200 % is, cards are no slivers', async (viewport) => {
  const { player, leave } = await house.visit({ viewport, settings: { tips: false } })
  await player.sit('usa')
  await player.keep(2)
  const widths = () =>
    player.page.$$eval('[data-test^="hand-"] .card:first-child', (cards) =>
      cards.map((card) => Math.round(card.getBoundingClientRect().width)),
    )
  await expect.poll(async () => (await widths()).length).toBeGreaterThan(0)
  await expect.poll(async () => (await widths()).filter((width) => width < 40)).toEqual([])
  await leave()
})

test('everything to tap at the table is at least 44 pixels wide and high', async () => {
  const { page, player, leave } = await house.visit(ON_A_PHONE)
  await player.sit('usa')
  await player.keep(2)
  await player.test('tab-move').tap()
  await player.test('tips').waitFor()
  /** Return the size of each tap target, by how far from its centre a tap still hits it. */
  const targets = () =>
    page.$$eval('header a, header button, .map .tools button, [data-test="tips"] button', (targets) =>
      targets
        .filter((target) => target.checkVisibility())
        .map((target) => {
          target.scrollIntoView({ block: 'nearest' })
          const { left, top, width, height } = target.getBoundingClientRect()
          const reach = (across: number, down: number): number => {
            let steps = 0
            const meets = (x: number, y: number) => target.contains(document.elementFromPoint(x, y))
            while (meets(left + width / 2 + across * (steps + 1), top + height / 2 + down * (steps + 1))) steps++
            return steps
          }
          const [wide, high] = [1 + reach(-1, 0) + reach(1, 0), 1 + reach(0, -1) + reach(0, 1)]
          // Zoom buttons look as large as they are.
          if (target.closest('.tools') && target.closest('.map'))
            return { name: target.getAttribute('title'), wide: Math.min(wide, width), high: Math.min(high, height) }
          return { name: target.getAttribute('title') ?? target.textContent, wide, high }
        }),
    )
  await expect.poll(async () => (await targets()).length).toBeGreaterThanOrEqual(1 + 6 + 3 + 1)
  await expect.poll(async () => (await targets()).filter(({ wide, high }) => wide < 43 || high < 43)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  // The button to erase marks is next to the pencil's hint, as the bar has no room for it.
  await player.test('pencil').tap()
  await player.learn()
  const [route = ''] = player.lengths.keys()
  await mapRests(page)
  const { x, y } = await player.pointOf(route)
  const before = await player.test('map').boundingBox()
  await page.touchscreen.tap(x, y)
  await expect.poll(() => player.test('pencil-clear').isEnabled()).toBe(true)
  await expect.poll(() => player.test('map').boundingBox()).toEqual(before)
  await player.test('pencil-clear').tap()
  await expect.poll(() => player.test('pencil-clear').isDisabled()).toBe(true)
  await leave()
})

test('against bots the log has all the space; among people the chat is collapsed above it until somebody writes', async () => {
  const alone = await house.sit('usa', 2, { ...ON_A_PHONE, settings: { tips: false } })
  await alone.player.test('tab-log').tap()
  await alone.player.test('log').waitFor()
  await expect.poll(() => alone.player.test('talk').count()).toBe(0)
  await expect.poll(() => alone.player.test('chat').count()).toBe(0)
  await resize(alone.page, LAPTOP)
  await alone.player.test('tab-tickets').waitFor()
  await expect.poll(() => alone.player.test('tab-chat').count()).toBe(0)
  await alone.leave()

  const { ann, ben } = await house.two({}, [ON_A_PHONE, ON_A_PHONE])
  for (const { player } of [ann, ben]) await player.keep(2)
  await ann.player.test('tab-log').tap()
  const line = ann.player.test('log').locator('li').first()
  await line.waitFor()
  const below = async () => {
    const [sheet, first] = await Promise.all([ann.page.locator('#sheet').boundingBox(), line.boundingBox()])
    return (first?.y ?? Infinity) - (sheet?.y ?? 0)
  }
  await expect.poll(below).toBeLessThan(80)
  await expect.poll(() => ann.player.test('chat').count()).toBe(0)
  await ann.player.test('talk').tap()
  await ann.page.getByRole('button', { name: 'Good luck!' }).tap()
  await expect.poll(() => ben.player.test('unread').count()).toBe(1)
  await ben.player.test('tab-log').tap()
  await ben.page.locator('[data-test="chat"] li', { hasText: 'Good luck!' }).waitFor()
  await expect.poll(() => ben.player.test('unread').count()).toBe(0)
  await ann.leave()
  await ben.leave()
})

test('while a bot plays for a player, nothing calls it their turn', async () => {
  const { ann, ben } = await house.two({}, [ON_A_PHONE, {}])
  for (const { player } of [ann, ben]) await player.keep(2)
  const said = new Set<string>()
  await ann.page.exposeFunction('heard', (text: string) => said.add(text))
  await ann.player.test('menu').tap()
  await ann.player.test('leave').tap()
  await ann.player.test('leave').tap()
  await ann.player.test('return').waitFor()
  await ann.page.evaluate(() => {
    const tell = () => {
      const status = document.querySelector('[data-test="status"]')?.textContent ?? ''
      void (window as unknown as { heard: (text: string) => void }).heard(`${status} | ${document.title}`)
    }
    new MutationObserver(tell).observe(document, { childList: true, subtree: true, characterData: true })
    tell()
  })
  for (let turn = 0; turn < 4; turn++) {
    await ben.player.reachTurn()
    await ben.player.draw()
  }
  await expect.poll(() => [...said].some((one) => one.startsWith('Ann’s turn'))).toBe(true)
  expect([...said].filter((one) => /your turn|second card/i.test(one))).toEqual([])
  await ann.leave()
  await ben.leave()
})

test('Back closes a dialog and stays at the table; a link out of a dialog leaves no history entry', async () => {
  const { page, player, leave } = await house.visit({ ...ON_A_PHONE, settings: { tips: false } })
  await player.start('usa')
  await player.keep(2)
  const table = page.url()
  for (const tool of ['menu', 'different', 'open-search']) {
    await player.test(tool).tap()
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await player.dialogGone()
    expect(page.url()).toBe(table)
  }
  // Closed in another way, the dialog also removes its history entry.
  await player.test('menu').tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  await player.dialogGone()
  await player.test('menu').tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Rules' }).tap()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.url()).toMatch(/#\/rules\/usa$/)
  await page.goBack()
  await player.test('status').waitFor()
  await expect.poll(() => page.url()).toBe(table)
  await page.goBack()
  await player.test('play').waitFor()
  await leave()
})

test('at the end the players’ boxes show the same points as the result', async () => {
  const { page, problems, player } = await sit()
  await player.finish()
  await player.test('result').waitFor()
  for (const seat of [0, 1]) {
    const total = await player.test(`total-${seat}`).textContent()
    const points = () => page.locator(`[data-test="seat-${seat}"] .points`).textContent()
    await expect.poll(async () => /^−?\d+/.exec((await points()) ?? '')?.[0]).toBe(total)
  }
  expect(problems).toEqual([])
  await page.context().close()
})
