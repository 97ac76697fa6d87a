/** Every page in both languages and themes: nothing missing, nothing overflowing, no axe violations. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe'
import { ANALYSIS, DESKTOP, LAPTOP, PHONE, resize } from './chromium'
import { openHouse, PROOF } from './fixture'
import { HOME } from './homes'

const house = openHouse({ own: true })
const { server } = house

/** Return texts that are cut off: elements whose own text is wider than their box. */
async function cutOff(page: Page): Promise<string[]> {
  return page.$$eval('#app *, dialog *', (elements) =>
    elements
      .filter((element): element is HTMLElement => element instanceof HTMLElement && element.offsetParent !== null)
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      // Texts for screen readers only are clipped on purpose.
      .filter((element) => !element.closest('.only-read') && getComputedStyle(element).clipPath !== 'inset(50%)')
      .filter((element) => {
        const { display, textOverflow } = getComputedStyle(element)
        // Long names end in an ellipsis on purpose; inline elements use the width of their paragraph.
        return textOverflow !== 'ellipsis' && display !== 'inline'
      })
      .filter((element) => element.scrollWidth > element.clientWidth + 2)
      .map((element) => `${element.tagName}: ${(element.textContent ?? '').trim().slice(0, 60)}`),
  )
}

/** A page without a server has no links to these. */
const SERVED = ['#/day/2026-01-01/sealed', '#/ladder', '#/contest', '#/join/nobody', '#/take/nothing']
const PLACES = [
  '#/',
  ...['usa', 'nordic-countries', 'italy', 'northern-lights'].map((board) => `#/rules/${board}`),
  '#/settings',
  '#/profile',
  '#/day',
  '#/puzzles',
  '#/score',
  ...(HOME === 'served' ? SERVED : []),
]
const SIZES = { desktop: DESKTOP, laptop: LAPTOP, phone: PHONE }
const cases = (['en', 'pl'] as const)
  .flatMap((locale) =>
    (Object.keys(SIZES) as (keyof typeof SIZES)[]).map((size) => ({
      locale,
      size,
      // axe's findings hardly depend on the language, and axe is the slowest step: run it once per size.
      strict: PROOF || (locale === 'pl') === (size === 'laptop'),
    })),
  )
  // Large screens have room to spare, so one language per size is enough there; a phone gets both.
  .filter(({ size, strict }) => strict || size === 'phone')

test.each(cases)('pages in $locale on a $size', async ({ locale, size, strict }) => {
  const theme = size === 'laptop' ? 'dark' : 'light'
  const { page, leave, quiet } = await house.visit({
    viewport: SIZES[size],
    ...(size === 'phone' ? { hasTouch: true, isMobile: true } : {}),
    settings: { locale, theme },
    painted: strict,
  })
  for (const place of PLACES) {
    await page.goto(`${server.address}/${place}`)
    await page.locator('main h1').first().waitFor()
    await quiet()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale)
    await expect.poll(() => cutOff(page), { message: place }).toEqual([])
    // A page without a table is as wide on a desktop as on a laptop.
    if (strict && (PROOF || size !== 'desktop'))
      await expect.poll(() => violations(page), { message: place }).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: place })
      .toBeLessThanOrEqual(SIZES[size].width)
  }
  if (HOME === 'page') return leave()
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="mode"][value="friends"])').click()
  await page.locator('[data-test="play"]').click()
  await page.locator('[data-test="link"]').waitFor()
  await expect.poll(() => cutOff(page), { message: 'the waiting room' }).toEqual([])
  if (strict) await expect.poll(() => violations(page), { message: 'the waiting room' }).toEqual([])
  const sticksOut = () =>
    page.locator('section.invite').evaluate((section) => {
      const { right } = section.getBoundingClientRect()
      return [...section.querySelectorAll('*')].some((inside) => inside.getBoundingClientRect().right > right)
    })
  await expect.poll(sticksOut).toBe(false)
  // An unknown invitation is answered with 404, which the browser also logs.
  await leave(/^404/)
})

