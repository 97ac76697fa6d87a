/**
 * Makes Chromium collect garbage. By itself it waits for long: after a reload the whole previous page stays in memory,
 * and a game adds ten megabytes a turn. Allocating a large buffer starts a collection. Nothing is written to the buffer,
 * so it takes no memory.
 */

/** The bytes of the buffer: more than the 64 MiB of new buffers at which V8 starts a collection. */
const MUCH = 1e8
/** How long no event must come before a collection, in milliseconds. */
const QUIET = 400
/** The least time between two collections, in milliseconds. */
const APART = 5000

/** Start a collection, which Chromium does in small steps. Other browsers, and pages over plain HTTP, do nothing. */
export function collectGarbage(): void {
  if (!('userAgentData' in navigator)) return
  try {
    // The bundler leaves out a buffer of which nothing is asked.
    void new ArrayBuffer(MUCH).byteLength
  } catch {
    // A small device may have no room for the buffer, not even unused.
  }
}

/** Return a function to call at every event: it starts a collection when events pause, but not too often. */
export function garbageCollector(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = -APART
  return () => {
    clearTimeout(timer)
    const wait = Math.max(QUIET, last + APART - performance.now())
    timer = setTimeout(() => {
      last = performance.now()
      collectGarbage()
    }, wait)
  }
}
