import { beforeEach, expect, test } from 'vitest'
import type { Entry, Event, TicketWay } from '../protocol'
import { settings } from '../settings.svelte'
import { clockFace } from './state/clock.svelte'
import { Completions } from './state/completed'
import { joined, lineOf, linesOf, newestFirst } from './log/log-lines'
import { quietOf } from './map/glowing'
import { turnedUp } from './trays/tunnel'

const atlas = {
  route: () => 'Oslo – Bergen',
  routes: new Map([
    ['ferry', { id: 'ferry', places: ['a', 'b'], length: 4, colour: 'grey', locomotives: 2, waves: 0 }],
    ['red', { id: 'red', places: ['a', 'b'], length: 3, colour: 'red', locomotives: 0, waves: 0 }],
  ]),
  goal: (id: string) => id,
}
const game = { atlas, name: () => 'Ann', observation: { hand: { blue: 5, red: 1 } } } as never

beforeEach(() => {
  settings.locale = 'en'
})

test('a log line shows what was seen, and where', () => {
  const line = lineOf(game, {
    type: 'route_claimed',
    seat: 0,
    route: 'red',
    cards: { red: 3 },
    points: 4,
  } as unknown as Event)
  expect(line.text).toBe('Ann claimed Oslo – Bergen, 4\u00a0points')
  expect(line.cards).toEqual({ red: 3 })
  const ferry = { type: 'route_claimed', seat: 0, route: 'ferry', cards: { red: 1 }, ferry_cards: 1, points: 2 }
  expect(lineOf(game, ferry as unknown as Event)).toMatchObject({ cards: { red: 1 }, ferryCards: 1 })
  expect(line.spotlight).toEqual({ routes: ['red'], places: ['a', 'b'] })
  expect(lineOf(game, { type: 'card_drawn', seat: 0, from: 'deck' } as Event).text).toBe('Ann drew from the deck')
  const drew = (card: string) => lineOf(game, { type: 'card_drawn', seat: 0, from: 'deck', card } as Event).text
  expect(drew('red')).toBe('Ann drew a red card from the deck')
  expect(drew('locomotive')).toBe('Ann drew a locomotive from the deck')
})

test('newest first, also within one move', () => {
  const claim = { type: 'route_claimed', seat: 0, route: 'red', cards: { red: 3 }, points: 4 }
  const bonus = { type: 'bonus_cards_drawn', seat: 0, count: 2 }
  const entries = [
    { seq: 4, by: 0, kind: 'action', events: [{ type: 'card_drawn', seat: 0, from: 'deck' }] },
    { seq: 5, by: 0, kind: 'action', events: [claim, bonus] },
  ]
  const found = newestFirst(game, entries as unknown as Entry[])
  expect(found.map(({ seq, lines }) => [seq, ...lines.map((line) => line.text)])).toEqual([
    [5, 'Ann drew 2\u00a0cards as a bonus', 'Ann claimed Oslo – Bergen, 4\u00a0points'],
    [4, 'Ann drew from the deck'],
  ])
})

test('repeated lines are shown once', () => {
  const drawn = (seat: number, card?: string) => lineOf(game, { type: 'card_drawn', seat, from: 'deck', card } as Event)
  const taken = { type: 'card_taken', seat: 1, card: 'green' } as Event
  const claim = lineOf(game, {
    type: 'route_claimed',
    seat: 0,
    route: 'red',
    cards: { red: 3 },
    points: 4,
  } as unknown as Event)
  const lines = joined([drawn(1), drawn(1), claim, claim, lineOf(game, taken), lineOf(game, taken), drawn(1)])
  expect(lines.map((line) => [line.text, line.cards])).toEqual([
    ['Ann drew from the deck ×2', null],
    [claim.text, { red: 3 }],
    [claim.text, { red: 3 }],
    ['Ann took a green card', { green: 2 }],
    ['Ann drew from the deck', null],
  ])
})

test('refilling the display is no news', () => {
  const entry = { seq: 2, by: 0, kind: 'action', events: [{ type: 'display_filled', slot: 0, card: 'red' }] }
  expect(linesOf(game, entry as unknown as Entry)).toEqual([])
})

test('clocks are read at a glance', () => {
  expect(clockFace(65_000)).toBe('1:05')
  expect(clockFace(999)).toBe('0:01')
  expect(clockFace(7_300_000)).toBe('2 h 1 min')
  expect(clockFace(3 * 86_400_000)).toBe('3 d 0 h')
})

test('of the claimable routes only those that a ticket needs stand out', () => {
  const tickets = [
    { completed: false, missing: ['a', 'z'] },
    { completed: true, missing: ['b'] },
  ]
  expect(quietOf(['a', 'b', 'c'], tickets)).toEqual(['b', 'c'])
})

test('of the cards revealed for a tunnel, the matching ones are marked, as the server says', () => {
  const marked = (matching: string[]) =>
    turnedUp({ revealed: { blue: 1, red: 1, locomotive: 1 }, matching })
      .filter((one) => one.matches)
      .map((one) => one.card)
  expect(marked(['blue', 'locomotive'])).toEqual(['blue', 'locomotive'])
  expect(marked(['locomotive'])).toEqual(['locomotive'])
})

test('a completed ticket is announced once', () => {
  const ticket = (id: string, completed: boolean, drawn = false) => ({ id, completed, drawn }) as TicketWay
  const completions = new Completions()
  const heard = (eyes: number | null, ...tickets: TicketWay[]) =>
    completions.hear({ eyes, tickets }).map((one) => one.id)
  // Tickets completed before joining are no news, nor are those of another seat at this screen.
  expect(heard(0, ticket('a', true), ticket('b', false))).toEqual([])
  expect(heard(0, ticket('a', true), ticket('b', true), ticket('c', true, true))).toEqual(['b'])
  expect(heard(0, ticket('a', true), ticket('b', true))).toEqual([])
  expect(heard(1, ticket('d', true))).toEqual([])
  expect(heard(0, ticket('a', true), ticket('b', true))).toEqual([])
})
