/**
 * Where a page keeps its games: in IndexedDB, as the entries that a server would keep. Without it, or when it is full,
 * games last as long as the page. Python calls these methods; its texts are JSON.
 */

interface Game {
  id: string
  row: { status: string }
  seats: unknown
  /** Its analysis, once that is made. */
  analysis?: string
}

interface Entry {
  game: string
  seq: number
}

/** Why games are not kept: the browser does not allow it, or there is no room. */
type Trouble = 'unkept' | 'full'

const NAME = 'semafor'
const VERSION = 1

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error ?? new Error('the database does not answer'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((done, failed) => {
    const stop = () => failed(transaction.error ?? new Error('the database does not take that'))
    transaction.oncomplete = () => done()
    transaction.onabort = stop
    transaction.onerror = stop
  })
}

/** Open the database; null where the browser has none for this page. */
async function openDatabase(): Promise<IDBDatabase | null> {
  try {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'id' })
      request.result.createObjectStore('entries', { keyPath: ['game', 'seq'] })
    }
    const database = await settled(request)
    // A tab with a newer version of the page must not wait for this one.
    database.onversionchange = () => database.close()
    return database
  } catch {
    return null
  }
}

const allOf = (game: string, after = 0) => IDBKeyRange.bound([game, after], [game, Infinity], true)
const parse = (text: string): unknown => JSON.parse(text)

export class Shelf {
  /** Games that are in memory only, because the database refused them. */
  readonly #games = new Map<string, Game>()
  readonly #entries = new Map<string, Entry[]>()

  private constructor(
    readonly database: IDBDatabase | null,
    /** Told which game has changed. */
    readonly changed: (game: string) => void,
    /** Told when games can't be kept, and when they can again. */
    readonly keeping: (trouble: Trouble | null) => void,
  ) {
    if (!database) keeping('unkept')
  }

  static async open(changed: (game: string) => void, keeping: (trouble: Trouble | null) => void): Promise<Shelf> {
    return new Shelf(await openDatabase(), changed, keeping)
  }

  async load(id: string): Promise<string | undefined> {
    const game = await this.#game(id)
    if (!game) return undefined
    const { row, seats } = game
    return JSON.stringify({ row, seats, entries: await this.#log(id, 0) })
  }

  async create(id: string, row: string, seats: string, entries: string): Promise<void> {
    const game = { id, row: parse(row), seats: parse(seats) } as Game
    const log = parse(entries) as Entry[]
    const kept = await this.#write(id, (games, all) => {
      games.put(game)
      for (const entry of log) all.add(entry)
    })
    if (kept) return
    this.#games.set(id, game)
    this.#entries.set(id, log)
  }

  /** Append an entry; return false if there is one with this number already. */
  async append(id: string, seq: number, entry: string, status: string): Promise<boolean> {
    const game = await this.#game(id)
    if (!game) return false
    game.row.status = status
    const one = parse(entry) as Entry
    let taken = false
    const kept = await this.#write(id, (games, all) => {
      games.put(game)
      all.add(one).onerror = (event) => {
        taken = (event.target as IDBRequest).error?.name === 'ConstraintError'
      }
    }).catch(() => false)
    if (taken) return false
    if (!kept) {
      const log = this.#entries.get(id) ?? []
      if (log.some((other) => other.seq === seq)) return false
      log.push(one)
      this.#entries.set(id, log)
      this.#games.set(id, game)
    }
    return true
  }

  async entries(id: string, after: number): Promise<string> {
    return JSON.stringify(await this.#log(id, after))
  }

  async change(id: string, row: string, seats: string): Promise<void> {
    const game = { ...(await this.#game(id)), id, row: parse(row), seats: parse(seats) } as Game
    if (!(await this.#write(id, (games) => games.put(game)))) this.#games.set(id, game)
  }

  async analysis(id: string): Promise<string | undefined> {
    return (await this.#game(id))?.analysis
  }

  async keep_analysis(id: string, text: string): Promise<void> {
    const game = await this.#game(id)
    if (!game) return
    game.analysis = text
    await this.#write(id, (games) => games.put(game))
  }

  /** Delete a game; others that had no room may fit now. */
  async remove(id: string): Promise<void> {
    this.#games.delete(id)
    this.#entries.delete(id)
    await this.#write(id, (games, all) => {
      games.delete(id)
      all.delete(allOf(id))
    })
    await this.#keepOthers()
  }

  /** Write the games that are in memory only to the database. */
  async #keepOthers(): Promise<void> {
    for (const [id, game] of this.#games) {
      const log = this.#entries.get(id) ?? []
      this.#games.delete(id)
      const kept = await this.#write(id, (games, all) => {
        games.put(game)
        for (const entry of log) all.add(entry)
      }).catch(() => false)
      if (!kept) {
        this.#games.set(id, game)
        return
      }
      this.#entries.delete(id)
    }
    if (this.database) this.keeping(null)
  }

  async #game(id: string): Promise<Game | undefined> {
    return this.#games.get(id) ?? (await this.#read(id))
  }

  async #read(id: string): Promise<Game | undefined> {
    if (!this.database) return undefined
    const found: unknown = await settled(this.database.transaction('games').objectStore('games').get(id))
    return found as Game | undefined
  }

  async #log(id: string, after: number): Promise<Entry[]> {
    const own = (this.#entries.get(id) ?? []).filter(({ seq }) => seq > after)
    if (!this.database) return own
    const stored: unknown = await settled(
      this.database.transaction('entries').objectStore('entries').getAll(allOf(id, after)),
    )
    return [...(stored as Entry[]), ...own]
  }

  /** Write to the database; return false if it refuses, so that the game stays in memory. */
  async #write(id: string, put: (games: IDBObjectStore, entries: IDBObjectStore) => void): Promise<boolean> {
    if (!this.database || this.#games.has(id)) return false
    try {
      const transaction = this.database.transaction(['games', 'entries'], 'readwrite', { durability: 'relaxed' })
      const done = finished(transaction)
      put(transaction.objectStore('games'), transaction.objectStore('entries'))
      await done
    } catch (error) {
      if ((error as DOMException).name === 'ConstraintError') throw error
      this.keeping((error as DOMException).name === 'QuotaExceededError' ? 'full' : 'unkept')
      return false
    }
    this.changed(id)
    return true
  }
}
