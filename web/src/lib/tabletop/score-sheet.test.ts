import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BoardDefinition, TabletopProblem } from '../protocol'
import { settings } from '../settings.svelte'
import { Atlas } from '../words'
import { Sheet } from './score-sheet.svelte'
import { problemText } from './problems'

const KEY = 'semafor.tabletop'
const place = (id: string) => ({ id, name: id.toUpperCase(), names: {}, aliases: [], kind: 'city' })
const board = {
  id: 'usa',
  players: { min: 2, max: 3 },
  places: ['a', 'b', 'c'].map(place),
  routes: ['a:b:red', 'a:b:blue', 'b:c:grey'].map((id) => ({ id, places: id.split(':').slice(0, 2) })),
  tickets: [{ id: 'a:c', places: ['a', 'c'], points: 7 }],
  goals: [{ id: 'ferries' }],
} as unknown as BoardDefinition

beforeEach(() => {
  settings.locale = 'en'
})
afterEach(() => localStorage.removeItem(KEY))

test('a route is entered, taken back, and given to another player only if that is meant', () => {
  const sheet = new Sheet()
  expect(sheet.toggle('routes', 'a:b:red')).toBe(true)
  sheet.active = 1
  expect(sheet.toggle('routes', 'a:b:red')).toBe(false)
  expect(sheet.holder('routes', 'a:b:red')).toBe(0)
  sheet.give('routes', 'a:b:red')
  expect(sheet.players.map(({ routes }) => routes)).toEqual([[], ['a:b:red']])
  expect(sheet.toggle('routes', 'a:b:red')).toBe(true)
  expect(sheet.empty).toBe(true)
})

test('what was entered is kept, with the names; a damaged sheet is an empty one', () => {
  const sheet = new Sheet()
  sheet.players[0]!.name = 'Ala'
  sheet.toggle('tickets', 'a:c')
  sheet.toggleGoal('ferries')
  sheet.add()
  sheet.active = 2
  sheet.keep()
  const again = Sheet.kept()
  expect(again.request(true)).toEqual(sheet.request(true))
  expect([again.players[0]?.name, again.players.length, again.active]).toEqual(['Ala', 3, 2])
  for (const text of ['{', '7', '{"board":"usa","players":[{"name":1}]}', '{"players":null}']) {
    localStorage.setItem(KEY, text)
    expect(Sheet.kept().empty).toBe(true)
    expect(Sheet.kept().players.length).toBe(2)
  }
})

test('a sheet fits its board: ids that it does not have go, and so do players', () => {
  const sheet = new Sheet()
  for (let more = 0; more < 3; more++) sheet.add()
  sheet.toggle('routes', 'b:c:grey')
  sheet.toggle('routes', 'x:y:grey')
  sheet.toggle('tickets', 'x:y')
  sheet.active = 4
  sheet.fit(board)
  expect(sheet.players.length).toBe(3)
  expect(sheet.active).toBe(2)
  expect(sheet.request(false).seats[0]).toEqual({ routes: ['b:c:grey'], tickets: [], hand: {} })
})

test('two players who want one colour swap', () => {
  const sheet = new Sheet()
  sheet.paint(0, 'blue')
  expect(sheet.players.map(({ colour }) => colour)).toEqual(['blue', 'red'])
  sheet.paint(0, 'green')
  expect(sheet.players.map(({ colour }) => colour)).toEqual(['green', 'red'])
})

test('a problem says what is wrong, whose it is, and which rule', () => {
  const atlas = new Atlas(board)
  const names = (seat: number) => ['Ala', 'Ola'][seat] ?? ''
  const nothing = { rule: null, message: '', seats: [], routes: [], tickets: [], cards: [], numbers: {} }
  const said = (problem: Partial<TabletopProblem> & Pick<TabletopProblem, 'code'>) =>
    problemText({ ...nothing, ...problem }, atlas, names).replaceAll('\u00a0', ' ')
  const twice = { rule: 'U-17', seats: [0, 1], routes: ['a:b:red'] }
  expect(said({ code: 'route_twice', ...twice })).toBe(
    'A – B: only one player can have this route, not Ala and Ola (U-17).',
  )
  const lanes = { routes: ['a:b:red', 'a:b:blue'], rule: 'U-20', numbers: { players: 3, most: 1 } }
  expect(said({ code: 'parallel_closed', ...lanes })).toBe(
    'A – B: with 3 players, only 1 of these parallel routes may be claimed (U-20).',
  )
  const trains = { seats: [1], rule: 'U-18', numbers: { used: 47, trains: 45 } }
  expect(said({ code: 'too_many_trains', ...trains })).toContain('Ola: these routes take 47 trains')
  settings.locale = 'pl'
  expect(said({ code: 'ticket_twice', seats: [0, 1], tickets: ['a:c'] })).toContain('Ala i Ola')
})
