import { expect, test } from 'vitest'
import type { Spread, SpreadGame } from '../protocol'
import { GAMES, play, spreadOf } from './spread'

const game = (mine: number, theirs: number): SpreadGame => ({
  points: [mine, theirs],
  winners: [...(mine >= theirs ? [0] : []), ...(theirs >= mine ? [1] : [])],
})

test('the spread has the points in order, their middle, and the wins', () => {
  const [mine, theirs] = spreadOf([game(90, 80), game(70, 100), game(-5, -5)])
  expect(mine).toEqual({ seat: 0, points: [-5, 70, 90], wins: 2, least: -5, middle: 70, most: 90 })
  expect(theirs?.wins).toBe(2)
  expect(spreadOf([])).toEqual([])
})

test('games arrive in parts, each once, and none after stopping', async () => {
  const asked: [number, number][] = []
  const ask = (first: number, games: number): Promise<Spread> => {
    asked.push([first, games])
    return Promise.resolve({ after: 1, first, games: Array.from({ length: games }, () => game(1, 2)) })
  }
  const told: number[] = []
  await play(ask, (games) => told.push(games.length), new AbortController().signal)
  expect(told).toEqual([4, 8, 12, 16, GAMES])
  expect(asked.map(([first]) => first)).toEqual([0, 4, 8, 12, 16])
  const stopping = new AbortController()
  told.length = 0
  await play(ask, (games) => (told.push(games.length), stopping.abort()), stopping.signal)
  expect(told).toEqual([4])
})
