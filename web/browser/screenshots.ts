/**
 * Take screenshots of real games: those of the documentation (npm run screenshots), or of every screen, board, language
 * and size (npm run screenshots -- all [FOLDER [part of a name]]).
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { Camera } from './camera'
import { openBrowser } from './chromium'
import { film } from './film'
import { BOARDS, game, pages, SIZES, visions, type Size } from './photographs'
import { Server } from './server'

const DOCS = '../docs/screenshots'
const WANTED = [
  'start-en-desktop',
  'waiting-en-desktop',
  'italy-pl-phone-turn',
  'nordic-countries-en-laptop-scoring',
  'usa-en-desktop-analysis',
]

const [what, folder = '../build/screenshots', only = ''] = process.argv.slice(2)

/** Take the few pictures of the documentation, and its loop. */
async function documentation(browser: Browser, address: string): Promise<Camera> {
  const camera = await Camera.open(browser, DOCS, WANTED)
  for (const name of readdirSync(DOCS)) rmSync(join(DOCS, name))
  await film(browser, address, join(DOCS, 'game.webp'))
  await pages(browser, address, camera, 'desktop', 'en')
  await game(browser, address, camera, 'italy', 'pl', ['phone'])
  await game(browser, address, camera, 'nordic-countries', 'en', ['laptop'])
  await game(browser, address, camera, 'usa', 'en', [])
  if (camera.taken !== WANTED.length) throw new Error(`took ${camera.taken} of ${WANTED.length} pictures`)
  return camera
}

async function everything(browser: Browser, address: string): Promise<Camera> {
  mkdirSync(folder, { recursive: true })
  if (!only) for (const name of readdirSync(folder)) if (/\.(jpg|webp)$/.test(name)) rmSync(join(folder, name))
  const camera = await Camera.open(browser, folder)
  for (const locale of ['en', 'pl'] as const) {
    for (const size of Object.keys(SIZES) as Size[])
      if (`pages-${locale}-${size}`.includes(only)) await pages(browser, address, camera, size, locale)
    for (const board of BOARDS)
      if (`${board}-${locale}`.includes(only)) await game(browser, address, camera, board, locale)
  }
  for (const board of BOARDS) if (`vision-${board}`.includes(only)) await visions(browser, address, camera, board)
  return camera
}

const server = await new Server('--host', '0.0.0.0').start()
const browser = await openBrowser()
try {
  // A public table is listed on the start page.
  await fetch(`${server.address}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ board: 'italy', seats: [{ kind: 'me', name: 'Maria' }, { kind: 'open' }], public: true }),
  })
  const camera = await (what === 'all' ? everything : documentation)(browser, server.address)
  console.log(`${camera.taken} pictures, ${(camera.bytes / 1e6).toFixed(1)} MB`)
} finally {
  await browser.close()
  await server.stop()
}
