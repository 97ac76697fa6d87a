/** What the page and its two workers say to each other. Python's texts are JSON, and only the two ends read them. */

/** To the worker that has the tables. */
export type ToTables =
  /** `pace`: the seconds before a bot's move, and before one after an action that can be taken back, if not the usual ones. */
  | { kind: 'start'; folder: string; bots: MessagePort; pace?: { bot: number; undo: number } }
  | { kind: 'ask'; id: number; path: string; body?: string; token?: string }
  | { kind: 'connect'; key: string; game: string; hello: string }
  | { kind: 'hear'; key: string; text: string }
  | { kind: 'close'; key: string }
  | { kind: 'stop'; game: string }
  | { kind: 'forget'; game: string }

/** From it. */
export type FromTables =
  | { kind: 'loaded'; part: number }
  | { kind: 'failed'; message: string }
  /** Whether games are kept, and why not. */
  | { kind: 'keeping'; trouble: 'unkept' | 'full' | null }
  | { kind: 'answer'; id: number; text: string }
  | { kind: 'said'; key: string; text: string }
  | { kind: 'refused'; key: string; text: string }
  | { kind: 'studied'; game: string; part: number }
  /** The bots have something to do for the first time; `compiled` is Python itself. */
  | { kind: 'wanted'; compiled: WebAssembly.Module }

/** To the worker that has the bots. */
export interface ToBots {
  kind: 'start'
  folder: string
  port: MessagePort
  /** Python, if another worker has compiled it. */
  compiled?: WebAssembly.Module
}

/** Between the workers. */
export interface Job {
  id: number
  text: string
}