test.each(cases.filter(({ size }) => size !== 'phone'))(
  'boards, opponents and Play are on one screen, in $locale on a $size',
  async ({ locale, size }) => {
    const { width, height } = SIZES[size]
    const { page, player, leave } = await house.visit({ viewport: { width, height }, settings: { locale } })
    await page.goto(`${server.address}/#/`)
    await page.locator('label:has(input[name="board"])').nth(3).waitFor()
    const seen = page.locator('label:has(input[name="board"]), [data-test="opponent"], [data-test="play"]')
    await expect.poll(() => seen.count()).toBe(4 + 2 + 1)
    const lowest = () => seen.evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom)))
    await expect.poll(lowest).toBeLessThanOrEqual(height)
    // Repeat with the maximum number of opponents.
    for (let more = 0; more < 2; more++) await page.locator('.plan .add button').click()
    const play = () => player.test('play').evaluate((button) => button.getBoundingClientRect().bottom)
    await expect.poll(play).toBeLessThanOrEqual(height)
    await leave()
  },
)

test.each(cases.filter(({ size }) => size !== 'phone'))(
  'Play is on the screen, however one plays, in $locale on a $size',
  async ({ locale, size }) => {
    const { page, player, leave } = await house.visit({ viewport: SIZES[size], settings: { locale } })
    await page.goto(`${server.address}/#/`)
    await page.locator('label:has(input[name="board"])').nth(3).waitFor()
    await page.evaluate(() => document.fonts.ready)
    for (const mode of HOME === 'served' ? ['bots', 'friends', 'hotseat'] : ['bots', 'hotseat']) {
      await page.locator(`label:has(input[name="mode"][value="${mode}"])`).click()
      const foot = async () => ((box) => (box ? box.y + box.height : Infinity))(await player.test('play').boundingBox())
      await expect.poll(foot, { message: mode }).toBeLessThanOrEqual(SIZES[size].height)
    }
    // The name fields of several players at one screen are aligned on the right.
    const ends = () =>
      page
        .locator('.plan .me input[autocomplete], .plan .person input[autocomplete]')
        .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().right)))
    await expect.poll(async () => (await ends()).length).toBe(2)
    await expect.poll(async () => new Set(await ends()).size).toBe(1)
    // Repeat with one's own game and an open table in the lists, whose rows align with their headings.
    await player.test('play').click()
    await player.test('curtain').waitFor()
    if (HOME === 'served')
      await house.make(page, { board: 'italy', seats: [{ kind: 'me', name: 'Maria' }, { kind: 'open' }], public: true })
    await page.goto(`${server.address}/#/`)
    await player.test('for-you').waitFor()
    for (const list of await page.locator('.first section, .lists section').all()) {
      await list.locator('li').first().waitFor()
      const aside = async () => {
        const [head = 0, row = 100] = await list
          .locator('h2, li:first-child strong')
          .evaluateAll((words) => words.map((one) => one.getBoundingClientRect().left))
        return Math.abs(head - row)
      }
      await expect.poll(aside).toBeLessThanOrEqual(1)
    }
    await leave()
  },
)

test('a link longer than its field shows its end, and an unknown invitation is centred', async () => {
  house.needServer()
  const { page, player, leave } = await house.visit({ viewport: LAPTOP })
  await page.goto(`${server.address}/#/join/nobody`)
  await player.test('code').waitFor()
  const aside = async () => {
    const card = await page.locator('main .panel').boundingBox()
    return Math.abs((card?.x ?? 0) + (card?.width ?? 0) / 2 - LAPTOP.width / 2)
  }
  await expect.poll(aside).toBeLessThanOrEqual(8)
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="mode"][value="friends"])').click()
  await player.test('play').click()
  const link = player.test('link')
  await link.waitFor()
  // The start of a right-to-left field is visible as long as it is not scrolled.
  const flow = () =>
    link.evaluate((field: HTMLInputElement) => ({
      from: getComputedStyle(field).direction,
      left: field.scrollLeft,
    }))
  await expect.poll(flow).toEqual({ from: 'rtl', left: 0 })
  await leave(/^404/)
})

