import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PuzzleAnswer, PuzzleOption } from '../protocol'
import { shownOptions } from './options'

const PUZZLES = ['a', 'b', 'c'].map((id) => ({ id }))

describe('answers of this device', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.resetModules()
  })

  it('keep the first one, even from another tab', async () => {
    const { note, solvedOf } = await import('./answers.svelte')
    localStorage.setItem('semafor.puzzles', JSON.stringify({ a: 'failed' }))
    expect(note('a', 'solved')).toBe('failed')
    expect(note('b', 'solved')).toBe('solved')
    expect(solvedOf(PUZZLES)).toBe(1)
    expect(JSON.parse(localStorage.getItem('semafor.puzzles') ?? '')).toEqual({ a: 'failed', b: 'solved' })
  })

  it('skip damaged ones', async () => {
    localStorage.setItem('semafor.puzzles', JSON.stringify({ a: 'solved', b: 5, c: null }))
    expect((await import('./answers.svelte')).answers.all).toEqual({ a: 'solved' })
    for (const damaged of ['{', '[]', 'null', '7']) {
      localStorage.setItem('semafor.puzzles', damaged)
      vi.resetModules()
      expect((await import('./answers.svelte')).answers.all).toEqual({})
    }
  })

  it('lead to the next unanswered puzzle, wrapping around', async () => {
    const { nextOf, note } = await import('./answers.svelte')
    expect(nextOf(PUZZLES, null)).toBe('a')
    expect(nextOf(PUZZLES, 'b')).toBe('c')
    note('c', 'failed')
    expect(nextOf(PUZZLES, 'b')).toBe('a')
    note('a', 'solved')
    expect(nextOf(PUZZLES, 'b')).toBe(null)
    expect(nextOf(PUZZLES, null)).toBe('b')
  })
})

it('the best moves are shown, and your own', () => {
  const options = Array.from({ length: 12 }, (_, number): PuzzleOption => ({
    action: { type: 'claim' as const, route: `route ${number}`, cards: {} },
    trials: [{ wins: 0.7, margin: 3, games: 600, behind: number / 20, error: 0.01 }],
  }))
  const reason = { code: 'drawing' }
  const answer: PuzzleAnswer = { chosen: 9, bots: ['planner'], options, reason, completes: [], detours: [] }
  const shown = shownOptions(answer)
  expect(shown.map(({ option }) => options.indexOf(option))).toEqual([0, 1, 2, 3, 4, 5, 9])
  expect(shown.filter(({ chosen }) => chosen)).toHaveLength(1)
})
