/** What the page and its two workers say to each other. Python's texts are JSON, and only the two ends read them. */

/** To the worker that has the tables. */
export type ToTables =
  | { kind: 'start'; folder: string; bots: MessagePort }
  | { kind: 'ask'; id: number; path: string; body?: string; token?: string }
  | { kind: 'connect'; key: string; game: string; hello: string }
  | { kind: 'hear'; key: string; text: string }
  | { kind: 'close'; key: string }
  | { kind: 'stop'; game: string }

/** From it. */
export type FromTables =
  | { kind: 'loaded'; part: number }
  | { kind: 'failed'; message: string }
  | { kind: 'unkept' }
  | { kind: 'answer'; id: number; text: string }
  | { kind: 'said'; key: string; text: string }
  | { kind: 'refused'; key: string; text: string }
  | { kind: 'studied'; game: string; part: number }

/** To the worker that has the bots. */
export interface ToBots {
  kind: 'start'
  folder: string
  port: MessagePort
}

/** Between the workers. */
export interface Job {
  id: number
  text: string
}
