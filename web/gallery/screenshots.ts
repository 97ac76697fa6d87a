// Take screenshots of the boards, for review: npm run gallery -- [board] [state,…] [theme,…] [width x height,…]
// They are written to gallery/pictures/.

import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'

import { PICTURES } from '../map/boards'

const here = fileURLToPath(new URL('.', import.meta.url))
const [boards = 'all', states = 'empty,busy', themes = 'light', sizes = '1440x900'] = process.argv.slice(2)

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
const server = createServer((request, response) => {
  const path = join(here, 'dist', new URL(request.url ?? '/', 'http://localhost').pathname)
  const file = path.endsWith('/') ? join(path, 'index.html') : path
  if (!existsSync(file)) response.writeHead(404).end()
  else
    createReadStream(file).pipe(response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream'))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0

mkdirSync(join(here, 'pictures'), { recursive: true })
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: chromium.args,
  headless: true,
})
for (const size of sizes.split(',')) {
  const [width, height] = size.split('x').map(Number) as [number, number]
  const page = await browser.newPage({ viewport: { width, height } })
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text())
  })
  page.on('pageerror', (error) => console.error(error))
  for (const board of boards === 'all' ? [...PICTURES.map(({ id }) => id), 'toy'] : boards.split(','))
    for (const state of states.split(','))
      for (const theme of themes.split(',')) {
        const names = state === 'polish' ? 'pl' : 'local'
        await page.goto(`http://127.0.0.1:${port}/?board=${board}&state=${state}&theme=${theme}&names=${names}`)
        await page.waitForSelector('.board-map')
        await page.evaluate(() => document.fonts.ready)
        await page.waitForTimeout(250)
        await page.screenshot({
          timeout: 120_000,
          path: join(here, 'pictures', `${board}-${state}-${theme}-${size}.png`),
        })
      }
  await page.close()
}
await browser.close()
server.close()
