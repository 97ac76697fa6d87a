/**
 * Where a page keeps its games: in IndexedDB, as the entries that a server would keep. Without it, or when it is full,
 * games last as long as the page. Python calls these methods; its texts are JSON.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'

/** What Python keeps of it (`semafor.page.store.Kept`), and its key. */
interface Game {
  id: string
}

interface Entry {
  game: string
  seq: number
}

/** Why games are not kept: the browser does not allow it, or there is no room. */
type Trouble = 'unkept' | 'full'

const NAME = 'semafor'
const VERSION = 1

interface Stores extends DBSchema {
  games: { key: string; value: Game }
  entries: { key: [string, number]; value: Entry }
}

/** Open the database; null where the browser has none for this page. */
async function openDatabase(): Promise<IDBPDatabase<Stores> | null> {
  try {
    return await openDB<Stores>(NAME, VERSION, {
      upgrade(database) {
        database.createObjectStore('games', { keyPath: 'id' })
        database.createObjectStore('entries', { keyPath: ['game', 'seq'] })
      },
      // A tab with a newer version of the page must not wait for this one.
      blocking: (_old, _new, { target }) => (target as IDBDatabase).close(),
    })
  } catch {
    return null
  }
}

const allOf = (game: string, after = 0) => IDBKeyRange.bound([game, after], [game, Infinity], true)

type Store<Name extends 'games' | 'entries'> = IDBPObjectStore<Stores, ('games' | 'entries')[], Name, 'readwrite'>
type Put = (games: Store<'games'>, entries: Store<'entries'>) => Promise<unknown>[]

/** Put a game, and add new entries to its log. */
const putting =
  (game: Game, log: Entry[]): Put =>
  (games, entries) => [games.put(game), ...log.map((entry) => entries.add(entry))]

export class Database {
  /** Games that are in memory only, because the database refused them. */
  readonly #games = new Map<string, Game>()
  readonly #entries = new Map<string, Entry[]>()

  private constructor(
    readonly database: IDBPDatabase<Stores> | null,
    /** Told which game has changed. */
    readonly changed: (game: string) => void,
    /** Told when games can't be kept, and when they can again. */
    readonly keeping: (trouble: Trouble | null) => void,
  ) {
    if (!database) keeping('unkept')
  }

  static async open(changed: (game: string) => void, keeping: (trouble: Trouble | null) => void): Promise<Database> {
    return new Database(await openDatabase(), changed, keeping)
  }

  /** Return a game without its log. */
  async load(id: string): Promise<string | undefined> {
    const game = await this.#game(id)
    return game && JSON.stringify(game)
  }

  async entries(id: string, after: number): Promise<string> {
    return JSON.stringify(await this.#log(id, after))
  }

  /** Store a game, and add entries to its log; return false if there is one with the same number already. */
  async store(id: string, kept: string, entries: string): Promise<boolean> {
    const game = { ...(JSON.parse(kept) as Game), id }
    const added = JSON.parse(entries) as Entry[]
    try {
      if (await this.#write(id, putting(game, added))) return true
    } catch {
      return false
    }
    const log = this.#entries.get(id) ?? []
    if (added.some(({ seq }) => log.some((other) => other.seq === seq))) return false
    this.#entries.set(id, [...log, ...added])
    this.#games.set(id, game)
    return true
  }

  /** Delete a game; others that had no room may fit now. */
  async remove(id: string): Promise<void> {
    this.#games.delete(id)
    this.#entries.delete(id)
    await this.#write(id, (games, all) => [games.delete(id), all.delete(allOf(id))])
    await this.#keepOthers()
  }

  /** Write the games that are in memory only to the database. */
  async #keepOthers(): Promise<void> {
    for (const [id, game] of this.#games) {
      const log = this.#entries.get(id) ?? []
      this.#games.delete(id)
      if (!(await this.#write(id, putting(game, log)).catch(() => false))) {
        this.#games.set(id, game)
        return
      }
      this.#entries.delete(id)
    }
    if (this.database) this.keeping(null)
  }

  async #game(id: string): Promise<Game | undefined> {
    return this.#games.get(id) ?? (await this.database?.get('games', id))
  }

  async #log(id: string, after: number): Promise<Entry[]> {
    const own = (this.#entries.get(id) ?? []).filter(({ seq }) => seq > after)
    return [...((await this.database?.getAll('entries', allOf(id, after))) ?? []), ...own]
  }

  /** Write to the database; return false if it refuses, so that the game stays in memory. Fail if an entry is taken. */
  async #write(id: string, put: Put): Promise<boolean> {
    if (!this.database || this.#games.has(id)) return false
    try {
      const all = this.database.transaction(['games', 'entries'], 'readwrite', { durability: 'relaxed' })
      const written = Promise.all([...put(all.objectStore('games'), all.objectStore('entries')), all.done])
      // What ended the transaction says more than what that did to a request.
      await written.catch((error: Error) => Promise.reject(all.error ?? error))
    } catch (error) {
      const { name } = error as DOMException
      if (name === 'ConstraintError') throw error
      this.keeping(name === 'QuotaExceededError' ? 'full' : 'unkept')
      return false
    }
    this.changed(id)
    return true
  }
}
