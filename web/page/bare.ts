/**
 * A Chromium without Playwright, which makes the browser record all requests. A page then keeps a copy of every file
 * that it has fetched, 10 MB of Python among them, unlike in a player's browser.
 */
import packed from '@sparticuz/chromium'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

interface Reply {
  id?: number
  result?: unknown
  error?: { message: string }
}

interface Evaluated {
  result: { value?: unknown }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

/** What the player points with. Unless told, a headless browser has neither, and pages treat it like a phone. */
export type Pointer = 'mouse' | 'finger'

const POINTERS = {
  mouse: 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  finger: 'primaryHoverType=1,availableHoverTypes=1,primaryPointerType=2,availablePointerTypes=2',
}

/** Milliseconds between two checks of a page. */
const PAUSE = 100

export class BareBrowser {
  readonly #folder = mkdtempSync(join(tmpdir(), 'semafor-bare-'))
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  #process!: ChildProcess
  #session = ''
  #last = 0

  /** Start a browser with one empty page. */
  async open(pointer: Pointer): Promise<this> {
    const program = process.env['SEMAFOR_CHROMIUM'] ?? (await packed.executablePath())
    const options = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--lang=en-GB']
    options.push(`--blink-settings=${POINTERS[pointer]}`)
    // Discard a page when it is left, as in the tests: otherwise the second visit would get a process of its own.
    const same = ['--disable-back-forward-cache', '--window-size=1280,720', `--user-data-dir=${this.#folder}`]
    // File descriptors 3 and 4 carry the messages of the protocol, each terminated by a zero byte.
    this.#process = spawn(program, [...options, ...same, '--remote-debugging-pipe', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let text = ''
    const from = this.#process.stdio[4] as Readable
    from.setEncoding('utf8').on('data', (part: string) => {
      const messages = (text + part).split('\0')
      text = messages.pop() ?? ''
      for (const message of messages) this.#hear(JSON.parse(message) as Reply)
    })
    const targets = (await this.#ask('Target.getTargets')) as { targetInfos: { targetId: string; type: string }[] }
    const page = targets.targetInfos.find(({ type }) => type === 'page')
    const attached = await this.#ask('Target.attachToTarget', { targetId: page?.targetId, flatten: true })
    this.#session = (attached as { sessionId: string }).sessionId
    return this
  }

  #hear({ id, ...reply }: Reply): void {
    if (id === undefined) return
    this.#waiting.get(id)?.(reply)
    this.#waiting.delete(id)
  }

  async #ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#last
    const answered = new Promise<Reply>((heard) => this.#waiting.set(id, heard))
    const message = { id, method, params, ...(this.#session && { sessionId: this.#session }) }
    const to = this.#process.stdio[3] as Writable
    to.write(`${JSON.stringify(message)}\0`)
    const { result, error } = await answered
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  async goto(url: string): Promise<void> {
    await this.#ask('Page.navigate', { url })
  }

  /** Return the value of an expression in the page; promises are awaited. */
  async evaluate(expression: string): Promise<unknown> {
    const wish = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = (await this.#ask('Runtime.evaluate', wish)) as Evaluated
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Wait until the page has an element. */
  async find(selector: string): Promise<void> {
    const there = `document.querySelector(${JSON.stringify(selector)}) !== null`
    // A page that is still loading can't be evaluated.
    while ((await this.evaluate(there).catch(() => false)) !== true) await setTimeout(PAUSE)
  }

  /** Wait for an element, and click it. */
  async click(selector: string): Promise<void> {
    await this.find(selector)
    await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`)
  }

  async close(): Promise<void> {
    const gone = new Promise((ended) => this.#process.once('exit', ended))
    // Kill the whole process group, which the browser leads.
    if (this.#process.pid) process.kill(-this.#process.pid, 'SIGKILL')
    await gone
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
