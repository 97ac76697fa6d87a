/** The game as a page, as `semafor page` writes it, and a server that only serves static files. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ToTables } from '../src/lib/home/page/talk'
import { COMMAND } from './server'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const KINDS: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Seconds before a bot's move, in general and after an action that can be undone. */
export interface Pace {
  bot: number
  undo: number
}

/** Set another pace in the worker with the tables; runs there, before anything else. */
function setPace(pace: Pace): void {
  addEventListener('message', ({ data }: MessageEvent<ToTables>) => {
    if (data.kind === 'start') data.pace ??= pace
  })
}

/** Write the game as a page to a folder. */
async function writePage(folder: string, more: string[] = []): Promise<void> {
  const [program = '', ...before] = COMMAND.split(' ')
  const options = ['page', '--repository', REPOSITORY, ...more, folder]
  await promisify(execFile)(program, [...before, ...options], { env: { ...process.env, PYTHONWARNINGS: 'ignore' } })
}

/** Return the page shared by all test files, in a folder of the run: the first file writes it, the others wait. */
async function sharedPage(folder: string): Promise<string> {
  const [page, begun, unfinished] = ['page', 'begun', 'unfinished'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  while (!existsSync(page)) {
    // Only one process creates the folder; for the others, `recursive` makes mkdirSync return undefined.
    if (mkdirSync(begun, { recursive: true }) === undefined) {
      await setTimeout(100)
      continue
    }
    try {
      await writePage(unfinished)
      renameSync(unfinished, page)
    } catch (error) {
      for (const path of [unfinished, begun]) rmSync(path, { recursive: true, force: true })
      throw error
    }
  }
  return page
}

export class StaticPage {
  readonly folder = mkdtempSync(join(tmpdir(), 'semafor-page-'))
  /** The page is deep below the origin, as nothing may depend on being at its root. */
  readonly path = '/games/of/mine'
  origin = ''
  /** The requested paths. */
  readonly asked: string[] = []
  #server: Server | null = null
  #headers: Record<string, string> = {}

  /** With a pace, bots wait that long instead of the default for people. */
  constructor(readonly pace: Pace | null = null) {}

  get address(): string {
    return this.origin + this.path
  }

  /** Write the page, maybe with options of its own, and serve it; `headers` are sent with every file. */
  async start(headers: Record<string, string> = {}, options: string[] = []): Promise<this> {
    const target = join(this.folder, this.path)
    const shared = process.env['SEMAFOR_WRITTEN']
    if (shared && options.length === 0) cpSync(await sharedPage(shared), target, { recursive: true })
    else await writePage(target, options)
    this.#headers = headers
    await this.serve()
    return this
  }

  /** Start or resume serving, always at the same address. */
  async serve(): Promise<void> {
    if (this.#server) return
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      this.asked.push(pathname)
      const file = join(this.folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
      if (!file.startsWith(this.folder) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
        response.writeHead(404).end()
        return
      }
      response.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream', ...this.#headers })
      if (this.pace && /\/tables\.worker-[^/]+\.js$/.test(file))
        response.end(`(${setPace.toString()})(${JSON.stringify(this.pace)});${readFileSync(file, 'utf8')}`)
      else createReadStream(file).pipe(response)
    })
    this.#server = server
    const port = this.origin ? Number(new URL(this.origin).port) : 0
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Stop serving, as if the network were gone. */
  async silence(): Promise<void> {
    const server = this.#server
    if (!server) return
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    this.#server = null
  }

  async stop(): Promise<void> {
    await this.silence()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
