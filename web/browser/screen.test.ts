/** Display settings: low windows, motion, theme, language, place names, confirmation; all apply at once. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import english from '../messages/en.json' with { type: 'json' }
import polish from '../messages/pl.json' with { type: 'json' }
import { mapRests, resize } from './chromium'
import { openHouse } from './fixture'
import type { Player } from './player'

const house = openHouse()

/** Mark the page, to detect a reload. */
const mark = (page: Page) => page.evaluate(() => (document.documentElement.dataset['kept'] = 'yes'))
const kept = (page: Page) => page.evaluate(() => document.documentElement.dataset['kept'] === 'yes')

/** Go to the settings by a link, as a person would, and back to the table. */
async function set(player: Player, change: (page: Page) => Promise<unknown>): Promise<void> {
  const { page } = player
  await page.locator('a[href="#/settings"]').first().click()
  await page.getByRole('heading', { name: /Settings|Ustawienia/ }).waitFor()
  await change(page)
  await page.goBack()
  await player.test('deck').waitFor()
}

test('in a low window map and cards are side by side, and everything needed is on the screen', async () => {
  const { page, player, leave } = await house.visit({ viewport: { width: 844, height: 390 }, hasTouch: true })
  /** Return whether an element is hit at its top and bottom edges: neither covered nor scrolled away. */
  const inSight = (thing: Locator) =>
    thing.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [y + 2, y + height - 2].every((at) => element.contains(document.elementFromPoint(x + width / 2, at)))
    })
  await player.sit('usa')
  const choices = page.locator('[data-test="keep-tray"] label')
  for (const at of [0, 1, 2]) await expect.poll(() => inSight(choices.nth(at)), { message: `ticket ${at}` }).toBe(true)
  await player.keep(2)
  await page.locator('[data-test="deck"].can').waitFor()
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 720, height: 450 },
    { width: 1024, height: 540 },
  ]) {
    await resize(page, viewport)
    const size = `${viewport.width} x ${viewport.height}`
    const box = async (name: string) => (await player.test(name).boundingBox())!
    await expect.poll(async () => (await box('map')).width, { message: size }).toBeGreaterThan(viewport.width * 0.45)
    await expect.poll(async () => (await box('map')).height, { message: size }).toBeGreaterThan(viewport.height * 0.7)
    await page.locator('[data-test^="hand-"]').first().waitFor()
    const hand = await page.$$eval('[data-test^="hand-"]', (all) =>
      all.map((one) => one.getAttribute('data-test') ?? ''),
    )
    const market = ['deck', 'slot-0', 'slot-4', 'draw-tickets']
    const tabs = ['tab-move', 'tab-cards', 'tab-tickets', 'tab-log']
    for (const name of [...market, ...hand, ...tabs, 'menu']) {
      const what = `${name} at ${size}`
      const besideMap = async () => {
        const [map, it] = [await box('map'), await box(name)]
        return it.x > (name === 'menu' ? 0 : map.x + map.width - 1) && it.x + it.width < viewport.width + 1
      }
      await expect.poll(besideMap, { message: what }).toBe(true)
      await expect.poll(() => inSight(player.test(name)), { message: what }).toBe(true)
    }
    await expect
      .poll(() => page.evaluate(() => [document.body.scrollWidth, document.documentElement.scrollHeight]))
      .toEqual([viewport.width, viewport.height])
  }
  await leave()
})

/** Count the cards that fly from now on. */
const watchFlights = (page: Page) =>
  page.evaluate(() => {
    const html = document.documentElement
    html.dataset['flown'] = '0'
    new MutationObserver((changes) => {
      const flown = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node instanceof HTMLElement)
      html.dataset['flown'] = String(Number(html.dataset['flown']) + flown.length)
    }).observe(document.querySelector('[data-test="flights"]')!, { childList: true })
  })
const flown = async (page: Page) => Number(await page.locator('html').getAttribute('data-flown'))

