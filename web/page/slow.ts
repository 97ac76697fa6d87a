/** Simulate a slow connection and a slow processor. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KINDS: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/json',
}
const CHUNK = 16_384
const DAY = 86_400_000

/** Return the names of all files in a folder. */
export function filesOf(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => statSync(join(root, name)).isFile())
}

/**
 * Serve a folder at a total rate in bits per second; return the URL. A plain server is like `python3 -m http.server`:
 * it sends files as they are, says nothing about caching, and closes the connection after each. The other one does what
 * it can.
 */
export async function serveSlowly(root: string, bits: number, plain = false): Promise<string> {
  const sent = (name: string) => (plain ? readFileSync(join(root, name)) : gzipSync(readFileSync(join(root, name))))
  const files = new Map(filesOf(root).map((name) => [`/${name}`, sent(name)]))
  const changed = new Date(Date.now() - DAY).toUTCString()
  let free = Date.now()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const body = files.get(name)
    if (!body) return void response.writeHead(404).end()
    const type = KINDS[extname(name)] ?? 'application/octet-stream'
    const forEver = /^\/(assets|page-)/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache'
    const headers = plain
      ? { 'last-modified': changed, 'content-length': body.byteLength, connection: 'close' }
      : { 'content-encoding': 'gzip', 'cache-control': forEver }
    response.writeHead(200, { 'content-type': type, ...headers })
    const send = (at: number): void => {
      if (at >= body.byteLength) return void response.end()
      const chunk = body.subarray(at, at + CHUNK)
      free = Math.max(free, Date.now()) + (8000 * chunk.byteLength) / bits
      setTimeout(() => {
        response.write(chunk)
        send(at + CHUNK)
      }, free - Date.now())
    }
    send(0)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Return the browser processes started by this one: their ids and command lines. */
export function browserProcesses(): { id: number; group: number; words: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,pgid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const all = lines.map((line) => {
    const [id, parent, group, ...words] = line.trim().split(/\s+/)
    return { id: Number(id), parent: Number(parent), group: Number(group), words: words.join(' ') }
  })
  const leader = all.find(({ parent, words }) => parent === process.pid && words.includes('--headless'))
  return all.filter(({ group }) => group === leader?.id)
}

/** How long the browser runs at a time, in milliseconds. */
const RUN = 5

/**
 * Slow the browser down by a factor, by pausing it at short intervals. Chromium's own throttling is not enough, as it
 * applies to pages but not to their workers. Return a function that ends it.
 */
export function slowDown(times: number): () => void {
  const group = browserProcesses()[0]?.group
  if (!group) throw new Error('there is no browser')
  let next: NodeJS.Timeout
  const run = () => {
    process.kill(-group, 'SIGCONT')
    const since = performance.now()
    next = setTimeout(() => stop(performance.now() - since), RUN)
  }
  const stop = (ran: number) => {
    process.kill(-group, 'SIGSTOP')
    next = setTimeout(run, ran * (times - 1))
  }
  run()
  return () => {
    clearTimeout(next)
    process.kill(-group, 'SIGCONT')
  }
}
