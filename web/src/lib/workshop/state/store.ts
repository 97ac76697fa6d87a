/**
 * The boards that somebody draws, kept on the device: each as its file, with earlier versions. A second tab can't
 * overwrite what the first has saved: every save says on which one it builds.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

export interface Kept {
  id: string
  name: string
  text: string
  /** Raised by every save. */
  saves: number
  changed: number
  cities: number
  routes: number
}

export interface Version {
  board: string
  at: number
  text: string
  /** Kept by hand; the others make room for newer ones. */
  wanted: boolean
}

interface Stores extends DBSchema {
  boards: { key: string; value: Kept }
  versions: { key: [string, number]; value: Version }
  pictures: { key: string; value: { board: string; file: Blob; place: PicturePlace } }
}

/** Where a picture to trace lies, and how strong it shows. */
export interface PicturePlace {
  x: number
  y: number
  width: number
  opacity: number
}

/** Why a board could not be saved. */
export type NotSaved = 'full' | 'unkept' | 'elsewhere'

/** How many versions are kept besides those that somebody wanted. */
const VERSIONS = 30

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('semafor-workshop')

let opened: Promise<IDBPDatabase<Stores>> | null = null

function database(): Promise<IDBPDatabase<Stores>> {
  opened ??= openDB<Stores>('semafor-workshop', 1, {
    upgrade(made) {
      made.createObjectStore('boards', { keyPath: 'id' })
      made.createObjectStore('versions', { keyPath: ['board', 'at'] })
      made.createObjectStore('pictures', { keyPath: 'board' })
    },
    blocking: (_old, _new, { target }) => (target as IDBDatabase).close(),
  })
  return opened
}

const reasonOf = (error: unknown): NotSaved =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unkept'

const ofBoard = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

/** All boards, those changed last first. */
export async function keptBoards(): Promise<Kept[]> {
  const all = await (await database()).getAll('boards')
  return all.sort((a, b) => b.changed - a.changed)
}

export async function keptBoard(id: string): Promise<Kept | null> {
  return (await (await database()).get('boards', id)) ?? null
}

/** Save a board that builds on the save of this number, 0 for a new one. Returns its own number, or why not. */
export async function keep(board: Omit<Kept, 'saves' | 'changed'>, after: number): Promise<number | NotSaved> {
  try {
    const work = (await database()).transaction('boards', 'readwrite')
    const before = await work.store.get(board.id)
    if ((before?.saves ?? 0) !== after) return 'elsewhere'
    await work.store.put({ ...board, saves: after + 1, changed: Date.now() })
    await work.done
    channel?.postMessage(board.id)
    return after + 1
  } catch (error) {
    return reasonOf(error)
  }
}

/** Call back when another tab has saved a board; returns how to stop. */
export function whenKept(then: (id: string) => void): () => void {
  const heard = ({ data }: MessageEvent<string>): void => then(data)
  channel?.addEventListener('message', heard)
  return () => channel?.removeEventListener('message', heard)
}

export async function discard(id: string): Promise<void> {
  const work = (await database()).transaction(['boards', 'versions', 'pictures'], 'readwrite')
  await Promise.all([
    work.objectStore('boards').delete(id),
    work.objectStore('versions').delete(ofBoard(id)),
    work.objectStore('pictures').delete(id),
    work.done,
  ])
  channel?.postMessage(id)
}

/** The versions of a board, the latest first. */
export async function versionsOf(id: string): Promise<Version[]> {
  return (await (await database()).getAll('versions', ofBoard(id))).reverse()
}

export async function keepVersion(version: Version): Promise<void> {
  const work = (await database()).transaction('versions', 'readwrite')
  const known = await work.store.getAll(ofBoard(version.board))
  if (known.at(-1)?.text === version.text && !version.wanted) return
  const old = known.filter(({ wanted }) => !wanted).slice(0, -VERSIONS + 1)
  await Promise.all([
    work.store.put(version),
    ...(known.length >= VERSIONS ? old.map(({ board, at }) => work.store.delete([board, at])) : []),
    work.done,
  ])
}

export async function keptPicture(id: string): Promise<{ file: Blob; place: PicturePlace } | null> {
  return (await (await database()).get('pictures', id)) ?? null
}

export async function keepPicture(board: string, file: Blob, place: PicturePlace): Promise<NotSaved | null> {
  try {
    await (await database()).put('pictures', { board, file, place })
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

export async function dropPicture(id: string): Promise<void> {
  await (await database()).delete('pictures', id)
}