test('cards fly, except with reduced motion or without animations, when nothing waits', async () => {
  const { page, player, leave } = await house.visit({ reducedMotion: 'no-preference', settings: { speed: 2 } })
  const motion = () => page.locator('html').getAttribute('data-motion')
  await player.sit('usa')
  await player.keep(2)
  await player.ready()
  await watchFlights(page)
  await player.draw()
  await expect.poll(() => flown(page)).toBeGreaterThan(0)
  await expect.poll(motion).toBe('usual')

  for (const change of [
    () => page.getByLabel('Reduced motion').check(),
    () =>
      page
        .getByLabel('Reduced motion')
        .uncheck()
        .then(() => page.getByLabel('None').check({ force: true })),
  ]) {
    await player.ready()
    await set(player, change)
    await expect.poll(motion).toBe('less')
    await player.ready()
    await watchFlights(page)
    await player.draw()
    await player.ready()
    await expect.poll(() => flown(page)).toBe(0)
  }
  await leave()
})

test('the device’s preference for reduced motion takes effect during a game', async () => {
  const { page, player, leave } = await house.visit({ reducedMotion: 'no-preference', settings: { speed: 2 } })
  await player.sit('usa')
  const motion = () => page.locator('html').getAttribute('data-motion')
  await expect.poll(motion).toBe('usual')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(motion).toBe('less')
  await leave()
})

/** Return patterns for the messages of one language that the other language words differently. */
function patterns(of: Record<string, unknown>, other: Record<string, unknown>): RegExp[] {
  const texts = (message: unknown): string[] =>
    typeof message === 'string' ? [message] : Object.values(message as Record<string, string>)
  const elsewhere = new Set(Object.values(other).flatMap(texts))
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return (
    Object.values(of)
      .flatMap(texts)
      .filter((text) => !elsewhere.has(text))
      // Skip messages that are little more than their placeholders.
      .filter((text) => /\p{L}{3}/u.test(text.replace(/\{\w+\}/g, '')))
      .map(
        (text) =>
          new RegExp(
            `^${text
              .split(/\{\w+\}/)
              .map(escaped)
              .join('.+')}$`,
            'u',
          ),
      )
  )
}

const SPEAKS = { en: patterns(english.main, polish.main), pl: patterns(polish.main, english.main) }

/** Return all texts of one language on a page, visible or for screen readers. */
async function said(page: Page, language: 'en' | 'pl'): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = [document.title]
    while (walker.nextNode()) {
      const inside = walker.currentNode.parentElement
      // A language switch names the other language in that language.
      if (inside && !inside.closest('script, style, [lang]:not(html)')) found.push(walker.currentNode.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      if (!element.closest('[lang]:not(html)'))
        for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '')
    return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
  })
  return [...new Set(texts)].filter((text) => SPEAKS[language].some((pattern) => pattern.test(text)))
}

test('switching the language changes every word at once, without a reload', async () => {
  const { page, player, leave } = await house.visit()
  await player.sit('nordic-countries')
  await mark(page)
  const both = async (where: string, inside = page.locator('body')) => {
    await expect.poll(async () => (await said(page, 'en')).length, { message: where }).toBeGreaterThan(12)
    await expect.poll(() => said(page, 'pl'), { message: where }).toEqual([])
    await inside.getByRole('button', { name: 'Polski' }).click()
    await expect.poll(() => page.locator('html').getAttribute('lang'), { message: where }).toBe('pl')
    await expect.poll(() => said(page, 'en'), { message: where }).toEqual([])
    await expect.poll(async () => (await said(page, 'pl')).length, { message: where }).toBeGreaterThan(12)
    await inside.getByRole('button', { name: 'English' }).click()
    await expect.poll(() => said(page, 'pl'), { message: where }).toEqual([])
  }
  await both('choosing tickets')
  await player.keep(2)
  await player.ready()
  await both('the turn')
  for (const tab of ['goals', 'log']) {
    await player.test(`tab-${tab}`).click()
    await both(tab)
  }
  const dear = (await player.labels()).find(([, label]) => /9\sspaces/.test(label))?.[0] ?? ''
  await player.click(dear)
  await player.test('why-more').click()
  await player.test('refusal').locator('.chip').waitFor()
  await both('why not')
  await player.test('menu').click()
  // Use the switch in the dialog, as the one behind it can't be reached.
  await page.locator('dialog[open]').waitFor()
  await both('the menu', page.locator('dialog[open]'))
  await expect.poll(() => kept(page)).toBe(true)
  await leave()
})

