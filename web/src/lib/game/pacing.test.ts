import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, Event, View } from '../protocol'
import { settings } from '../settings.svelte'
import { Pacing, shownFor } from './pacing'

let shown: number[]
/** Whether trains roll. */
let rolling: boolean
/** Whether the player has asked for the end. */
let skipping: boolean
let pacing: Pacing

beforeEach(() => {
  vi.useFakeTimers()
  settings.speed = 2
  shown = []
  rolling = false
  skipping = false
  pacing = new Pacing(
    (view) => shown.push(view.seq),
    () => rolling,
    () => skipping,
  )
  pacing.hear(view(1, 0))
})

afterEach(() => {
  pacing.stop()
  vi.useRealTimers()
})

function view(seq: number, by: number, type: Event['type'] = 'card_taken', more: Partial<View> = {}): View {
  const entry = { seq, by, kind: 'action', by_bot: by !== 0, events: [{ type, seat: by }] } as unknown as Entry
  return {
    seq,
    from_seq: seq - 1,
    reset: false,
    eyes: 0,
    entries: [entry],
    offers: null,
    clocks: null,
    ...more,
  } as View
}

test('a claim is shown longer than tickets, and those longer than a card', () => {
  const long = (type: Event['type']) => shownFor(view(2, 1, type).entries)
  expect(long('route_claimed')).toBeGreaterThan(long('tickets_drawn'))
  expect(long('tickets_drawn')).toBeGreaterThan(long('card_taken'))
  expect(shownFor([])).toBe(0)
})

test('others’ moves are shown one by one, about a second each', () => {
  pacing.hear(view(2, 1, 'route_claimed'))
  pacing.hear(view(3, 2, 'tickets_drawn'))
  pacing.hear(view(4, 3))
  expect(shown).toEqual([1, 2])
  vi.advanceTimersByTime(1400)
  expect(shown).toEqual([1, 2])
  vi.advanceTimersByTime(200)
  expect(shown).toEqual([1, 2, 3])
  vi.advanceTimersByTime(1100)
  expect(shown).toEqual([1, 2, 3, 4])
})

test('moves before your own turn take half the time', () => {
  pacing.hear(view(2, 1, 'route_claimed'))
  vi.advanceTimersByTime(1600)
  pacing.hear(view(3, 2, 'route_claimed'))
  pacing.hear(view(4, 3, 'card_taken', { offers: {} as View['offers'] }))
  expect(shown).toEqual([1, 2, 3])
  vi.advanceTimersByTime(1500)
  expect(shown).toEqual([1, 2, 3, 4])
})

test('the others wait until the trains of a claim stand, but not for long if nobody looks', () => {
  rolling = true
  pacing.hear(view(2, 0, 'route_claimed'))
  pacing.hear(view(3, 1))
  vi.advanceTimersByTime(900)
  expect(shown).toEqual([1, 2])
  rolling = false
  vi.advanceTimersByTime(60)
  expect(shown).toEqual([1, 2, 3])
  rolling = true
  pacing.hear(view(4, 2))
  vi.advanceTimersByTime(2000)
  expect(shown).toEqual([1, 2, 3])
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.advanceTimersByTime(60)
  expect(shown).toEqual([1, 2, 3, 4])
  hidden.mockRestore()
})

test('wanting to act shows everything at once', () => {
  for (const seq of [2, 3, 4]) pacing.hear(view(seq, 1))
  expect(shown).toEqual([1, 2])
  pacing.hurry()
  expect(shown).toEqual([1, 2, 3, 4])
  vi.runAllTimers()
  expect(shown).toEqual([1, 2, 3, 4])
})

test.each<[string, Partial<View>]>([
  ['an own action', { entries: view(4, 0).entries }],
  ['new eyes', { eyes: 1 }],
  ['an undo', { reset: true }],
  ['a turn whose clock runs', { offers: {}, clocks: [{ running: true }] } as unknown as Partial<View>],
])('%s never waits, and nothing before it does', (_, more) => {
  pacing.hear(view(2, 1))
  pacing.hear(view(3, 2))
  pacing.hear(view(4, 1, 'card_taken', more))
  expect(shown).toEqual([1, 2, 3, 4])
})

test('without animations nothing waits', () => {
  settings.speed = 0
  for (const seq of [2, 3, 4]) pacing.hear(view(seq, 1))
  expect(shown).toEqual([1, 2, 3, 4])
})

test('who wants to see the end waits for nothing', () => {
  pacing.hear(view(2, 1, 'route_claimed'))
  pacing.hear(view(3, 2))
  skipping = true
  pacing.hurry()
  pacing.hear(view(4, 3, 'route_claimed'))
  pacing.hear(view(5, 1))
  expect(shown).toEqual([1, 2, 3, 4, 5])
})
