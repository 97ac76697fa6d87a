import { expect, test } from 'vitest'
import { delayOf } from './backoff'

test('retries back off, up to 17 seconds', () => {
  const delays = [0, 1, 2, 3, 4, 5, 6, 20].map((attempt) => delayOf(attempt, 0.5))
  expect(delays[0]).toBe(400)
  expect(delays[1]).toBe(800)
  expect(Math.max(...delays)).toBe(12_000)
  expect(delayOf(30, 1)).toBeLessThan(17_000)
})

test('jitter spreads them', () => {
  expect(delayOf(3, 0)).toBeLessThan(delayOf(3, 1))
})
