/** A real Chromium: the one from the npm package, or the one that SEMAFOR_CHROMIUM names. */
import packed from '@sparticuz/chromium'
import { chromium, type Browser, type BrowserContextOptions, type Page, type Request } from 'playwright-core'

export async function openBrowser(): Promise<Browser> {
  // Don't use the package's own arguments: they ask for a single process, which exits when the first page is closed.
  return chromium.launch({
    executablePath: process.env['SEMAFOR_CHROMIUM'] ?? (await packed.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: true,
  })
}

/** Default timeout in milliseconds, generous because pages are slow on a busy machine. */
export const PATIENCE = 240_000
/** Timeout for an analysis, which takes many seconds in a low-priority process. */
export const ANALYSIS = 1_200_000

export const DESKTOP = { width: 1440, height: 900 }
export const LAPTOP = { width: 1280, height: 720 }
export const PHONE = { width: 390, height: 844 }

export interface Opened {
  page: Page
  /** What went wrong on the page: console errors, exceptions, requests to other hosts. */
  problems: string[]
  /** Wait until the page has loaded and drawn everything that it requested. */
  quiet: () => Promise<void>
}

/** Wait until the fonts are loaded and two frames have been painted. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
}

/** Resize the window, and wait until the page has adapted: media queries, what they render, the layout. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await drawn(page)
}

/** Wait until the map is drawn and has not moved for two frames. */
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

/** Wait until there is a bitmap to move in place of the map; the page must be opened with `picture`. */
export async function picturePainted(page: Page): Promise<void> {
  await page.locator('.board-map canvas[data-painted]').waitFor({ state: 'attached' })
  await drawn(page)
}

export type PageOptions = BrowserContextOptions & {
  settings?: Record<string, unknown>
  /** Whether to paint the map, for screenshots: a third of the work without a graphics card. */
  painted?: boolean
  /** Whether to paint the bitmap that stands in for the moving map as well: another third. */
  picture?: boolean
}

/** Open a page in a fresh context, and record every error on it. */
export async function openPage(browser: Browser, address: string, options: PageOptions = {}): Promise<Opened> {
  const { settings, picture = false, painted = picture, ...rest } = options
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    // It would cache every file on the first visit, and every visit is a first one: a third of the work of most tests.
    serviceWorkers: 'block',
    ...rest,
  })
  // tsx, which runs the scripts, wraps named functions in a helper that pages lack.
  await context.addInitScript('globalThis.__name = (value) => value')
  const stored = { speed: 0, name: 'Ann', ...settings }
  await context.addInitScript((text) => {
    if (!localStorage.getItem('semafor.settings')) localStorage.setItem('semafor.settings', text)
  }, JSON.stringify(stored))
  // The bitmap is painted when the browser is idle.
  if (!picture) await context.addInitScript(() => (window.requestIdleCallback = () => 0))
  // A transparent map is not painted, but keeps its layout and takes clicks.
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
    // The browser itself reports a lost connection, which tests that cut it expect.
    // Failed requests are reported below, with their address.
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
