/** The page itself as the home of games: tables in one worker, bots in another, and no server. */
import { Endpoints, type Asked, type BoardDefinition, type BoardSummary, type ErrorInfo } from '../../protocol'
import type { Greeting, Level, Watch } from '../../protocol'
import { collectGarbage, garbageCollector } from '../../ui/behaviour/garbage'
import type { Caller, Connection } from '../connection.svelte'
import { HomeError, problem } from '../errors'
import { Home, type Trouble } from '../home.svelte'
import { ask } from '../served/rest'
import { readPlace } from '../../router.svelte'
import { AwayConnection, forgetAway, isAway } from '../meet/away.svelte'
import { dropRoom, hasRooms } from '../meet/rooms'
import { PageConnection } from './page-connection'
import type { FromTables, ToBots, ToTables } from './talk'

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

/** What the packer has asked Python already (`semafor page`): its replies are files. */
class Packed extends Endpoints {
  constructor(readonly folder: string) {
    super()
  }

  protected ask<T>({ method, path }: Asked): Promise<T> {
    return ask({ method, path: new URL(`.${path}.json`, this.folder).href })
  }
}

/** The page of a guest, as seen from here. */
export interface GuestPage {
  say: (text: string) => void
  drop: () => void
}

/** The way in for a guest's page. */
export interface Door {
  hear: (text: string) => void
  leave: () => void
}

/** Whether somebody comes as a guest: this page needs no Python for a game of another. */
function comesAsGuest(): boolean {
  const [page, first = '', second = ''] = readPlace(location.hash).path
  return page === 'meet' || (page === 'game' && isAway(first)) || (page === 'join' && isAway(second))
}

/** The game that a request is about, if it is at another page. */
function awayIn(path: string): string | null {
  const game = decodeURIComponent(/^\/api\/games\/([^/?]+)/.exec(path)?.[1] ?? '')
  return isAway(game) ? game : null
}

/** A request that waits for Python. */
interface Waiting {
  answer: (text: string) => void
  watch: Watch | undefined
}

export class PageHome extends Home {
  #tables: Worker | null = null
  #started = false
  #next = 1
  readonly #packed: Packed
  readonly #waiting = new Map<number, Waiting>()
  readonly #connections = new Map<string, PageConnection>()
  readonly #guests = new Map<string, GuestPage>()
  readonly #tidy = garbageCollector()
  /** The error that prevents all requests; pending ones fail with it. */
  #failure: HomeError | null = null
  readonly #broken: Promise<never>
  #break!: (error: HomeError) => void
  readonly #ready: Promise<void>
  #settle!: () => void

  /** `folder` is the address of Python, its modules, and the files that are needed before they load. */
  constructor(readonly folder: string) {
    super(false)
    this.loaded = 0
    this.#packed = new Packed(folder)
    this.#broken = new Promise((_, fail) => (this.#break = fail))
    this.#broken.catch(() => undefined)
    this.#ready = new Promise((done) => (this.#settle = done))
  }

  override open(): Promise<void> {
    void super.open()
    if (comesAsGuest()) this.loaded = 1
    else this.#start()
    if (hasRooms()) void import('../meet/hosting.svelte').then(({ hosting }) => hosting.resume())
    return this.#ready
  }

  /** Load Python. */
  #start(): void {
    this.#started = true
    this.loaded = 0
    // That of the page before, if this one was loaded again.
    collectGarbage()
    const channel = new MessageChannel()
    const tables = this.#worker(() => new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' }))
    if (!tables) return
    this.#tables = tables
    tables.onmessage = ({ data }: MessageEvent<FromTables>) => this.#hear(data)
    tables.postMessage({ kind: 'start', folder: this.folder, bots: channel.port1 } satisfies ToTables, [channel.port1])
    this.#startBots = (compiled) => {
      const bots = this.#worker(() => new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' }))
      // The tables have a bot that takes over.
      if (bots) bots.onerror = () => this.send({ kind: 'botless' })
      const start: ToBots = { folder: this.folder, port: channel.port2, compiled }
      bots?.postMessage(start, [channel.port2])
    }
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

  // Available before Python is loaded

  override greeting(): Promise<Greeting> {
    return this.#packed.greeting()
  }

  override boards(): Promise<BoardSummary[]> {
    return this.#packed.boards()
  }

  override board(board: string): Promise<BoardDefinition> {
    return this.#packed.board(board)
  }

  override levels(): Promise<Level[]> {
    return this.#packed.levels()
  }

  // Answered by Python

  protected async ask<T>(asked: Asked, watch?: Watch): Promise<T> {
    const game = awayIn(asked.path)
    if (game !== null) return (await import('../meet/visit.svelte')).askHost<T>(game, asked, watch)
    const key = this.#next++
    const answered = new Promise<string>((answer) => this.#waiting.set(key, { answer, watch }))
    watch?.signal.addEventListener('abort', () => this.send({ kind: 'stop', key }))
    this.send({ kind: 'ask', key, ...asked })
    const answer = JSON.parse(await Promise.race([answered, this.#broken])) as { ok: T } | { error: ErrorInfo }
    if ('error' in answer) throw new HomeError(answer.error)
    return answer.ok
  }

  forget(game: string): void {
    dropRoom(game)
    if (isAway(game)) forgetAway(game)
    else this.send({ kind: 'forget', game })
  }

  connect(game: string, caller: Caller): Connection {
    if (isAway(game)) {
      const connection = new AwayConnection(game, caller)
      void import('../meet/visit.svelte').then(({ visitOf }) => visitOf(game).add(connection))
      return connection
    }
    const connection = new PageConnection(game, caller, (message) => this.send(message))
    this.#connections.set(connection.key, connection)
    return connection
  }

  /** Let the page of a guest in, to a game. */
  admit(game: string, page: GuestPage): Door {
    const guest = String(this.#next++)
    this.#guests.set(guest, page)
    this.send({ kind: 'come', guest, game })
    return {
      hear: (text) => this.send({ kind: 'overhear', guest, text }),
      leave: () => {
        if (this.#guests.delete(guest)) this.send({ kind: 'leave', guest })
      },
    }
  }

  /** Send a message to the tables' worker; it queues messages until Python is loaded. */
  send(message: ToTables): void {
    if (!this.#started) this.#start()
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
        this.#waiting.get(message.key)?.answer(message.text)
        this.#waiting.delete(message.key)
        break
      case 'progress':
        this.#waiting.get(message.key)?.watch?.progress(message.part)
        break
      case 'said':
        this.#connections.get(message.key)?.hear(message.text)
        this.#tidy()
        break
      case 'reply':
        this.#guests.get(message.guest)?.say(message.text)
        break
      case 'dismiss':
        this.#guests.get(message.guest)?.drop()
        break
      case 'refused':
        this.#connections.get(message.key)?.close()
        break
    }
  }
}
