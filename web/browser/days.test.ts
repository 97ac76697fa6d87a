/**
 * The deal of the day is the same in a served game, on a page without a server and in the engine: in every time zone,
 * at midnight, and when the rules change.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FromTables, ToTables } from '../src/lib/home/page/talk'
import type { MadeGame, ServerMessage, Table } from '../src/lib/protocol'
import { openPage, type Opened } from './chromium'
import { openHouse, PROOF, type Options } from './fixture'
import { keepTables } from './homes'
import { Server } from './server'
import { StaticPage } from './static'

const house = openHouse()
const site = new StaticPage()
const repository = resolve(import.meta.dirname, '../..')

const BOARDS = ['usa', 'nordic-countries', 'italy', 'northern-lights']
const HOUR = 3_600_000
const DAY = 24 * HOUR
const FIRST = Date.UTC(2026, 0, 1)
/** The proof covers every day of the first year; the tests every ninth, which includes every board and weekday. */
const EVERY = PROOF ? 1 : 9
const DEALS = Array.from({ length: 365 }, (_, number) => number)
  .filter((number) => number % EVERY === 0)
  .map((number) => ({ day: dateOf(FIRST + number * DAY), board: BOARDS[number % BOARDS.length] ?? '' }))
/** All days are past by then. East of the date line it is already the next day, west of it still the day before. */
const LATER = Date.UTC(2027, 0, 1, 10, 30)
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Europe/Warsaw']

/** For each page: an element that shows that it has loaded, and elements that are missing without a server. */
const WITHOUT_A_SERVER = [
  ['day', '[data-test="play-usa"]', '[data-test="deal-sealed"], [data-test^="results-"]'],
  ['profile', '#keeping', '[data-test="on-server"], [data-test="kept-elsewhere"]'],
  ['settings', 'main input[type="checkbox"]', '[data-test="push"]'],
  ['', '[data-test="day-link"]', '[data-test="contest-link"]'],
] as const

beforeAll(async () => void (await site.start()))
afterAll(() => site.stop())

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

interface Deal {
  day: string
  board: string
}

/** A deal: the fingerprint of its seed, and the player's view before anybody has acted. */
interface Dealt {
  commitment: string
  opening: unknown
}

/** A server whose clock is set by the test, and which may run the next version of the rules. */
class ServerAt extends Server {
  readonly #file = join(mkdtempSync(join(tmpdir(), 'semafor-clock-')), 'shift')

  constructor(time: number, newer = false) {
    super('--request-rate', '100000')
    this.set(time)
    const lines = [
      'import time',
      'real = time.time',
      `time.time = lambda: real() + float(open(${JSON.stringify(this.#file)}).read())`,
    ]
    if (newer) lines.push('import semafor', 'semafor.RULES_VERSION += 1')
    const folder = mkdtempSync(join(tmpdir(), 'semafor-clock-'))
    writeFileSync(join(folder, 'sitecustomize.py'), lines.join('\n'))
    this.environment = { PYTHONPATH: [folder, process.env['PYTHONPATH'] ?? ''].filter(Boolean).join(':') }
  }

