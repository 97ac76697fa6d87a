/** The messages between the page and its two workers. Python's texts are JSON that only the two ends parse. */
import type { Asked } from '../../protocol'
import type { Trouble } from '../home.svelte'

/** To the tables' worker; a key names a request, or a connection. */
export type ToTables =
  /** `pace`: for tests, the seconds before a bot's move, and while the action before it can be undone. */
  | { kind: 'start'; folder: string; bots: MessagePort; pace?: { bot: number; undo: number } }
  | ({ kind: 'ask'; key: number } & Asked)
  | { kind: 'stop'; key: number }
  | { kind: 'connect'; key: string; game: string; hello: string }
  | { kind: 'hear'; key: string; text: string }
  | { kind: 'close'; key: string }
  | { kind: 'forget'; game: string }
  /** A guest's page comes to a game, says something, and leaves. */
  | { kind: 'come'; guest: string; game: string }
  | { kind: 'overhear'; guest: string; text: string }
  | { kind: 'leave'; guest: string }
  /** The worker that has the bots has failed. */
  | { kind: 'botless' }

/** From it. */
export type FromTables =
  | { kind: 'loaded'; part: number }
  | { kind: 'failed'; message: string }
  /** Whether games are kept, and why not. */
  | { kind: 'keeping'; trouble: Trouble | null }
  | { kind: 'answer'; key: number; text: string }
  | { kind: 'progress'; key: number; part: number }
  | { kind: 'said'; key: string; text: string }
  | { kind: 'refused'; key: string }
  /** Something for a guest's page, or the end of it. */
  | { kind: 'reply'; guest: string; text: string }
  | { kind: 'dismiss'; guest: string }
  /** The bots have something to do for the first time, or soon will; `compiled` is Python itself. */
  | { kind: 'wanted'; compiled: WebAssembly.Module }

/** To the bots' worker. */
export interface ToBots {
  folder: string
  port: MessagePort
  /** Python, if another worker has compiled it. */
  compiled?: WebAssembly.Module
}

/** Between the workers: a job, its answer, or (with the id 0) that the bots are loaded. */
export interface Job {
  id: number
  text: string
}
