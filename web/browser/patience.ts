/**
 * Make polls back off: the longer one has failed, and the longer a try takes, the longer the pause before the next.
 * Otherwise a poll that fails for minutes would keep a core busy.
 */
import { expect } from 'vitest'

const LONGEST = 10_000
const PATIENT = Symbol.for('patient')

const poll = expect.poll

// This module is loaded again for each test file.
if (!(PATIENT in poll)) {
  const patient: typeof poll = (work, options) => {
    let tries = 0
    let took = 0
    const next = async (): Promise<unknown> => {
      if (tries > 0) await new Promise((done) => setTimeout(done, Math.min(took * tries, LONGEST)))
      tries += 1
      const started = performance.now()
      try {
        return await work()
      } finally {
        took = performance.now() - started
      }
    }
    return poll(next as typeof work, options)
  }
  expect.poll = Object.assign(patient, { [PATIENT]: true })
}
