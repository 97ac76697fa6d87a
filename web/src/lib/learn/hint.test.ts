import { beforeEach, expect, test } from 'vitest'
import { madeUpBoard, madeUpPlace, madeUpRoute } from '../board/made-up'
import type { Action, Hint, Offers, RouteShape } from '../protocol'
import { settings } from '../settings.svelte'
import { Atlas } from '../words'
import { heldFor, hintText, lackTexts, placesOf } from './hint'

const route = (a: string, b: string, colour: RouteShape['colour'], wild = false): RouteShape =>
  madeUpRoute(a, b, { id: `${a}:${b}`, length: 3, points: 4, colour, wild })
const board = madeUpBoard({
  places: ['a', 'b', 'c'].map((id) => madeUpPlace(id)),
  routes: [route('a', 'b', 'red'), route('b', 'c', 'grey')],
  tickets: [
    { id: 'a:c', places: ['a', 'c'], points: 7 },
    { id: 'b:c', places: ['b', 'c'], points: 4 },
  ],
})
const atlas = new Atlas(board)
const hint = (action: Action, rest: Partial<Hint> = {}): Hint => ({
  action,
  reason: { code: 'drawing' },
  tickets: [],
  route: null,
  plan: [],
  beside: null,
  ...rest,
})
const claim: Action = { type: 'claim', route: 'a:b', cards: { red: 3 } }
const engine: Action = { type: 'draw_card', from: 'display', card: 'locomotive' }
const red: Action = { type: 'draw_card', from: 'display', card: 'red' }
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

beforeEach(() => (settings.locale = 'en'))

test('where locomotives are wild on every route, a hint says so', () => {
  const wild = new Atlas({ ...board, routes: [route('a', 'b', 'red', true)] })
  expect(hintText(wild, hint(engine))).toContain('Take the locomotive: it stands for a card of any colour.')
})

test.each<[string, Hint]>([
  ['Claim A – B: your ticket A – C needs it.', hint(claim, { tickets: ['a:c'] })],
  ['Claim A – B: your tickets A – C and B – C need it.', hint(claim, { tickets: ['a:c', 'b:c'] })],
  ['Claim A – B: it leads where your tickets go.', hint(claim, { reason: { code: 'on_the_way' } })],
  ['Claim A – B: 4 points for these cards is a good deal.', hint(claim, { reason: { code: 'for_points' } })],
  ['Take a red card: it helps you pay for A – B.', hint(red, { route: 'a:b' })],
  ['Take a red card: your plan needs more of them', hint(red)],
  ['No card helps your plan any more', hint(red, { reason: { code: 'nothing_else' } })],
  ['Take the locomotive: on ferries and in tunnels it stands for', hint(engine)],
  ['Draw from the deck: none of the face-up', hint({ type: 'draw_card', from: 'deck' })],
  ['Draw tickets: yours are done', hint({ type: 'draw_tickets' })],
  ['Draw a ferry card', hint({ type: 'draw_ferry_card' })],
  ['Keep A – C: it suits', hint({ type: 'keep_tickets', tickets: ['a:c'] })],
  ['Keep A – C and B – C: together', hint({ type: 'keep_tickets', tickets: ['a:c', 'b:c'] })],
  ['Pay 1 × red more', hint({ type: 'pay_tunnel', cards: { red: 1 } })],
  ['Withdraw', hint({ type: 'withdraw' })],
  ['Pass', hint({ type: 'pass' })],
])('%s', (words, given) => {
  expect(plain(hintText(atlas, given))).toContain(words)
  settings.locale = 'pl'
  expect(hintText(atlas, given)).not.toContain('{')
})

test('a card is not said to help with a route that the hand pays for already', () => {
  const blue = hint({ type: 'draw_card', from: 'display', card: 'blue' }, { route: 'b:c' })
  expect(plain(hintText(atlas, blue, { red: 2 }))).toContain('it helps you pay for B – C')
  expect(plain(hintText(atlas, blue, { red: 3 }))).toContain('your plan needs more of them than you have')
})

const offers: Offers = {
  seat: 0,
  decision: 'take_turn',
  draw: { deck: true, display: [false, true, true], tickets: true, ferry_card: false },
  pass: false,
  claims: [],
  keep: null,
  tunnel: null,
}
const idle = { route: null, asking: null, keep: [] }
const display = ['red', 'blue', 'red']
const first = (given: Hint, doing = idle as Parameters<typeof placesOf>[3], on = offers) =>
  placesOf(given, display, on, doing).map(([place]) => place)

test('what to press next is highlighted: a card, then its confirmation', () => {
  expect(first(hint(red))).toEqual(['[data-anchor="slot-2"]'])
  expect(first(hint({ type: 'draw_card', from: 'deck' }))).toEqual(['[data-anchor="deck"]'])
  expect(first(hint(claim))).toEqual(['[data-route="a:b"]'])
  expect(first(hint(claim), { ...idle, route: 'a:b' })).toEqual(['[data-test="confirm"]'])
  expect(first(hint({ type: 'draw_tickets' }))).toEqual(['[data-anchor="tickets"]'])
  expect(first(hint({ type: 'draw_tickets' }), { ...idle, asking: 'draw_tickets' })).toEqual(['[data-test="confirm"]'])
})

test('tickets with a wrong tick are highlighted, then the Keep button', () => {
  const keeping: Offers = { ...offers, keep: { tickets: ['a:c', 'b:c'], at_least: 1 } }
  const keep = hint({ type: 'keep_tickets', tickets: ['a:c'] })
  expect(first(keep, idle, keeping)).toEqual(['[data-ticket="a:c"]'])
  expect(first(keep, { ...idle, keep: ['a:c', 'b:c'] }, keeping)).toEqual(['[data-ticket="b:c"]'])
  expect(first(keep, { ...idle, keep: ['a:c'] }, keeping)).toEqual(['[data-test="keep"]'])
})

test('what a path lacks is listed beside the cards in hand', () => {
  const hand = { red: 1, blue: 2, locomotive: 4 }
  const held = (id: string, of = atlas) => heldFor(of.routes.get(id)!, hand)
  expect(['a:b', 'b:c'].map((id) => held(id))).toEqual([{ red: 1 }, { blue: 2 }])
  // Where locomotives can be used on such routes, they pay as well.
  const wild = new Atlas({ ...board, routes: [route('a', 'b', 'red', true), route('b', 'c', 'grey', true)] })
  expect(['a:b', 'b:c'].map((id) => held(id, wild))).toEqual([
    { red: 1, locomotive: 4 },
    { blue: 2, locomotive: 4 },
  ])
  expect(lackTexts(atlas, ['a:b'], hand).map(plain)).toEqual(['A – B: 3 × red. You have 1 × red.'])
  expect(lackTexts(wild, ['b:c'], hand).map(plain)).toEqual([
    'B – C: 3 cards of any one colour. You have 2 × blue, 4 locomotives.',
  ])
  expect(lackTexts(atlas, ['b:c'], {}).map(plain)).toEqual([
    'B – C: 3 cards of any one colour. You have none of these.',
  ])
})
