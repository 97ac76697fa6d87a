/** A real Chromium: the one of the npm package, or another that SEMAFOR_CHROMIUM names. */
import packed from '@sparticuz/chromium'
import { chromium, type Browser, type BrowserContextOptions, type Page, type Request } from 'playwright-core'

export async function openBrowser(): Promise<Browser> {
  // Not the package's own arguments: in a single process, as they ask for, the first page that is closed ends it.
  return chromium.launch({
    executablePath: process.env['SEMAFOR_CHROMIUM'] ?? (await packed.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: true,
  })
}

/** How long to wait for what must come, in milliseconds: on a busy machine a page takes more than a moment. */
export const PATIENCE = 240_000
/** An analysis is many seconds of work, for a process that lets all others go first. */
export const ANALYSIS = 1_200_000

export const DESKTOP = { width: 1440, height: 900 }
export const LAPTOP = { width: 1280, height: 720 }
export const PHONE = { width: 390, height: 844 }

export interface Opened {
  page: Page
  /** What went wrong on the page: errors of the console, exceptions, requests to other hosts. */
  problems: string[]
  /** Waits until the page has got all that it has asked for, and has drawn it. */
  quiet: () => Promise<void>
}

/** Waits until what is asked for is drawn: the fonts are there, and two frames have been painted. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
}

/** Makes the window another size, and waits until the page has followed: media queries, what they render, the layout. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await drawn(page)
}

/** Waits until the map rests: it is drawn, and two frames later it is where it was. */
export async function mapRests(page: Page): Promise<void> {
  await page.locator('.board-map [data-route]').first().waitFor({ state: 'attached' })
  await drawn(page)
  await page.locator('.board-map .sheet > svg').evaluate(async (map: SVGSVGElement) => {
    const place = () => JSON.stringify(map.getScreenCTM())
    for (let before = ''; before !== place();) {
      before = place()
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    }
  })
}

/** Waits until the picture that is moved in the place of the map is painted, on a page that was opened with one. */
export async function picturePainted(page: Page): Promise<void> {
  await page.locator('.board-map canvas[data-fresh]').waitFor({ state: 'attached' })
  await drawn(page)
}

export type PageOptions = BrowserContextOptions & {
  settings?: Record<string, unknown>
  /** Whether the map is painted, as far as pictures of the page are taken: a third of the work without a graphics card. */
  painted?: boolean
  /** Whether the map also paints the picture that is moved in its place: another third. */
  picture?: boolean
}

/** Open a page in a fresh context, and record every error on it. */
export async function openPage(browser: Browser, address: string, options: PageOptions = {}): Promise<Opened> {
  const { settings, picture = false, painted = picture, ...rest } = options
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    // It fetches and keeps all files at the first visit, and every visit is one: a third of the work of most tests.
    serviceWorkers: 'block',
    ...rest,
  })
  const stored = { speed: 0, name: 'Ann', ...settings }
  await context.addInitScript((text) => {
    if (!localStorage.getItem('semafor.settings')) localStorage.setItem('semafor.settings', text)
  }, JSON.stringify(stored))
  // The picture is painted in spare time.
  if (!picture) await context.addInitScript(() => (window.requestIdleCallback = () => 0))
  // What can't be seen is not painted, but it is where it is, and takes clicks.
  if (!painted)
    await context.addInitScript(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.board-map .sheet { opacity: 0 !important }')
      document.adoptedStyleSheets = [sheet]
    })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // A connection that was cut is reported by the browser itself; the tests that cut it know.
    // What was refused is reported below, with its address.
    const cut = /WebSocket connection to|Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !cut) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== address) problems.push(`a request to ${origin}`)
  })
  const under = new Set<Request>()
  page.on('request', (request) => under.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'request', (one) => under.delete(one))
  const quiet = async () => {
    while (under.size > 0) await drawn(page)
    await drawn(page)
  }
  return { page, problems, quiet }
}
