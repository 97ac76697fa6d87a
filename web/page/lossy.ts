/**
 * Play a game between two pages in networks of their own that lose 5 % of all packets, take 200 ms each way, and are cut
 * for 20 s in the middle. Needs Linux, root, Python, and `ip` (iproute2):
 *
 *     npm --prefix web run lossy -- ../build/page
 */
import packed from '@sparticuz/chromium'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser } from 'playwright-core'
import { openPage } from '../browser/chromium'
import { Player } from '../browser/player'

const root = resolve(process.argv[2] ?? '../build/page')
const TOY = resolve(import.meta.dirname, '../../src/semafor/boards/toy.toml')
const CUT = 20_000
/** Decisions of each player before the cut. */
const BEFORE = 3
const PORT = 8630
const ADDRESS = `http://10.77.0.1:${PORT}`
const NAMES = ['semafor-host', 'semafor-guest'] as const
type Name = (typeof NAMES)[number]

const began = Date.now()
const say = (what: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}`)
const run = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'inherit', 'inherit'] })
const inside = (name: Name, ...words: string[]) => run('netns', 'exec', name, ...words)

/** The wire between the networks; it takes commands. */
const wire = spawn('python3', [join(import.meta.dirname, 'wire.py'), 'semafor-a', 'semafor-b'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const tell = (command: string) => wire.stdin.write(`${command}\n`)

async function makeNetworks(): Promise<void> {
  await new Promise((ready) => wire.stdout.once('data', ready))
  for (const name of NAMES) run('netns', 'add', name)
  for (const [at, name] of NAMES.entries()) {
    const device = at === 0 ? 'semafor-a' : 'semafor-b'
    run('link', 'set', device, 'netns', name)
    inside(name, 'ip', 'address', 'add', `10.77.0.${at + 1}/24`, 'dev', device)
    for (const one of ['lo', device]) inside(name, 'ip', 'link', 'set', one, 'up')
    inside(name, 'ip', 'route', 'add', 'default', 'dev', device)
  }
}

/** A browser in a network of its own. */
async function browserIn(name: Name, folder: string): Promise<Browser> {
  const program = process.env['SEMAFOR_CHROMIUM'] ?? (await packed.executablePath())
  const script = join(folder, name)
  writeFileSync(script, `#!/bin/sh\nexec ip netns exec ${name} ${program} "$@"\n`, { mode: 0o755 })
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
  return chromium.launch({ executablePath: script, args, headless: true })
}

const folder = mkdtempSync(join(tmpdir(), 'semafor-lossy-'))
const browsers: Browser[] = []
await makeNetworks()
const words = ['netns', 'exec', NAMES[0], 'python3', '-m', 'http.server', String(PORT), '-d', root]
const server = spawn('ip', words, { stdio: 'ignore' })
try {
  for (const name of NAMES) browsers.push(await browserIn(name, folder))
  const [ann, ben] = (await Promise.all(
    browsers.map(async (browser, at) => {
      const { page } = await openPage(browser, ADDRESS, { settings: { name: ['Ann', 'Ben'][at] } })
      return new Player(page, ADDRESS)
    }),
  )) as [Player, Player]
  await ann.page.goto(`${ADDRESS}/#/`)
  await ann.page.getByText('More options').click()
  const buffer = readFileSync(TOY)
  await ann.page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'toy.toml', mimeType: 'text/plain', buffer })
  await ann.page.locator('label:has(input[name="mode"][value="friends"])').click()
  await ann.test('play').click()
  await ann.test('invite-guest').click()
  const link = await ann.test('guests').locator('[data-test="link"]').inputValue()
  await ben.page.goto(link)
  await ann.test('answer').fill(await ben.test('own-answer').inputValue())
  tell('worse')
  say('the network loses 5 % and takes 200 ms each way')
  await ann.test('take-answer').click()
  await ben.test('sit').click()
  await Promise.all([ann.keep(2), ben.keep(2)])
  say('both have chosen their tickets')
  for (const player of [ann, ben]) await player.learn()
  const some = async (player: Player) => {
    for (let made = 0; made < BEFORE; made++) await player.decide()
  }
  await Promise.all([some(ann), some(ben)])
  say('both have moved three times')
  tell('cut')
  const cut = pause(CUT)
  await ben.test('host-lost').waitFor()
  say('the network is cut, and the guest’s page says so')
  await cut
  tell('join')
  say('the network is back')
  // Without a relay the host lets the guest in again.
  await ann.test('menu').click()
  await ann.test('guests-menu').click()
  await ann.test('invite-guest').click()
  await ben.page.goto(await ann.test('guests').locator('[data-test="link"]').inputValue())
  await ann.test('answer').fill(await ben.test('own-answer').inputValue())
  await ann.test('take-answer').click()
  await ann.page.keyboard.press('Escape')
  await ben.page.locator('[data-route]').first().waitFor({ state: 'attached' })
  say('the guest’s page is back')
  await Promise.all([ann.playToEnd(), ben.playToEnd()])
  say('the game is over for both')
} finally {
  await Promise.all(browsers.map((browser) => browser.close()))
  server.kill()
  wire.stdin.end()
  for (const name of NAMES) run('netns', 'del', name)
  rmSync(folder, { recursive: true, force: true })
}
