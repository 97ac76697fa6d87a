/**
 * Measure a page that `semafor page` has written: its size, the cost of Python, the time to the first move, the time of
 * the bots, the memory. Run it on one core that is otherwise idle:
 *
 *     taskset -c 0 npm --prefix web run measure -- ../build/page
 *     npm --prefix web run measure -- ../build/page memory    (without the slowed-down runs)
 *     npm --prefix web run measure -- ../build/page plain     (only the visits to a plain server)
 *
 * CPU seconds are measured in Node, with the page's own files. Wall-clock seconds are measured in Chromium: from a plain
 * server that sends 4 Mbit/s, and from one that compresses and sends 10 Mbit/s, once at full speed and once four times
 * slower.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { PyodideAPI } from 'pyodide'
import { UNPACK } from '../src/lib/home/page/python'
import type { Job, ToBots } from '../src/lib/home/page/talk'
import { BareBrowser, type Pointer } from './bare'
import { browserProcesses, filesOf, serveSlowly, slowDown } from './slow'

const root = resolve(process.argv[2] ?? '../build/page')
const python = readdirSync(root).find((name) => name.startsWith('page-')) ?? ''
const BITS = 10_000_000
const PLAIN_BITS = 4_000_000
const SLOWER = 4
/** Milliseconds after which the browser has collected the garbage of loading and drawing. */
const REST = 30_000
/** Turns to play before the memory is measured again. */
const TURNS = 5
const say = (what: string, value: string) => console.log(`${what.padEnd(72)}${value}`)
const seconds = (value: number) => `${value.toFixed(2)} s`

function measureSizes(): void {
  const files = filesOf(root)
  const client = files.filter((name) => !name.startsWith('page-'))
  const packed = (data: Buffer) => gzipSync(data, { level: 9 })
  for (const [how, made] of [['as they are', (data: Buffer) => data] as const, ['gzipped', packed] as const]) {
    const sum = (names: string[]) =>
      names.reduce((all, name) => all + made(readFileSync(join(root, name))).byteLength, 0)
    say(`all files, ${how}`, `${(sum(files) / 1e6).toFixed(2)} MB`)
    say(`of them the client, ${how}`, `${(sum(client) / 1e6).toFixed(2)} MB`)
  }
}

/** Report the CPU seconds that some work takes, and return its result. */
async function cost<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  const made = await work()
  const { user, system } = process.cpuUsage(before)
  say(what, seconds((user + system) / 1e6))
  return made
}

/** Measure Python in Node; return decisions for the bots of every level. */
async function measurePython(): Promise<Decision[]> {
  const folder = mkdtempSync(join(tmpdir(), 'semafor-measure-'))
  cpSync(join(root, python), folder, { recursive: true })
  for (const name of ['pyodide.asm.wasm', 'python_stdlib.zip'])
    writeFileSync(join(folder, name), gunzipSync(readFileSync(join(folder, name.replace(/\w+$/, 'packed')))))
  const module = (await import(pathToFileURL(join(folder, 'pyodide.mjs')).href)) as typeof import('pyodide')
  const there: PyodideAPI = await cost('processor: Python is there', () => module.loadPyodide({ indexURL: folder }))
  await cost('processor: modules unpacked and imported', () => {
    const unpack = there.runPython(UNPACK) as (packed: Uint8Array) => void
    unpack(new Uint8Array(readFileSync(join(folder, 'semafor.packed'))))
    there.runPython('import semafor.page.tables_worker')
  })
  await cost('processor: the USA board, dealt and shown', () =>
    there.runPython(
      'from semafor import load_board, new_game; new_game(load_board("usa"), 2, "x").observe(0).to_json()',
    ),
  )
  const made = there.runPython(`
    import msgspec
    from semafor import Chance, builtin_ids, load_board, new_game
    from semafor.bots.registry import make_bot
    from semafor.page.host import PageHost
    from semafor.simulation.insight.hints import adviser, hint_job
    from semafor.simulation.thinking import decision
    from semafor.table.bot_levels import level_spec
    made = []
    for name in builtin_ids():
        board = load_board(name)
        game = new_game(board, 2, "measured")
        bot = make_bot("planner", board)
        while not game.over:
            seat = game.pending.seats[0]
            seen = game.observe(seat)
            if len(game.record().steps) % 10 == 0:
                for level in PageHost().levels():
                    if level.tables is not None and 2 not in level.tables.get(name, []):
                        continue
                    job = decision(board, None, seen, level_spec(level.id, board, 2), "seed")
                    made.append((level.id, name, msgspec.json.encode(job).decode()))
                hint = hint_job(seen, None, adviser(board, 2))
                made.append(("hint", name, msgspec.json.encode(hint).decode()))
            game.apply(seat, bot.choose(seen, seen.legal_actions(), Chance.seeded("x"), 1.0))
    msgspec.json.encode(made).decode()
  `) as string
  rmSync(folder, { recursive: true })
  return (JSON.parse(made) as [string, string, string][]).map(([level, board, job]) => ({ level, board, job }))
}

interface Decision {
  level: string
  board: string
  job: string
}

/** Measure a first and a second visit, each until the first decision. */
async function measureVisits(browser: BareBrowser, address: string, how: string): Promise<void> {
  await visit(browser, address, `clock${how}, first visit`)
  await browser.evaluate(KEEP)
  await browser.goto('about:blank')
  await visit(browser, address, `clock${how}, second visit`)
}

/** Measure a visit until the first decision. */
async function visit(browser: BareBrowser, address: string, what: string): Promise<void> {
  const started = performance.now()
  const since = () => seconds((performance.now() - started) / 1000)
  await browser.goto(`${address}#/`)
  await browser.find('[data-test="play"]:enabled')
  say(`${what}: the start page`, since())
  await browser.click('[data-test="play"]')
  await browser.find('[data-test="ticket"]')
  say(`${what}: the first decision`, since())
}

