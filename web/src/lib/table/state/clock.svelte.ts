/** The server keeps the clocks; the browser counts along between its messages. */
import type { SeatClock, View } from '../../protocol'

const tick = $state({ now: 0 })
if (typeof window !== 'undefined') setInterval(() => (tick.now = performance.now()), 500)

const received = new WeakMap<View, number>()

/** A seat's remaining time now, in milliseconds. */
export function remaining(view: View, clock: SeatClock): number | null {
  if (clock.remaining_ms === null) return null
  let at = received.get(view)
  if (at === undefined) {
    at = performance.now()
    received.set(view, at)
  }
  const passed = clock.running ? Math.max(0, tick.now - at) : 0
  return Math.max(0, clock.remaining_ms - passed)
}

/** 4:05, or 2 d 3 h. */
export function clockFace(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
