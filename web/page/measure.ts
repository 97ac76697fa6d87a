/**
 * Measures a page that `semafor page` has written: its size, the cost of Python, the time to the first move.
 *
 *     npm --prefix web run measure -- build/page
 *
 * Sizes are those of gzip. Seconds of the processor are counted in Node, with the page's own files: what else the machine
 * does hardly changes them. Seconds on the clock are those of Chromium, from a server that sends 10 Mbit a second.
 */
import { createReadStream, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import type { PyodideAPI } from 'pyodide'
import { openBrowser } from '../browser/chromium'

const root = resolve(process.argv[2] ?? '../build/page')
const BYTES_A_SECOND = 10_000_000 / 8
const say = (what: string, value: string) => console.log(`${what.padEnd(64)}${value}`)
const seconds = (value: number) => `${value.toFixed(2)} s`

function measureSizes(): void {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(root, name)).isFile(),
  )
  const packed = (name: string) => gzipSync(readFileSync(join(root, name)), { level: 9 }).byteLength
  const sum = (names: string[]) => names.reduce((total, name) => total + packed(name), 0)
  say('all files', `${(sum(files) / 1e6).toFixed(2)} MB`)
  say('of them the client', `${(sum(files.filter((name) => !name.startsWith('page-'))) / 1e6).toFixed(2)} MB`)
}

/** Seconds of the processor that something takes. */
async function cost<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  const made = await work()
  const { user, system } = process.cpuUsage(before)
  say(what, seconds((user + system) / 1e6))
  return made
}

async function measurePython(): Promise<void> {
  const folder = join(root, readdirSync(root).find((name) => name.startsWith('page-')) ?? '')
  const module = (await import(pathToFileURL(join(folder, 'pyodide.mjs')).href)) as typeof import('pyodide')
  const unpacked = (name: string) => gunzipSync(readFileSync(join(folder, `${name}.packed`)))
  const stdLibURL = join(mkdtempSync(join(tmpdir(), 'semafor-measure-')), 'python_stdlib.zip')
  writeFileSync(stdLibURL, unpacked('python_stdlib'))
  const python: PyodideAPI = await cost('processor: Python is there', () =>
    module.loadPyodide({ indexURL: folder, stdLibURL }),
  )
  await cost('processor: modules unpacked and imported', () => {
    python.unpackArchive(new Uint8Array(unpacked('semafor')), 'zip', { extractDir: '/semafor' })
    python.runPython(`import sys; sys.path.insert(0, '/semafor'); import semafor.page.workers`)
  })
  await cost('processor: the USA board, dealt and shown', () =>
    python.runPython(
      'from semafor import load_board, new_game; new_game(load_board("usa"), 2, "x").observe(0).to_json()',
    ),
  )
  const slowest = python.runPython(`
    import time
    from semafor import Chance, load_board, new_game
    from semafor.bots.registry import make_bot
    from semafor.page.home import page_levels
    from semafor.simulation.thinking import decide, decision
    from semafor.table.bot_levels import level_spec
    found = []
    for level in page_levels():
        for name in ("usa", "northern-lights"):
            board = load_board(name)
            game = new_game(board, 3, "measured")
            bot = make_bot("planner", board)
            times = []
            while not game.over:
                seat = game.pending.seats[0]
                seen = game.observe(seat)
                if len(game.record().steps) % 12 == 0:
                    job = decision(board, None, seen, level_spec(level.id), "seed")
                    started = time.process_time()
                    decide(job)
                    times.append(time.process_time() - started)
                game.apply(seat, bot.choose(seen, seen.legal_actions(), Chance.seeded("x"), 1.0))
            found.append(f"{level.id} {name}: {max(times[1:]):.3f} s")
    "\\n".join(found)
  `) as string
  for (const line of slowest.split('\n')) {
    const [what = '', value = ''] = line.split(': ')
    say(`processor: the slowest decision of ${what}`, value)
  }
}

const KINDS: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/json',
}

/** The bandwidth of all connections together, in bytes per second. */
async function slowServer(): Promise<string> {
  let free = Date.now()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end()
    const type = KINDS[extname(file)] ?? 'application/octet-stream'
    const forEver = /^\/(assets|page-)/.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache'
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': forEver })
    const packed = createReadStream(file)
      .pipe(createGzip({ level: 6 }))
      .pipe(new PassThrough())
    packed.on('data', (chunk: Buffer) => {
      packed.pause()
      free = Math.max(free, Date.now()) + (1000 * chunk.byteLength) / BYTES_A_SECOND
      setTimeout(() => {
        response.write(chunk)
        packed.resume()
      }, free - Date.now())
    })
    packed.on('end', () => setTimeout(() => response.end(), Math.max(0, free - Date.now())))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function measureVisits(): Promise<void> {
  const address = await slowServer()
  const browser = await openBrowser()
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  page.setDefaultTimeout(600_000)
  const visit = async (what: string) => {
    const started = Date.now()
    await page.goto(`${address}#/`)
    await page.locator('[data-test="play"]:enabled').waitFor()
    say(`clock: the start page, ${what}`, seconds((Date.now() - started) / 1000))
    await page.locator('[data-test="play"]').click()
    await page.locator('[data-test="ticket"]').first().waitFor()
    say(`clock: the first decision, ${what}`, seconds((Date.now() - started) / 1000))
  }
  await visit('first visit')
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const channel = new MessageChannel()
    const done = new Promise((heard) => (channel.port1.onmessage = heard))
    active?.postMessage('keep', [channel.port2])
    await done
  })
  await page.goto('about:blank')
  await visit('second visit')
  await browser.close()
}

measureSizes()
await measurePython()
say('load of the machine', loadavg()[0]?.toFixed(1) ?? '')
await measureVisits()
