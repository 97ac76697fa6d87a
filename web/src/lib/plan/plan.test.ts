import { beforeEach, expect, test } from 'vitest'
import { levelsAt } from '../levels.svelte'
import { settings } from '../settings.svelte'
import { Plan } from './plan.svelte'

beforeEach(() => {
  settings.name = 'Ann'
  settings.locale = 'en'
})

const plan = () => new Plan(() => 'guard')

test('bots have names of their own, in the same order every time', () => {
  const two = plan()
  two.add('bot')
  expect(two.names).toEqual(['Ada', 'Bruno', 'Celina'])
  expect(two.request('usa').seats.map((seat) => [seat.kind, seat.name, seat.level])).toEqual([
    ['me', 'Ann', undefined],
    ['bot', 'Ada', 'guard'],
    ['bot', 'Bruno', 'guard'],
    ['bot', 'Celina', 'guard'],
  ])
})

test('no bot has the name of a person at the table', () => {
  settings.name = ' ada '
  const table = plan()
  table.setMode('hotseat')
  table.add('bot')
  table.add('bot')
  const [friend] = table.others
  if (friend) friend.name = 'BRUNO'
  expect(table.names).toEqual(['BRUNO', 'Celina', 'Daniel'])
})

test('an empty name at one screen becomes the row’s number, and names stay unique', () => {
  const table = plan()
  table.setMode('hotseat')
  table.add('me')
  table.add('me')
  expect(table.names).toEqual(['Player 2', 'Player 3', 'Player 4'])
  for (const other of table.others.slice(1)) other.name = ' '
  expect(table.names).toEqual(['Player 2', 'Player 3', 'Player 4'])
  table.remove(0)
  expect(table.names).toEqual(['Player 2', 'Player 3'])
  if (table.others[0]) table.others[0].name = 'Player 3'
  expect(table.names).toEqual(['Player 3', 'Player 4'])
  table.add('me')
  expect(new Set(table.names).size).toBe(3)
})

test('everybody at one screen has a colour, and taking somebody’s swaps them', () => {
  const table = plan()
  table.setMode('hotseat')
  table.add('me')
  const colours = () => table.request('usa').seats.map((seat) => seat.colour)
  expect(colours()).toEqual(['red', 'blue', 'green'])
  table.paint(1, 'red')
  expect(colours()).toEqual(['green', 'blue', 'red'])
  table.paint(-1, 'blue')
  expect(colours()).toEqual(['blue', 'green', 'red'])
  table.paint(0, 'black')
  expect(colours()).toEqual(['blue', 'black', 'red'])
})

test('a level not offered at this table is replaced by the strongest that is', () => {
  const levels = [
    { id: 'guard', elo: -379, tables: null, gentle: false },
    { id: 'dispatcher', elo: 0, tables: null, gentle: false },
    { id: 'superintendent', elo: 220, tables: { usa: [2, 3] }, gentle: false },
  ]
  const names = (board: string | null, players: number) => levelsAt(levels, board, players).map(({ id }) => id)
  expect(names('usa', 3)).toEqual(['guard', 'dispatcher', 'superintendent'])
  expect([names('usa', 4), names('italy', 2), names(null, 2)]).toEqual(Array(3).fill(['guard', 'dispatcher']))
  const two = plan()
  two.levelled('superintendent,guard', levels, 'guard')
  two.within(levelsAt(levels, 'usa', 3))
  expect(two.others.map(({ level }) => level)).toEqual(['superintendent', 'guard'])
  two.within([])
  two.within(levelsAt(levels, 'italy', 3))
  expect(two.others.map(({ level }) => level)).toEqual(['dispatcher', 'guard'])
})