  set(time: number): void {
    writeFileSync(this.#file, String((time - Date.now()) / 1000))
  }
}

/** Return the deals according to the engine, without a server or a page. */
function inTheEngine(deals: Deal[]): Dealt[] {
  const program = `
import json, sys
from datetime import date
from semafor import load_board
from semafor.engine.files.game_file import commitment
from semafor.table.deals import day_deal
for asked in json.load(sys.stdin):
    board = load_board(asked["board"])
    deal = day_deal(board, date.fromisoformat(asked["day"]))
    seen = deal.begin(board).observe(0).to_json()
    opening = [seen[part] for part in ("hand", "drawn", "display", "first")]
    print(json.dumps({"commitment": commitment(deal.seed), "opening": opening}))
`
  return lines(program, deals) as Dealt[]
}

function lines(program: string, input: unknown): unknown[] {
  const python = resolve(repository, '.venv/bin/python')
  const said = execFileSync(python, ['-c', program], { input: JSON.stringify(input), encoding: 'utf8' })
  return said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

/** Return the deals according to a server; runs in the browser, on a page of that server. */
async function inAServedGame(deals: Deal[]): Promise<Dealt[]> {
  const found: Dealt[] = []
  for (const { day, board } of deals) {
    const body = JSON.stringify({ board, day, seats: [{ kind: 'me', name: 'Ann' }], spectators: false })
    const headers = { 'content-type': 'application/json' }
    const made = (await (await fetch('/api/games', { method: 'POST', headers, body })).json()) as MadeGame
    const { commitment } = (await (await fetch(`/api/games/${made.game}`)).json()) as Table
    const opening = await new Promise((settle) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${made.game}/socket`)
      const hello = { type: 'hello', version: 2, tokens: made.seats.map(({ token }) => token), last_seq: null }
      socket.onopen = () => socket.send(JSON.stringify(hello))
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as ServerMessage
        if (message.type !== 'view') return
        const { hand, drawn, display, first } = message.observation
        settle([hand, drawn, display, first])
        socket.close()
      }
    })
    found.push({ commitment, opening })
  }
  return found
}

/** Return the deals according to the worker of a page without a server, which `keepTables` has kept. */
async function onAPage(deals: Deal[]): Promise<Dealt[]> {
  const { tables } = globalThis as unknown as { tables: Worker }
  const tell = (message: ToTables) => tables.postMessage(message)
  let next = 1_000_000
  const heard = <T>(fits: (said: FromTables) => T | undefined) =>
    new Promise<T>((settle) => {
      const listen = ({ data }: MessageEvent<FromTables>) => {
        const found = fits(data)
        if (found === undefined) return
        tables.removeEventListener('message', listen)
        settle(found)
      }
      tables.addEventListener('message', listen)
    })
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const key = next++
    const answer = heard((said) => (said.kind === 'answer' && said.key === key ? said.text : undefined))
    tell({ kind: 'ask', key, method: body ? 'POST' : 'GET', path, ...(body && { body: JSON.stringify(body) }) })
    return (JSON.parse(await answer) as { ok: T }).ok
  }
  const found: Dealt[] = []
  for (const { day, board } of deals) {
    const seats = [{ kind: 'me', name: 'Ann' }]
    const made = await ask<MadeGame>('/api/games', { board, day, seats, spectators: false })
    const { commitment } = await ask<Table>(`/api/games/${made.game}`)
    const key = `day ${next++}`
    const view = heard((said) => {
      if (said.kind !== 'said' || said.key !== key) return undefined
      const message = JSON.parse(said.text) as ServerMessage
      return message.type === 'view' ? message : undefined
    })
    const hello = { type: 'hello', version: 2, tokens: made.seats.map(({ token }) => token) }
    tell({ kind: 'connect', key, game: made.game, hello: JSON.stringify(hello) })
    const { hand, drawn, display, first } = (await view).observation
    tell({ kind: 'close', key })
    found.push({ commitment, opening: [hand, drawn, display, first] })
  }
  return found
}

/** Set the clock of a worker, and set it again on every message. */
function shiftClock(first: number): void {
  let shift = first
  new BroadcastChannel('clock').onmessage = ({ data }: MessageEvent<number>) => (shift = data)
  const now = Date.now
  globalThis.Date = class extends Date {
    constructor(...given: []) {
      if (given.length > 0) super(...given)
      else super(now() + shift)
    }
    static override now = () => now() + shift
  } as DateConstructor
}

/** Open the page without a server at the given time. */
async function openSite(time: number, options: Options = {}): Promise<Opened> {
  const opened = await openPage(house.browser, site.origin, options)
  const { page } = opened
  await page.context().addInitScript(keepTables, false)
  await page.context().route('**/tables.worker-*.js', async (route) => {
    const response = await route.fetch()
    const shift = `(${shiftClock.toString()})(${time - Date.now()});`
    await route.fulfill({ response, body: shift + (await response.text()) })
  })
  await page.clock.install({ time })
  return opened
}

const heading = (page: Page) => page.locator('[data-test="day"]').innerText()

test('over a year the deals are the same in a served game, on a page and in the engine', async () => {
  const engine = inTheEngine(DEALS)
  expect(new Set(engine.map(({ commitment }) => commitment)).size).toBe(DEALS.length)
  const server = new ServerAt(LATER)
  try {
    await server.start()
    const { page, leave } = await house.visit({}, server)
    await page.goto(`${server.address}/healthz`)
    const served = await page.evaluate(inAServedGame, DEALS)
    expect(served).toEqual(engine)
    await leave()
    // The day is the same for everybody, whatever the local date.
    for (const timezoneId of ZONES) {
      const there = await house.visit({ timezoneId }, server)
      await there.page.clock.install({ time: LATER })
      await there.page.goto(`${server.address}/#/day`)
      await expect.poll(() => heading(there.page)).toBe('Friday, January 1, 2027')
      await there.leave()
    }
  } finally {
    await server.stop()
  }
  const { page, problems } = await openSite(LATER, { timezoneId: 'Pacific/Kiritimati' })
  await page.goto(`${site.address}/#/day`)
  await expect.poll(() => heading(page)).toBe('Friday, January 1, 2027')
  const found = await page.evaluate(onAPage, DEALS)
  expect(found).toEqual(engine)
  // Features that need a server are missing: result tables and sealed deals, the ladder, push messages, contests.
  for (const [place, sign, missing] of WITHOUT_A_SERVER) {
    await page.goto(`${site.address}/#/${place}`)
    await page.locator(sign).first().waitFor()
    await expect.poll(() => page.locator(missing).count()).toBe(0)
  }
  expect(problems).toEqual([])
})

test('at midnight UTC there is another deal, in a served game and on a page, without a reload', async () => {
  const evening = Date.UTC(2026, 2, 28, 23, 40)
  const morning = evening + HOUR / 2
  const deal = { day: '2026-03-29', board: 'usa' }
  const engine = inTheEngine([deal])
  const server = new ServerAt(evening)
  try {
    await server.start()
    const served = await house.visit({}, server)
    await served.page.clock.install({ time: evening })
    const opened = await openSite(evening)
    await served.page.goto(`${server.address}/#/day`)
    await opened.page.goto(`${site.address}/#/day`)
    const pages = [served.page, opened.page]
    for (const page of pages) await expect.poll(() => heading(page)).toBe('Saturday, March 28, 2026')
    // Tomorrow's deal is not available today.
    const seats = [{ kind: 'me', name: 'Ann' }]
    const early = await served.page.request.post(`${server.address}/api/games`, { data: { ...deal, seats } })
    const { error } = (await early.json()) as { error: { code: string } }
    expect(error.code).toBe('unknown_day')
    await expect(opened.page.evaluate(onAPage, [deal])).rejects.toThrow()
    server.set(morning)
    const shift = morning - Date.now()
    await opened.page.evaluate((said) => new BroadcastChannel('clock').postMessage(said), shift)
    for (const page of pages) await page.clock.fastForward(HOUR / 2)
    for (const page of pages) await expect.poll(() => heading(page)).toBe('Sunday, March 29, 2026')
    const found = [await served.page.evaluate(inAServedGame, [deal]), await opened.page.evaluate(onAPage, [deal])]
    expect(found).toEqual([engine, engine])
    await served.leave()
    expect(opened.problems).toEqual([])
  } finally {
    await server.stop()
  }
})

test('another version of the rules has other deals, and takes no result of this one', async () => {
  const deal = { day: '2026-11-17', board: 'usa' }
  const noon = Date.UTC(2026, 10, 17, 12)
  const record = lines(
    `
import json, sys
from datetime import date
from semafor import load_board
from semafor.table.deals import day_deal
board = load_board("usa")
print(json.dumps(day_deal(board, date(2026, 11, 17)).begin(board).record().to_json()))
`,
    null,
  )[0]
  const answers: { commitment: string; code: string }[] = []
  for (const newer of [false, true]) {
    const server = new ServerAt(noon, newer)
    try {
      await server.start()
      const { page, leave } = await house.visit({}, server)
      await page.goto(`${server.address}/healthz`)
      const [dealt] = await page.evaluate(inAServedGame, [deal])
      const sent = await page.request.post(`${server.address}/api/days/${deal.day}/${deal.board}/results`, {
        data: { name: 'Ann', record },
        headers: { authorization: `Bearer ${'a'.repeat(32)}` },
      })
      const { error } = (await sent.json()) as { error: { code: string } }
      answers.push({ commitment: dealt?.commitment ?? '', code: error.code })
      await leave()
    } finally {
      await server.stop()
    }
  }
  // With the same version, the only objection is that the game is not over.
  expect(answers.map(({ code }) => code)).toEqual(['not_over', 'other_version'])
  expect(answers[0]?.commitment).toBe(inTheEngine([deal])[0]?.commitment)
  expect(answers[1]?.commitment).not.toBe(answers[0]?.commitment)
})
