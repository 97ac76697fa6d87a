import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectGarbage, garbageCollector } from './garbage'

let buffers = 0

beforeEach(() => {
  buffers = 0
  vi.useFakeTimers()
  vi.stubGlobal('ArrayBuffer', function Counted() {
    buffers += 1
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('only Chromium gets the buffer that makes it collect', () => {
  collectGarbage()
  expect(buffers).toBe(0)
  vi.stubGlobal('navigator', { userAgentData: {} })
  collectGarbage()
  expect(buffers).toBe(1)
})

test('garbage is collected when events pause, and seldom', () => {
  vi.stubGlobal('navigator', { userAgentData: {} })
  const event = garbageCollector()
  for (let number = 0; number < 5; number++) {
    event()
    vi.advanceTimersByTime(300)
  }
  expect(buffers).toBe(0)
  vi.advanceTimersByTime(200)
  expect(buffers).toBe(1)
  event()
  vi.advanceTimersByTime(4800)
  expect(buffers).toBe(1)
  event()
  vi.advanceTimersByTime(400)
  expect(buffers).toBe(2)
})

test('the garbage of events that come too soon is collected later, even if no other event comes', () => {
  vi.stubGlobal('navigator', { userAgentData: {} })
  const event = garbageCollector()
  event()
  vi.advanceTimersByTime(400)
  expect(buffers).toBe(1)
  event()
  vi.advanceTimersByTime(4999)
  expect(buffers).toBe(1)
  vi.advanceTimersByTime(1)
  expect(buffers).toBe(2)
})
