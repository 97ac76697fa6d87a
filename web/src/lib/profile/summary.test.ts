import { expect, test } from 'vitest'
import { counted, type Played } from './played'
import { anyGame } from './samples'
import { byBoardAndLevel, byName, favourites, longestDays, summary } from './summary'

const GAMES = Array.from({ length: 60 }, (_, seed) => anyGame(seed))
const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)

test('figures count every game that counts once', () => {
  const games = counted(GAMES)
  expect(games.length).toBeGreaterThan(20)
  expect(games.every((game) => game.mine !== null && game.lesson === null && !game.seat.helped)).toBe(true)
  const all = summary(games)
  expect(all.games).toBe(games.length)
  const rows = byBoardAndLevel(games)
  expect(sum(rows.map((row) => row.all.games))).toBe(all.games)
  expect(sum(rows.map((row) => row.all.wins))).toBe(all.wins)
  for (const row of rows) {
    expect(sum([...row.against.values()].map((tally) => tally.games))).toBe(row.all.games)
    const here = games.filter((game) => game.board === row.board)
    expect(row.best.me.points).toBe(Math.max(...here.map((game) => game.me.points)))
  }
  expect(all.longest?.seat.longest_path).toBe(Math.max(...games.map((game) => game.seat.longest_path)))
  const claims = ['usa', 'italy'].flatMap((board) => favourites(games, board).map(([, times]) => times))
  expect(sum(claims)).toBe(sum(games.map((game) => game.seat.routes.length)))
})

test('runs of wins end with a loss', () => {
  const play = (won: boolean, at: number): Played => {
    const players = [
      { name: 'Ann', level: null, elo: null, points: 1, won },
      { name: 'Ada', level: 'guard', elo: -379, points: 1, won: !won },
    ]
    return { ...anyGame(0), game: `${at}`, at, players, lesson: null, own: [seat], mine: 0 }
  }
  const seat = { ...anyGame(0).own[0]!, seat: 0, helped: false }
  const runs = (hits: boolean[]) => {
    const { run, bestRun } = summary(counted(hits.map(play)))
    return [run, bestRun]
  }
  expect(runs([])).toEqual([0, 0])
  expect(runs([true, true])).toEqual([2, 2])
  expect(runs([true, true, false])).toEqual([0, 2])
  expect(runs([true, false, true])).toEqual([1, 1])
})

test('days in a row, over the end of a month', () => {
  const on = (...days: string[]) =>
    longestDays(days.map((day) => ({ day, board: 'usa', game: '', points: 0, margin: 0, won: false })))
  expect(on()).toBe(0)
  expect(on('2026-03-01', '2026-02-27', '2026-02-28', '2026-02-28', '2026-03-05')).toBe(3)
})

test('parallel routes are one favourite', () => {
  const times: [string, number][] = [
    ['a:b:grey', 4],
    ['c:d:red', 3],
    ['c:d:blue', 2],
  ]
  expect(byName(times, (route) => route.slice(0, 3))).toEqual([
    ['c:d:red', 5],
    ['a:b:grey', 4],
  ])
})
