/** Pictures of every page, for the documentation and to be looked at: npm run screenshots -- [FOLDER [what to make]]. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, LAPTOP, openBrowser, openPage, PHONE } from './chromium'
import { Player, type Board } from './player'
import { Server } from './server'

const [folder = '../docs/screenshots', only = ''] = process.argv.slice(2)
const SIZES = { desktop: DESKTOP, laptop: LAPTOP, phone: PHONE }
const BOARDS: Board[] = ['usa', 'nordic-countries', 'italy', 'northern-lights']
type Size = keyof typeof SIZES
type Locale = 'en' | 'pl'

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(350)
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 82 })
}

function visitor(browser: Browser, address: string, size: Size, locale: Locale, theme: string) {
  return openPage(browser, address, {
    viewport: SIZES[size],
    ...(size === 'phone' ? { hasTouch: true, isMobile: true } : {}),
    settings: { locale, theme, name: locale === 'pl' ? 'Ania' : 'Ann' },
  })
}

/** The table of a board: the choice of tickets, some turns later, a route about to be claimed, and the end. */
async function table(browser: Browser, address: string, board: Board, size: Size, locale: Locale, theme: string) {
  const name = `${board}-${locale}-${size}`
  const { page } = await visitor(browser, address, size, locale, theme)
  const player = new Player(page, address)
  await player.start(board, 2)
  await save(page, `${name}-tickets`)
  await player.keep(3)
  await player.learn()
  if (size !== 'phone') for (let turn = 0; turn < 14; turn++) await player.decide()
  await page.locator('[data-test="deck"].can').waitFor()
  await save(page, `${name}-turn`)
  const route = (await player.offered()).sort((a, b) => (player.lengths.get(b) ?? 0) - (player.lengths.get(a) ?? 0))[0]
  if (route) {
    await player.click(route)
    await save(page, `${name}-claim`)
    await page.keyboard.press('Escape')
  }
  await player.test('menu').click()
  await page.locator('dialog button', { hasText: /bots finish|boty dokończyły/ }).click()
  await player.test('end').waitFor({ timeout: 120_000 })
  await player.test('result').waitFor()
  await save(page, `${name}-end`)
  if (size === 'desktop') {
    await page.goto(`${address}/#/replay/${player.game()}?at=70&eyes=open`)
    await player.test('slider').waitFor({ timeout: 60_000 })
    await save(page, `${name}-replay`)
  }
  await page.context().close()
}

async function pages(browser: Browser, address: string, size: Size, locale: Locale, theme: string) {
  const { page } = await visitor(browser, address, size, locale, theme)
  for (const [name, place] of [
    ['start', '#/'],
    ['rules', '#/rules/nordic-countries'],
    ['settings', '#/settings'],
  ] as const) {
    await page.goto(`${address}/${place}`)
    await page.locator('main h1').first().waitFor()
    await save(page, `${name}-${locale}-${size}`)
  }
  await page.goto(`${address}/#/`)
  await page.locator('label:has(input[name="mode"][value="friends"])').click()
  await page.locator('[data-test="play"]').click()
  await page.locator('[data-test="link"]').waitFor()
  await save(page, `waiting-${locale}-${size}`)
  await page.goto(`${address}/#/`)
  await page.locator('label:has(input[name="mode"][value="hotseat"])').click()
  await page.locator('[data-test="play"]').click()
  await page.locator('[data-test="curtain"]').waitFor()
  await save(page, `curtain-${locale}-${size}`)
  await page.locator('[data-test="curtain-open"]').click()
  await page.locator('[data-test="keep-tray"]').waitFor()
  await page.goto(`${page.url()}/text`)
  await page.locator('main table').waitFor()
  await save(page, `text-${locale}-${size}`)
  await page.context().close()
}

mkdirSync(folder, { recursive: true })
const server = await new Server().start()
const browser = await openBrowser()
try {
  for (const locale of ['en', 'pl'] as const) {
    for (const size of Object.keys(SIZES) as Size[]) {
      const theme = size === 'laptop' ? 'dark' : 'light'
      if (!only || 'pages'.includes(only)) await pages(browser, server.address, size, locale, theme)
      for (const board of BOARDS)
        if (!only || `${board}-${locale}-${size}`.includes(only))
          await table(browser, server.address, board, size, locale, theme)
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