/** Waits until everything is cached for the next visit. */
const KEEP = `(async () => {
  const { active } = await navigator.serviceWorker.ready
  const channel = new MessageChannel()
  const done = new Promise((heard) => (channel.port1.onmessage = heard))
  active?.postMessage('keep', [channel.port2])
  await done
})()`

/**
 * Return the memory of the page with its workers, in megabytes: what Chromium calls the footprint of the process. It
 * excludes the pages of the executable, which are shared with other processes or can be dropped.
 */
function memory(): number {
  const renderers = browserProcesses().filter(({ words }) => words.includes('--type=renderer'))
  const kilobytes = renderers.map(({ id }) => {
    const lines = readFileSync(`/proc/${id}/status`, 'utf8').matchAll(/^(?:RssAnon|VmSwap):\s+(\d+) kB/gm)
    return [...lines].reduce((sum, [, number]) => sum + Number(number), 0)
  })
  return Math.round(Math.max(0, ...kilobytes) / 1000)
}

/** Sample the memory from now on; return a function that reports the peak. */
function watchMemory(): () => number {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, memory())), 250)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Measure the time of bot decisions: the first of each kind, which creates the bot, and the slowest other. */
async function measureBots(browser: BareBrowser, address: string, decisions: Decision[]): Promise<void> {
  const worker = readdirSync(join(root, 'assets')).find((name) => name.startsWith('bots.worker-')) ?? ''
  await browser.goto(`${address}${python}/api/boards.json`)
  await browser.find('pre')
  const wish = { worker: `${address}assets/${worker}`, folder: `${address}${python}/` }
  const jobs = decisions.map(({ job }) => job)
  const times = (await browser.evaluate(`(${String(timeBots)})(${JSON.stringify({ ...wish, jobs })})`)) as number[]
  const kinds = new Map<string, number[]>()
  for (const [number, { level, board }] of decisions.entries()) {
    const kind = `${level}, ${board}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), times[number] ?? 0])
  }
  for (const [kind, [first = 0, ...others]] of kinds)
    say(
      `clock, ${SLOWER} times slower: a decision of ${kind}`,
      `${seconds(Math.max(...others))}, first ${seconds(first)}`,
    )
}

/** Return the seconds that the bots take for each job; runs in the page. */
async function timeBots({
  worker,
  folder,
  jobs,
}: {
  worker: string
  folder: string
  jobs: string[]
}): Promise<number[]> {
  const { port1, port2 } = new MessageChannel()
  new Worker(worker, { type: 'module' }).postMessage({ folder, port: port2 } satisfies ToBots, [port2])
  const found: number[] = []
  // The worker says when Python is loaded. (tsx wraps functions that have a name in a helper, which the page lacks.)
  await new Promise((heard) => (port1.onmessage = heard))
  for (const [at, text] of jobs.entries()) {
    const started = performance.now()
    const answered = new Promise<MessageEvent<Job>>((heard) => (port1.onmessage = heard))
    port1.postMessage({ id: at + 1, text } satisfies Job)
    const { data } = await answered
    if (!data.text) throw new Error(`no answer to ${text}`)
    found.push((performance.now() - started) / 1000)
  }
  return found
}

/** Measure the memory while a player keeps two tickets, rests, and draws cards for some turns. */
async function measureMemory(browser: BareBrowser, visits: string): Promise<void> {
  const tell = (when: string, megabytes: number) => say(`memory, ${visits}: ${when}`, `${megabytes} MB`)
  tell('at the first decision', memory())
  for (const number of [0, 1])
    await browser.evaluate(`document.querySelectorAll('[data-test="ticket"]')[${number}].click()`)
  await browser.click('[data-test="keep"]:enabled')
  await browser.find('[data-test="your-turn"]')
  tell('when the bots have decided', memory())
  await pause(REST)
  tell('half a minute later', memory())
  for (let card = 0; card < 2 * TURNS; card++) {
    await browser.find('[data-test="your-turn"]')
    const left = `document.querySelector('[data-test="deck"]')?.textContent`
    const before = await browser.evaluate(left)
    await browser.click('[data-test="deck"]')
    while ((await browser.evaluate(left)) === before) await pause(100)
  }
  await browser.find('[data-test="your-turn"]')
  tell(`after ${TURNS} turns`, memory())
}

async function inChromium(pointer: Pointer, work: (browser: BareBrowser) => Promise<void>): Promise<void> {
  const browser = await new BareBrowser().open(pointer)
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

say('load of the machine', loadavg()[0]?.toFixed(1) ?? '')
measureSizes()
await inChromium('mouse', async (browser) =>
  measureVisits(browser, await serveSlowly(root, PLAIN_BITS, true), ', plain server, 4 Mbit/s'),
)
if (process.argv[3] === 'plain') process.exit()
const decisions = await measurePython()
const address = await serveSlowly(root, BITS)
for (const pointer of ['mouse', 'finger'] as const)
  for (const visits of ['one visit', 'two visits'])
    await inChromium(pointer, async (browser) => {
      const most = watchMemory()
      if (visits === 'one visit') await visit(browser, address, 'clock, alone')
      else await measureVisits(browser, address, '')
      await measureMemory(browser, `${pointer}, ${visits}`)
      say(`memory, ${pointer}, ${visits}: at the most`, `${most()} MB`)
    })
if (process.argv[3] === 'memory') process.exit()
await inChromium('finger', async (browser) => {
  const end = slowDown(SLOWER)
  await measureVisits(browser, address, `, ${SLOWER} times slower`)
  await measureBots(browser, address, decisions)
  end()
})
