/** The page itself as the home of games: tables in one worker, bots in another, and no server. */
import type { Analysis, BoardDefinition, BoardSummary, ErrorInfo, Level } from '../../protocol'
import { collectGarbage, garbageCollector } from '../../ui/behaviour/garbage'
import { AskingHome, type Options, type Watch } from '../asking'
import type { Caller, Connection } from '../connection'
import { HomeError } from '../errors'
import type { Capability, Home, Trouble } from '../home'
import { PageConnection } from './connection.svelte'
import type { FromTables, ToBots, ToTables } from './talk'

/** The capabilities without a server. */
const CAPABILITIES: readonly Capability[] = ['analysis']

function problem(code: string, message: string): HomeError {
  return new HomeError({ code, message, rule: null, where: null })
}

/** Do something once the page has painted, or at once if it is hidden. */
function afterPainting(work: () => void): void {
  if (document.hidden) work()
  else requestAnimationFrame(() => requestAnimationFrame(work))
}

/** Whether module workers are supported: such a browser reads the `type` option before it fetches the URL. */
function moduleWorkers(): boolean {
  let looked = false
  const options: WorkerOptions = {
    get type(): WorkerType {
      looked = true
      return 'module'
    },
  }
  try {
    new Worker('http://:', options)
  } catch {
    // The URL is invalid, so nothing is fetched.
  }
  return looked
}

export class PageHome extends AskingHome implements Home {
  loaded: number = $state(0)
  trouble: Trouble | null = $state(null)
  #tables: Worker | null = null
  #next = 1
  readonly #waiting = new Map<number, (text: string) => void>()
  readonly #connections = new Map<string, PageConnection>()
  readonly #watches = new Map<string, Watch>()
  readonly #tidy = garbageCollector()
  /** The error that prevents all requests; pending ones fail with it. */
  #failure: HomeError | null = null
  readonly #broken: Promise<never>
  #break!: (error: HomeError) => void
  readonly #ready: Promise<void>
  #settle!: () => void

  /** `folder` is the address of Python, its modules, and the files that are needed before they load. */
  constructor(readonly folder: string) {
    super()
    this.#broken = new Promise((_, fail) => (this.#break = fail))
    this.#broken.catch(() => undefined)
    this.#ready = new Promise((done) => (this.#settle = done))
  }

  open(): Promise<void> {
    // That of the page before, if this one was loaded again.
    collectGarbage()
    const channel = new MessageChannel()
    const tables = this.#worker(() => new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' }))
    if (!tables) return this.#ready
    this.#tables = tables
    tables.onmessage = ({ data }: MessageEvent<FromTables>) => this.#hear(data)
    tables.postMessage({ kind: 'start', folder: this.folder, bots: channel.port1 } satisfies ToTables, [channel.port1])
    this.#startBots = (compiled) => {
      const bots = this.#worker(() => new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' }))
      // The tables have a bot that takes over.
      if (bots) bots.onerror = () => this.send({ kind: 'botless' })
      const start: ToBots = { kind: 'start', folder: this.folder, port: channel.port2, compiled }
      bots?.postMessage(start, [channel.port2])
    }
    return this.#ready
  }

  /** Start the bots on demand, after the table is painted: on one core it appears sooner that way. */
  #startBots: (compiled: WebAssembly.Module) => void = () => undefined

  #worker(make: () => Worker): Worker | null {
    try {
      if (typeof WebAssembly !== 'object') throw new Error('no WebAssembly')
      if (!moduleWorkers()) throw new Error('no module workers')
      const worker = make()
      worker.onerror = (event) => this.#fail(this.loaded > 0 ? 'failed' : 'unsupported', event.message)
      return worker
    } catch (error) {
      this.#fail('unsupported', String(error))
      return null
    }
  }

  #fail(trouble: Trouble, message: string): void {
    this.trouble = trouble
    this.#failure ??= problem(trouble, message)
    this.#break(this.#failure)
  }

  can(what: Capability): boolean {
    return CAPABILITIES.includes(what)
  }

  // Available before Python is loaded

  override boards(): Promise<BoardSummary[]> {
    return this.#file('boards.json')
  }

  override board(id: string): Promise<BoardDefinition> {
    return this.#file(`boards/${encodeURIComponent(id)}.json`)
  }

  override levels(): Promise<Level[]> {
    return this.#file('levels.json')
  }

  async #file<T>(name: string): Promise<T> {
    let response: Response
    try {
      response = await fetch(`${this.folder}${name}`)
    } catch {
      throw problem('unreachable', `${name} can’t be fetched`)
    }
    if (!response.ok) throw problem('http', `${response.status} ${name}`)
    return (await response.json()) as T
  }

  // Answered by Python

  protected async ask<T>(path: string, { body, text, token }: Options = {}): Promise<T> {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const id = this.#next++
    const answered = new Promise<string>((answer) => this.#waiting.set(id, answer))
    this.send({ kind: 'ask', id, path, ...(sent && { body: sent }), ...(token && { token }) })
    const answer = JSON.parse(await Promise.race([answered, this.#broken])) as { ok: T } | { error: ErrorInfo }
    if ('error' in answer) throw new HomeError(answer.error)
    return answer.ok
  }

  override async recordUrl(game: string): Promise<string> {
    const record = await this.ask<unknown>(`/api/games/${encodeURIComponent(game)}/record`)
    return URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }))
  }

  override analysis(game: string, watch?: Watch): Promise<Analysis> {
    if (watch) {
      this.#watches.set(game, watch)
      watch.signal.addEventListener('abort', () => this.send({ kind: 'stop', game }))
    }
    return super.analysis(game).finally(() => this.#watches.delete(game))
  }

  forget(game: string): void {
    this.send({ kind: 'forget', game })
  }

  connect(game: string, caller: Caller): Connection {
    const connection = new PageConnection(game, caller, (message) => this.send(message))
    this.#connections.set(connection.key, connection)
    return connection
  }

  /** Send a message to the tables' worker; it queues messages until Python is loaded. */
  send(message: ToTables): void {
    if (message.kind === 'close') this.#connections.delete(message.key)
    this.#tables?.postMessage(message)
  }

  #hear(message: FromTables): void {
    switch (message.kind) {
      case 'loaded':
        this.loaded = message.part
        if (message.part === 1) this.#settle()
        break
      case 'wanted':
        afterPainting(() => {
          // That of loading and drawing, before Python is loaded a second time.
          collectGarbage()
          this.#startBots(message.compiled)
        })
        break
      case 'failed':
        this.#fail('failed', message.message)
        break
      case 'keeping':
        if (!this.#failure) this.trouble = message.trouble
        break
      case 'answer':
        this.#waiting.get(message.id)?.(message.text)
        this.#waiting.delete(message.id)
        break
      case 'said':
        this.#connections.get(message.key)?.hear(message.text)
        this.#tidy()
        break
      case 'refused':
        this.#connections.get(message.key)?.close()
        break
      case 'studied':
        this.#watches.get(message.game)?.progress(message.part)
        break
    }
  }
}
