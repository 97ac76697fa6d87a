/** The way from the worker that has the tables to the one that has the bots. */
import type { Job } from './talk'

export class BotsLine {
  readonly #waiting = new Map<number, (text: string) => void>()
  #next = 1
  #wanted = false
  #there = false
  #gone = false

  /** `wanted` is called once, when the bots have something to do or soon will. */
  constructor(
    readonly port: MessagePort,
    readonly wanted: () => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<Job>) => {
      this.#there = true
      this.#waiting.get(data.id)?.(data.text)
      this.#waiting.delete(data.id)
    }
  }

  /** Return whether the bots can begin a job now; if they are not loaded yet, have them loaded. */
  awake(): boolean {
    if (!this.#wanted && !this.#gone) {
      this.#wanted = true
      this.wanted()
    }
    return this.#there && !this.#gone
  }

  /** Return the answer to a job; nothing if the bots are gone. */
  ask(text: string): Promise<string> {
    if (this.#gone) return Promise.resolve('')
    return new Promise((answer) => {
      this.awake()
      const id = this.#next++
      this.#waiting.set(id, answer)
      this.port.postMessage({ id, text } satisfies Job)
    })
  }

  /** Answer for the bots, now and from now on: their worker has failed, and the tables must not wait for it. */
  end(): void {
    this.#gone = true
    for (const answer of this.#waiting.values()) answer('')
    this.#waiting.clear()
  }
}