test.each(cases)('the table in $locale on a $size', async ({ locale, size, strict }) => {
  const theme = size === 'laptop' ? 'dark' : 'light'
  const { page, player, leave } = await house.visit({
    viewport: SIZES[size],
    ...(size === 'phone' ? { hasTouch: true, isMobile: true } : {}),
    settings: { locale, theme },
    painted: strict,
  })
  await player.sit(size === 'desktop' ? 'usa' : size === 'laptop' ? 'northern-lights' : 'nordic-countries')
  await expect.poll(() => cutOff(page), { message: 'choosing tickets' }).toEqual([])
  if (strict) await expect.poll(() => violations(page), { message: 'choosing tickets' }).toEqual([])
  await player.keep(2)
  await page.locator('[data-test="deck"].can').waitFor()
  await expect.poll(() => cutOff(page), { message: 'the turn' }).toEqual([])
  if (strict) await expect.poll(() => violations(page), { message: 'the turn' }).toEqual([])
  // Only the map's own buttons may be drawn over it.
  const covered = () =>
    page.locator('[data-test="map"]').evaluate((map) => {
      const { left, top, width, height } = map.getBoundingClientRect()
      const points = [0.1, 0.3, 0.5, 0.7].flatMap((x) =>
        [0.1, 0.3, 0.5, 0.7].map((y) => [left + width * x, top + height * y]),
      )
      return points.filter(([x = 0, y = 0]) => !map.contains(document.elementFromPoint(x, y))).length
    })
  await expect.poll(covered).toBe(0)
  await player.learn()
  const dear = (await player.labels()).find(([, label]) => /[56]\s(spaces|pól)/.test(label))?.[0] ?? ''
  await page.locator(`[data-route="${dear}"]`).focus()
  await page.keyboard.press('Enter')
  await player.test('refusal').or(player.test('claim-tray')).first().waitFor()
  await expect.poll(() => cutOff(page), { message: 'why not' }).toEqual([])
  if (strict) await expect.poll(() => violations(page), { message: 'why not' }).toEqual([])
  await player.test('menu').click()
  await expect.poll(() => cutOff(page), { message: 'the menu' }).toEqual([])
  await player.closeDialog()
  await page.goto(`${server.address}/#/game/${player.game()}/text`)
  await page.locator('main table').waitFor()
  if (strict) await expect.poll(() => violations(page), { message: 'the text board' }).toEqual([])
  await leave()
})

