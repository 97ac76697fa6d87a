/** Tips in each state of the game: each at the right time, once, until the player has done it. */
import { expect, test } from 'vitest'
import en from '../../../messages/en.json'
import type { Offers, RouteShape, TicketWay } from '../protocol'
import { madeUpScene } from './made-up-scene'
import type { Scene } from './scene'
import { isDone, TAUGHT, tipNow } from './tips'

const route = (changes: Partial<RouteShape>): RouteShape =>
  ({
    length: 2,
    points: 2,
    locomotives: 0,
    waves: 0,
    bonus_cards: 0,
    tunnel: false,
    stand_in: null,
    ...changes,
  }) as RouteShape
const routes = new Map([
  ['plain', route({})],
  ['north', route({ locomotives: 1, stand_in: { cards: 3, one_colour: false } })],
  ['pair', route({ locomotives: 1, stand_in: { cards: 2, one_colour: true }, bonus_cards: 1 })],
  ['sea', route({ waves: 2 })],
  ['dug', route({ tunnel: true })],
])
const offers = (changes: Partial<Offers> = {}, claims: string[] = []): Offers =>
  ({
    seat: 0,
    decision: 'take_turn',
    draw: { deck: true, display: [true, false], tickets: true, ferry_card: false },
    pass: false,
    claims: claims.map((id) => ({ route: id, payments: 1, best: { cards: { red: 2 }, ferry_cards: 0 } })),
    keep: null,
    tunnel: null,
    ...changes,
  }) as Offers
const ticket = (missing: string[], changes: Partial<TicketWay> = {}): TicketWay =>
  ({
    id: 'a:b',
    drawn: false,
    completed: missing.length === 0,
    possible: true,
    missing,
    trains_needed: 2,
    ...changes,
  }) as TicketWay
const scene = (changes: Partial<Scene>): Scene =>
  madeUpScene({
    hand: { red: 2 },
    display: ['red', 'locomotive'],
    offers: offers(),
    tickets: [ticket(['plain'])],
    routes,
    acts: 1,
    ...changes,
  })
const shown = (changes: Partial<Scene>, read: string[] = []) => tipNow(scene(changes), read)
const veteran = ['draw', 'claim', 'locomotive']

test('a face-up locomotive is explained where it is the only card of a turn, before it is taken', () => {
  const there = offers({ draw: { ...offers().draw, display: [true, true] } })
  expect(shown({ offers: there, alone: true }, veteran)).toMatchObject({
    id: 'engine',
    lit: [{ kind: 'slot', number: 1 }],
  })
  expect(shown({ offers: there, alone: false }, veteran)).toBeNull()
  expect(shown({ alone: true }, veteran)).toBeNull()
})

test('undo is shown only where there is time to read about it', () => {
  expect(shown({ undo: true, offers: null }, veteran)?.id).toBe('undo')
  expect(shown({ undo: true, waits: true, offers: null }, veteran)).toBeNull()
})

test('a first game: tickets, two cards, a claim that helps, what a locomotive is', () => {
  const keep = offers({ decision: 'keep_tickets', keep: { tickets: ['a:b', 'c:d'], at_least: 1 } } as Partial<Offers>)
  const start = { tickets: [ticket([], { drawn: true })], offers: keep, acts: 0 }
  expect(shown(start)).toMatchObject({
    id: 'keep',
    lit: [
      { kind: 'ticket', id: 'a:b' },
      { kind: 'ticket', id: 'c:d' },
    ],
  })
  expect(shown({ ...start, ticked: ['a:b'] })).toMatchObject({ id: 'keep', lit: [{ kind: 'keep' }] })
  expect(shown({})).toMatchObject({ id: 'draw', words: 'draw', lit: [{ kind: 'slot', number: 0 }, { kind: 'deck' }] })
  expect(shown({ drawn: 1, offers: offers({ decision: 'second_card' }) })).toMatchObject({
    id: 'draw',
    words: 'second',
  })
  const able = { drawn: 2, offers: offers({}, ['sea', 'plain']) }
  expect(shown(able)).toMatchObject({ id: 'claim', route: 'plain', cards: { red: 2 } })
  expect(shown({ ...able, chosen: 'plain' })).toMatchObject({ id: 'claim', lit: [{ kind: 'confirm' }] })
  // The map shows what the player is about to claim, not what the tip would have.
  expect(shown({ ...able, chosen: 'sea' }, ['ferry', 'waves'])).toMatchObject({ id: 'claim', route: 'sea' })
  const built = { ...able, mine: ['plain'], hand: { locomotive: 1 } }
  expect(shown(built)).toMatchObject({ id: 'locomotive', words: 'locomotive' })
  expect(shown({ ...built, everywhere: false })).toMatchObject({ words: 'locomotive_north' })
  expect(shown({ offers: null })).toBeNull()
})

test('a claim is suggested only if a ticket needs it, or with many cards in hand', () => {
  const other = { drawn: 2, offers: offers({}, ['sea']) }
  expect(shown(other)).toBeNull()
  expect(shown({ ...other, hand: { red: 9 } })).toMatchObject({ id: 'claim', route: 'sea' })
})

test.each([
  ['north', 'ferry_any'],
  ['pair', 'ferry_pair'],
  ['sea', 'waves'],
  ['dug', 'tunnel'],
])('what is special about a route is said when it is about to be claimed: %s', (chosen, words) => {
  expect(shown({ chosen, drawn: 2 }, veteran)).toMatchObject({ words, lit: [{ kind: 'confirm' }] })
})

test('one tip at a time: one that was shown makes way for the next', () => {
  expect(shown({ chosen: 'pair', drawn: 2 }, [...veteran, 'ferry'])).toMatchObject({ id: 'bonus' })
  expect(shown({ chosen: 'plain', drawn: 2 }, veteran)).toBeNull()
})

test('undo, extra cost of a tunnel, the last round and new tickets each have a tip', () => {
  expect(shown({ undo: true, offers: null })).toMatchObject({ id: 'undo', lit: [{ kind: 'undo' }] })
  const tunnel = { route: 'dug', extra: 1, revealed: {}, payments: [{ red: 1 }], withdraw: true }
  expect(shown({ offers: offers({ decision: 'pay_tunnel', tunnel }) })).toMatchObject({ id: 'pay' })
  expect(shown({ drawn: 2, lastRound: true })).toMatchObject({ id: 'last' })
  expect(shown({ drawn: 2, tickets: [ticket([])] })).toMatchObject({ id: 'tickets', lit: [{ kind: 'draw-tickets' }] })
})

test('a tip disappears once it has been done', () => {
  expect(isDone('draw', scene({ drawn: 1 }), 1)).toBe(false)
  expect(isDone('draw', scene({ drawn: 2 }), 1)).toBe(true)
  expect(isDone('claim', scene({ mine: ['plain'] }), 1)).toBe(true)
  expect(isDone('undo', scene({ undo: true }), 1)).toBe(false)
  expect(isDone('undo', scene({}), 1)).toBe(true)
  expect(isDone('locomotive', scene({}), 1)).toBe(false)
  expect(isDone('locomotive', scene({ acts: 2 }), 1)).toBe(true)
  expect(shown({ drawn: 2, hand: {}, offers: offers({}, ['plain']) }, ['claim'])).toBeNull()
})

test('everything that the first journey teaches is a tip, and every tip has words', () => {
  for (const id of TAUGHT) expect(isDone(id, scene({ acts: 0 }), 0)).toBe(id === 'keep')
  expect(Object.keys(en.tips)).toEqual(expect.arrayContaining(TAUGHT.map((id) => `tip_${id}`)))
})
