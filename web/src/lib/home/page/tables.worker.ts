/** The worker for tables: `semafor.page` in Python, its database, and a channel to the bots' worker. */
import { collectGarbage } from '../../ui/behaviour/garbage'
import { BotsLine } from './bots'
import { Database } from './database'
import { loadPython } from './python'
import type { FromTables, ToTables } from './talk'

/** `semafor.page.tables_worker.TablesWorker`. */
interface Tables {
  ask(key: number, method: string, path: string, body?: string, token?: string): Promise<string>
  stop(key: number): void
  connect(key: string, game: string, hello: string, send: (text: string) => void): Promise<string>
  hear(key: string, text: string): Promise<void>
  close(key: string): Promise<void>
  changed(game: string): Promise<void>
  hurry(bot: number, undo: number): void
  forget(game: string): Promise<void>
  /** `semafor.page.guests.Guests`. */
  guests: {
    come(guest: string, game: string, say: (text: string) => void, drop: () => void): void
    hear(guest: string, text: string): void
    leave(guest: string): void
  }
}

type Start = Extract<ToTables, { kind: 'start' }>
type Request = Exclude<ToTables, { kind: 'start' } | { kind: 'botless' }>

type Maker = (
  database: Database,
  ask: (job: string) => Promise<string>,
  awake: () => boolean,
  progress: (key: number, part: number) => void,
) => Tables

const tell = (message: FromTables) => self.postMessage(message)

let line: BotsLine | null = null

async function start({ folder, bots, pace }: Start): Promise<Tables> {
  const others = new BroadcastChannel('semafor')
  const [{ python, compiled }, database] = await Promise.all([
    loadPython(folder, { progress: (part) => tell({ kind: 'loaded', part }) }),
    Database.open(
      (game) => others.postMessage(game),
      (trouble) => tell({ kind: 'keeping', trouble }),
    ),
  ])
  const make = python.pyimport('semafor.page.tables_worker').TablesWorker as Maker
  const asked = (line = new BotsLine(bots, () => {
    // That of loading Python, before another worker loads it.
    collectGarbage()
    tell({ kind: 'wanted', compiled })
  }))
  const tables = make(
    database,
    (job) => asked.ask(job),
    () => asked.awake(),
    (key, part) => tell({ kind: 'progress', key, part }),
  )
  others.onmessage = ({ data }: MessageEvent<string>) => void tables.changed(data)
  if (pace) tables.hurry(pace.bot, pace.undo)
  tell({ kind: 'loaded', part: 1 })
  return tables
}

let tables: Promise<Tables> | null = null

async function take(request: Request, there: Tables): Promise<void> {
  switch (request.kind) {
    case 'ask': {
      const { key, method, path, body, token } = request
      tell({ kind: 'answer', key, text: await there.ask(key, method, path, body, token) })
      break
    }
    case 'stop':
      there.stop(request.key)
      break
    case 'connect': {
      const { key, game, hello } = request
      const text = await there.connect(key, game, hello, (said) => tell({ kind: 'said', key, text: said }))
      if ('error' in (JSON.parse(text) as object)) tell({ kind: 'refused', key })
      break
    }
    case 'hear':
      await there.hear(request.key, request.text)
      break
    case 'close':
      await there.close(request.key)
      break
    case 'forget':
      await there.forget(request.game)
      break
    case 'come': {
      const { guest, game } = request
      there.guests.come(
        guest,
        game,
        (text) => tell({ kind: 'reply', guest, text }),
        () => tell({ kind: 'dismiss', guest }),
      )
      break
    }
    case 'overhear':
      there.guests.hear(request.guest, request.text)
      break
    case 'leave':
      there.guests.leave(request.guest)
      break
  }
}

self.onmessage = async ({ data }: MessageEvent<ToTables>) => {
  if (data.kind === 'start') {
    tables = start(data)
    tables.catch((error: unknown) => tell({ kind: 'failed', message: String(error) }))
    return
  }
  if (data.kind === 'botless') {
    line?.end()
    return
  }
  const there = await tables
  if (there) await take(data, there)
}