test('after the game, in both languages, at all sizes', async () => {
  const { page, player, leave } = await house.visit()
  const game = await player.sit('italy', 2)
  await player.keep(3)
  await player.ready()
  await player.finishUnseen()
  // Use one game for all cases, as its analysis takes most of the time.
  for (const { locale, size: name, strict } of cases) {
    const size = SIZES[name]
    await page.goto(`${server.address}/#/`)
    await resize(page, DESKTOP)
    if (locale === 'pl' && (await page.locator('html[lang="en"]').count()) > 0)
      await page.getByRole('button', { name: 'Polski' }).last().click()
    await page.locator(`html[lang="${locale}"]`).waitFor()
    await resize(page, size)
    await page.goto(`${server.address}/#/game/${game}`)
    await player.test('result').waitFor()
    await expect.poll(() => cutOff(page), { message: `the result, ${locale}, ${name}` }).toEqual([])
    if (strict) await expect.poll(() => violations(page), { message: `the result, ${locale}, ${name}` }).toEqual([])
    await player.test('statistics').click()
    await page.locator('dialog table').waitFor()
    await expect.poll(() => cutOff(page), { message: `the statistics, ${locale}, ${name}` }).toEqual([])
    if (strict) await expect.poll(() => violations(page), { message: `the statistics, ${locale}, ${name}` }).toEqual([])
    await player.closeDialog()
    await page.goto(`${server.address}/#/replay/${game}?at=40&eyes=0`)
    await player.test('slider').waitFor()
    await expect.poll(() => cutOff(page), { message: `the replay, ${locale}, ${name}` }).toEqual([])
    if (strict) await expect.poll(() => violations(page), { message: `the replay, ${locale}, ${name}` }).toEqual([])
    await player.test('analyse').click()
    await player.test('advice').waitFor({ timeout: ANALYSIS })
    await expect.poll(() => cutOff(page), { message: `the analysis, ${locale}, ${name}` }).toEqual([])
    if (strict) await expect.poll(() => violations(page), { message: `the analysis, ${locale}, ${name}` }).toEqual([])
    const sticksOut = () =>
      player.test('analysis').evaluate((section) => {
        const { right } = section.getBoundingClientRect()
        const inside = [...section.querySelectorAll('*')]
        return inside.filter((one) => one.getBoundingClientRect().right > right).length
      })
    await expect.poll(sticksOut, { message: `the analysis, ${locale}, ${name}` }).toBe(0)
    // However long it is, it scrolls in its panel: except on a phone, the page is no taller than the window.
    if (size !== SIZES.phone)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
        .toBeLessThanOrEqual(size.height)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
  await leave()
})

test('your games say whose turn it is, and open tables are listed by board', async () => {
  house.needServer()
  const { page, player, leave } = await house.visit()
  const game = await player.sit('usa')
  for (const board of ['italy', 'italy', 'usa']) {
    await house.make(page, { board, seats: [{ kind: 'me', name: 'Maria' }, { kind: 'open' }], public: true })
  }
  await page.goto(`${server.address}/#/`)
  const mine = player.test('for-you')
  await mine.getByText('your turn').waitFor()
  const open = page.locator('.lists section').last().locator('li')
  await expect.poll(() => open.count()).toBeGreaterThanOrEqual(3)
  await page.getByRole('button', { name: 'Italy' }).click()
  const fits = (text: string) => text.includes('Italy') && text.includes('1 of 2 seats taken')
  await expect.poll(async () => (await open.allTextContents()).filter((text) => !fits(text))).toEqual([])
  await expect.poll(() => open.count()).toBeGreaterThanOrEqual(2)
  await mine.getByRole('link', { name: 'Continue' }).click()
  await player.test('keep-tray').waitFor()
  expect(player.game()).toBe(game)
  await leave()
})

test('if the browser refuses notifications, the switch goes back off and says why', async () => {
  // A headless browser refuses them.
  const refused = await house.visit()
  const absent = await house.visit()
  await absent.page.addInitScript(() => Reflect.deleteProperty(window, 'Notification'))
  for (const [{ page, leave }, why] of [
    [refused, 'The browser does not allow notifications here.'],
    [absent, 'This browser allows no notifications here'],
  ] as const) {
    await page.goto(`${server.address}/#/settings`)
    const box = page.getByLabel('Notify me when it is my turn')
    await box.click()
    await page.getByRole('alert').getByText(why).waitFor()
    await expect.poll(() => box.isChecked()).toBe(false)
    await page.reload()
    await expect.poll(() => box.isChecked()).toBe(false)
    await leave()
  }
})

test('the tab’s title is that of its page, not of an earlier game', async () => {
  const { page, player, leave } = await house.visit()
  const game = await player.sit('usa')
  await expect.poll(() => page.title()).toContain('USA')
  await page.goto(`${server.address}/#/game/${game}/text`)
  await expect.poll(() => page.title()).toContain('USA')
  for (const [place, title] of [
    ['#/settings', 'Settings – Semafor'],
    ['#/rules', 'The rules – Semafor'],
    [`#/replay/${game}`, 'Replay – Semafor'],
    ['#/', 'Semafor'],
  ]) {
    await page.goto(`${server.address}/#/game/${game}`)
    await expect.poll(() => page.title()).toContain('USA')
    await page.goto(`${server.address}/${place ?? ''}`)
    await expect.poll(() => page.title()).toBe(title)
  }
  // There is no replay before the game is over.
  await leave(/^409/)
})

test('the rules show both colours of a double, and every goal with its points', async () => {
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/rules/northern-lights`)
  const goals = player.test('rules-goals').locator('li')
  await goals.first().waitFor()
  await expect.poll(() => goals.count()).toBe(11)
  await goals.getByText('most completed tickets worth 5 points or less').waitFor()
  await page.getByText(/3\sspaces, \w+ or \w+, double/).waitFor()
  // Spaces are as pale around their symbol as on the map.
  const fills = await page.locator('svg .bed').evaluateAll((beds) => beds.map((bed) => getComputedStyle(bed).fill))
  expect(fills.length).toBeGreaterThan(0)
  expect(fills).not.toContain('rgb(0, 0, 0)')
  await leave()
})

test('the chosen board is drawn large after the page, with a train that stops when it is not seen or not wanted', async () => {
  const { page, player, leave } = await house.visit({
    settings: { speed: 2 },
    reducedMotion: 'no-preference',
    picture: true,
  })
  await page.goto(`${server.address}/#/`)
  const stage = page.locator('.stage')
  const life = player.test('hero-life')
  await stage.locator('[data-test="drawing-usa"]').waitFor()
  await life.waitFor({ state: 'attached' })
  // What anybody needs first was asked for first.
  const later = await page.evaluate(() => {
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const start = (part: RegExp) => asked.filter(({ name }) => part.test(name)).map(({ startTime }) => startTime)
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return Math.min(...start(/pictures|HeroLife|scenes|usa-[\w-]+\.svg$/)) > 0 && painted !== undefined
  })
  expect(later).toBe(true)
  await page.locator('label:has(input[name="board"][value="italy"]) strong').click()
  await stage.locator('[data-test="drawing-italy"]').waitFor()
  await life.waitFor({ state: 'attached' })
  const moving = () => page.evaluate(() => document.querySelector('.stage .train')?.getAnimations()[0]?.playState)
  await expect.poll(moving).toBe('running')
  // Scrolled out of sight, and for somebody who wants no motion, nothing moves.
  await resize(page, { width: 1440, height: 400 })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await life.waitFor({ state: 'detached' })
  await page.evaluate(() => window.scrollTo(0, 0))
  await life.waitFor({ state: 'attached' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await life.waitFor({ state: 'detached' })
  await leave()
})

test('the last table is set up again: with whom, on which board, against whom', async () => {
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await player.opponents(1)
  await player.choose('stationmaster')
  await page.locator('label:has(input[name="board"][value="italy"]) strong').click()
  await player.test('play').click()
  await player.test('keep-tray').waitFor()
  await page.goto(`${server.address}/#/`)
  await page.locator('[data-test="opponent"][data-level="stationmaster"]').waitFor()
  await expect.poll(() => player.test('opponent').count()).toBe(1)
  await expect.poll(() => page.locator('input[name="board"]:checked').getAttribute('value')).toBe('italy')
  await player.test('play').click()
  await player.test('keep-tray').waitFor()
  await leave()
})

test('the first load stays under 250 KB, and a board under 120 KB', async () => {
  house.needServer()
  const { page, player, quiet, leave } = await house.visit()
  const sizes = new Map<string, number>()
  const read: Promise<unknown>[] = []
  const { gzipSync } = await import('node:zlib')
  page.on('response', (response) => {
    const size = response
      .body()
      .then((body) => sizes.set(new URL(response.url()).pathname, gzipSync(body).length))
      .catch(() => undefined)
    read.push(size)
  })
  await player.start('northern-lights')
  await page.locator('[data-route]').first().waitFor()
  await quiet()
  await Promise.all(read)
  const board = [...sizes].filter(([path]) => /(usa|italy|nordic-countries|northern-lights)-[\w-]+\.js$/.test(path))
  const first = [...sizes].filter(([path]) => !path.startsWith('/api') && !board.some(([one]) => one === path))
  expect(board.length).toBe(1)
  expect(board[0]?.[1]).toBeLessThan(120_000)
  expect(first.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(250_000)
  await leave()
})