test('switching the theme changes page and map', async () => {
  const { page, player, leave } = await house.visit({ settings: { theme: 'light' } })
  await player.sit('usa')
  await mark(page)
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const sea = () => page.locator('.board-map').evaluate((map) => getComputedStyle(map).backgroundColor)
  const light = [await paper(), await sea()]
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(() => page.locator('.board-map').getAttribute('data-theme')).toBe('dark')
  await expect.poll(paper).not.toBe(light[0])
  await expect.poll(sea).not.toBe(light[1])
  const dark = [await paper(), await sea()]
  await page.getByRole('button', { name: 'Light theme' }).click()
  await expect.poll(async () => [await paper(), await sea()]).toEqual(light)
  // By default the device's setting applies, even when it changes.
  await set(player, () => page.getByLabel('As on the device').check({ force: true }))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => [await paper(), await sea()]).toEqual(dark)
  await expect.poll(() => kept(page)).toBe(true)
  await leave()
})

test('place names are local or translated, on the map and everywhere else', async () => {
  const { page, player, leave } = await house.visit()
  await player.sit('nordic-countries')
  const onMap = (name: string) => page.locator('.map .names text', { hasText: name }).count()
  const onRoutes = () =>
    page.$$eval('[data-route*="kobenhavn"]', (routes) => [
      ...new Set(
        routes.map((route) => /København|Copenhagen|Kopenhaga/.exec(route.getAttribute('aria-label') ?? '')?.[0]),
      ),
    ])
  const names = (label: RegExp) => set(player, () => page.getByLabel(label).check({ force: true }))
  const expected = async (name: string) => {
    await expect.poll(() => onMap(name)).toBe(1)
    await expect.poll(onRoutes).toEqual([name])
  }
  await expected('København')
  await names(/^English: Copenhagen/)
  await expected('Copenhagen')
  await page.getByRole('button', { name: 'Polski' }).click()
  await expected('Kopenhaga')
  await names(/^Lokalne/)
  await expected('København')
  await leave()
})

test('confirmation off: one drag claims; always on: it does not', async () => {
  const { page, player, leave } = await house.visit()
  await player.sit('usa')
  await player.keep(2)
  const paint = (id: string) => id.split(':')[2] ?? ''
  let route: string | undefined
  for (let turn = 0; turn < 60 && !route; turn++) {
    await player.ready()
    const held = await page.$$eval('[data-test^="hand-"]', (cards) => cards.map((card) => card.dataset.test ?? ''))
    route = (await player.offered()).find((id) => held.includes(`hand-${paint(id)}`))
    if (!route) await player.draw()
  }
  const colour = paint(route ?? '')
  const owned = page.locator(`[data-route="${route ?? ''}"][aria-label*="claimed: Ann"]`)
  const drag = async () => {
    await mapRests(page)
    const from = (await player.test(`hand-${colour}`).boundingBox())!
    const to = await player.pointOf(route ?? '')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await page.mouse.up()
  }
  await drag()
  await player.test('claim-tray').waitFor()
  await expect.poll(() => owned.count()).toBe(0)
  await set(player, () => page.getByLabel(/^Never/).check({ force: true }))
  await player.ready()
  await drag()
  await owned.waitFor({ state: 'attached' })
  await leave()
})
