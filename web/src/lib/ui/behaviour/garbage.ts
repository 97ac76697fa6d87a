/**
 * Asks the browser to collect garbage. Chromium leaves it for long: after a reload all of the page before, during a game
 * ten megabytes a turn. A large buffer makes it collect. The buffer's memory is never touched, so it costs nothing.
 */

/** More than V8 lets buffers take (64 MiB) before it looks. */
const MUCH = 1e8
/** Milliseconds without any event after which there is time. */
const QUIET = 400
/** Milliseconds between two times. */
const APART = 5000

/** Collect garbage soon, a little at a time; in other browsers than Chromium nothing happens. */
export function collectGarbage(): void {
  if (!('userAgentData' in navigator)) return
  try {
    // The bundler leaves out a buffer of which nothing is asked.
    void new ArrayBuffer(MUCH).byteLength
  } catch {
    // There are not even addresses left.
  }
}

/** Return a function to be called at every event: it collects garbage when they pause. */
export function garbageCollector(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = -APART
  return () => {
    clearTimeout(timer)
    if (performance.now() - last < APART) return
    timer = setTimeout(() => {
      last = performance.now()
      collectGarbage()
    }, QUIET)
  }
}
