import { expect, test } from 'vitest'
import type { Table } from '../protocol'
import { asksAboutPush, isLong } from './long'
import { minutes } from './push'

function table(kinds: ('person' | 'bot')[], clock: Table['clock'], status: Table['status'] = 'playing'): Table {
  return { seats: kinds.map((kind, seat) => ({ kind, seat })), clock, status } as Table
}

test('times are minutes after midnight', () => {
  expect(['00:00', '07:05', '22:30', '24:00'].map(minutes)).toEqual([0, 425, 1350, 0])
})

test('only tables that people play over days, with somebody elsewhere', () => {
  const two = ['person', 'person'] as const
  expect(isLong(table([...two], { kind: 'days', days: 1 }), [0])).toBe(true)
  expect(isLong(table([...two], { kind: 'none' }), [0])).toBe(true)
  expect(isLong(table([...two], { kind: 'move', seconds: 60 }), [0])).toBe(false)
  expect(isLong(table([...two], { kind: 'none' }), [0, 1])).toBe(false)
  expect(isLong(table(['person', 'bot'], { kind: 'none' }), [0])).toBe(false)
  expect(isLong(table([...two], { kind: 'none' }, 'over'), [0])).toBe(false)
})

test('a table asks about it if its clock is long, and only those who play there', () => {
  const two = table(['person', 'person'], { kind: 'days', days: 1 })
  expect(asksAboutPush(two, [0])).toBe(true)
  expect(asksAboutPush(two, [])).toBe(false)
  expect(asksAboutPush({ ...two, clock: { kind: 'none' } }, [0])).toBe(false)
  expect(asksAboutPush({ ...two, status: 'over' }, [0])).toBe(false)
})
