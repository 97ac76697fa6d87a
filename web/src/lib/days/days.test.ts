import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DayPar } from '../protocol'
import { bar, beaten, columns, placeOf } from './place'
import type { DayResult } from './results.svelte'

const PAR: DayPar = { day: '2026-11-17', board: 'usa', points: [90, 80, 80, 10], par: 80 }
const RESULT: DayResult = { day: '2026-11-17', board: 'usa', game: 'abc', points: 70, margin: -3, won: false }

describe('a place among the bots', () => {
  it.each([
    [95, 1, 4],
    [90, 1, 3],
    [80, 2, 1],
    [10, 4, 0],
    [0, 5, 0],
  ])('with %i points it is %i, and %i games are worse', (points, place, worse) => {
    expect(placeOf(PAR, points)).toBe(place)
    expect(beaten(PAR, points)).toBe(worse)
  })

  it('is shown in ten squares', () => {
    expect([...bar(PAR, 95)]).toHaveLength(10)
    expect(bar(PAR, 0)).toBe('⬜'.repeat(10))
    expect(bar(PAR, 95)).toBe('🟩'.repeat(10))
  })

  it('is one of the columns, which count every game once', () => {
    for (const points of [-20, 10, 85, 200]) {
      const made = columns(PAR, points)
      expect(made.reduce((sum, one) => sum + one.count, 0)).toBe(4)
      expect(made.filter((one) => one.mine)).toHaveLength(1)
      expect(made.length).toBeLessThanOrEqual(20)
    }
  })
})

describe('results of this device', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.resetModules()
  })

  it('keep the first on a deal, even one from another tab', async () => {
    const { note, resultOf } = await import('./results.svelte')
    localStorage.setItem('semafor.days', JSON.stringify([RESULT]))
    expect(note({ ...RESULT, game: 'def', points: 120 }).points).toBe(70)
    expect(resultOf('2026-11-17', 'usa')?.game).toBe('abc')
    note({ ...RESULT, board: 'italy', points: 120 })
    expect(JSON.parse(localStorage.getItem('semafor.days') ?? '')).toHaveLength(2)
  })

  it('skip damaged ones', async () => {
    localStorage.setItem('semafor.days', JSON.stringify([RESULT, { day: 5 }, null, { ...RESULT, points: 'many' }]))
    const { results } = await import('./results.svelte')
    expect(results.all).toEqual([RESULT])
    localStorage.setItem('semafor.days', '{')
    vi.resetModules()
    expect((await import('./results.svelte')).results.all).toEqual([])
  })

  it('count days in a row, over the end of a month', async () => {
    const days = ['2026-02-27', '2026-02-28', '2026-03-01']
    localStorage.setItem('semafor.days', JSON.stringify(days.map((day) => ({ ...RESULT, day }))))
    const { streak } = await import('./results.svelte')
    expect(streak('2026-03-01')).toBe(3)
    expect(streak('2026-03-02')).toBe(3)
    expect(streak('2026-03-03')).toBe(0)
  })
})
