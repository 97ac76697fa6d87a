import { expect, test } from 'vitest'
import type { Contest, ContestTable } from '../protocol'
import { isOver, nextDeal, signed } from './next'

function contest(deals: ContestTable['deals'], own = true, open = false): Contest {
  return {
    contest: 'abc',
    name: 'Friday',
    board: 'usa',
    seats: [{ kind: 'person' }, { kind: 'bot', level: 'guard' }],
    clock: { kind: 'none' },
    joining: true,
    deals: deals.map((_, index) => ({ deal: index + 1, open, commitment: '', seed: null })),
    tables: [
      { table: 1, players: [], free: 0, withdrawn: false, deals: deals.map(() => 'over') },
      { table: 2, players: [], free: 0, withdrawn: false, deals },
    ],
    standings: [],
    host: false,
    own: own ? { table: 2, seat: 0, ready: null } : null,
  }
}

test('the next deal is the first unfinished one of your table', () => {
  expect(nextDeal(contest(['over', 'playing', 'waiting']))).toEqual({ deal: 2, begun: true })
  expect(nextDeal(contest(['missed', 'waiting', 'waiting']))).toEqual({ deal: 2, begun: false })
  expect(nextDeal(contest(['over', 'missed', 'over']))).toBeNull()
  expect(nextDeal(contest(['waiting'], false))).toBeNull()
})

test('a contest is over when all its deals are open', () => {
  expect(isOver(contest(['over', 'over'], true, true))).toBe(true)
  expect(isOver(contest(['over', 'over']))).toBe(false)
})

test('margins have a sign', () => {
  expect([12, -3.25, 0, -0.01].map(signed)).toEqual(['+12', '−3.3', '+0', '+0'])
})
