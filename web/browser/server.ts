/** Real servers for the tests: `semafor serve` on a free port, each with its own database and bots that don't pause. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The command: SEMAFOR, or that of the repository's own virtual environment. */
export const COMMAND = process.env['SEMAFOR'] ?? resolve(import.meta.dirname, '../../.venv/bin/semafor')
const PATIENCE = 300_000

export class Server {
  folder = ''
  address = ''
  /** What it has written so far. */
  said = ''
  /** Additional environment variables of the server. */
  environment: Record<string, string> = {}
  #process: ChildProcess | null = null
  readonly #wishes: string[]
  protected readonly command = [
    ...['serve', '--log-level', 'warning', '--bot-processes', '1'],
    ...['--bot-pause', '0', '--undo-pause', '0.05', '--message-rate', '500'],
    ...['--games-per-hour', '10000', '--analysis-playouts', '20'],
    ...['--processor-share', '1000', '--unattended-games', '10000'],
    ...['--connections', '1000', '--request-rate', '1000'],
  ]

  /** Create a server with options in addition to the common ones. */
  constructor(...wishes: string[]) {
    this.#wishes = wishes
  }

  /** Start or restart the server, on the same port and with the same games. */
  async start(): Promise<this> {
    this.folder ||= mkdtempSync(join(tmpdir(), 'semafor-browser-'))
    const port = this.address ? new URL(this.address).port : '0'
    const [program = '', ...before] = COMMAND.split(' ')
    if (before.length === 0 && !existsSync(program)) throw new Error(`${program} is not there: run make install first`)
    const options = ['--port', port, '--database', join(this.folder, 'games.sqlite3')]
    const child = spawn(program, [...before, ...this.command, ...options, ...this.#wishes], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...this.environment },
    })
    this.#process = child
    this.address = await new Promise<string>((found, failed) => {
      this.said = ''
      const timer = setTimeout(() => failed(new Error(`the server does not start: ${this.said}`)), PATIENCE)
      const listen = (data: Buffer) => {
        this.said += String(data)
        const address = /http:\/\/[\d.]+:\d+/.exec(this.said)?.[0]?.replace('0.0.0.0', '127.0.0.1')
        if (!address) return
        clearTimeout(timer)
        found(address)
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
      child.on('exit', () => failed(new Error(`the server has ended: ${this.said}`)))
    })
    return this
  }

  /** Kill the server, as if somebody pulled the plug. */
  async kill(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    await this.kill()
    if (this.folder) rmSync(this.folder, { recursive: true, force: true })
  }
}

/** `semafor play`: the server of one's own machine. */
export class Household extends Server {
  protected override readonly command = ['play', '--no-browser']
}

/** The server shared by all files that don't start their own: runs from the first of them to the last. */
export class SharedServer extends Server {
  override start(): Promise<this> {
    this.address = process.env['SEMAFOR_SERVER'] ?? ''
    return Promise.resolve(this)
  }

  override kill(): Promise<void> {
    throw new Error('others use this server: ask the house for another one')
  }

  override stop(): Promise<void> {
    return Promise.resolve()
  }
}
