import { beforeEach, expect, test } from 'vitest'
import type { Action, Entry, MoveAdvice } from '../../protocol'
import { settings } from '../../settings.svelte'
import { adviceText, lastUpTo, missedRoute, reasonText } from './bot-choice'

// Test files share modules: another one may have changed the language.
beforeEach(() => (settings.locale = 'en'))

const game = { atlas: null }
const claimed = { events: [{ type: 'route_claimed', route: 'denver:omaha' }] } as unknown as Entry

function advice(action: Action, same = false): MoveAdvice {
  return { seq: 3, seat: 0, action, reason: { code: 'drawing' }, same }
}

test.each<[Action, string]>([
  [{ type: 'claim', route: 'dallas:houston', cards: { red: 1 } }, 'would rather have claimed dallas:houston'],
  [{ type: 'claim', route: 'denver:omaha', cards: { locomotive: 2 } }, 'same route with other cards: 2 locomotives.'],
  [{ type: 'keep_tickets', tickets: ['a:b', 'c:d'] }, 'would rather have kept: a:b, c:d.'],
  [{ type: 'draw_card', from: 'display', card: 'red' }, 'would rather have taken a face-up card: red.'],
  [{ type: 'draw_card', from: 'deck' }, 'would rather have drawn from the deck.'],
  [{ type: 'draw_tickets' }, 'would rather have drawn tickets.'],
  [{ type: 'draw_ferry_card' }, 'would rather have drawn a ferry card.'],
  [{ type: 'pay_tunnel', cards: { blue: 1 } }, 'would rather have paid for the tunnel: 1 × blue.'],
  [{ type: 'withdraw' }, 'would rather have withdrawn from the tunnel.'],
  [{ type: 'pass' }, 'would rather have passed.'],
])('other advice than what was done: %j', (action, words) => {
  expect(adviceText(game, advice(action), claimed).replaceAll('\u00a0', ' ')).toContain(words)
  expect(adviceText(game, advice(action, true), claimed)).toBe('The Dispatcher would have done the same.')
})

test('the reason is in the language that is set', () => {
  expect(reasonText(game, advice({ type: 'pass' }))).toBe('It collects cards for the routes that it wants.')
  settings.locale = 'pl'
  expect(reasonText(game, advice({ type: 'pass' }))).toBe('Zbiera karty na połączenia, na których mu zależy.')
  settings.locale = 'en'
})

test('a search says how much it compared; an external bot uses its own words', () => {
  const pass = advice({ type: 'pass' })
  expect(reasonText(game, { ...pass, reason: { code: 'for_points', actions: 16, games: 300 } })).toMatch(
    /^The route is worth taking for its points. Of 16\sactions this one did best .* \(300\).$/,
  )
  expect(reasonText(game, { ...pass, reason: { code: 'said', text: 'I like trains.' } })).toBe('I like trains.')
  const lead = { code: 'drawing', over: { type: 'draw_tickets' } as Action, by: 7 }
  expect(reasonText(game, { ...pass, reason: lead }).replaceAll('\u00a0', ' ')).toBe(
    'It collects cards for the routes that it wants. Next came drawing tickets: lower by 7 %.',
  )
})

test('a missed route is one that was not claimed', () => {
  const action: Action = { type: 'claim', route: 'dallas:houston', cards: { red: 1 } }
  expect(missedRoute(advice(action))).toBe('dallas:houston')
  expect(missedRoute(advice(action, true))).toBeNull()
  expect(missedRoute(advice({ type: 'draw_tickets' }))).toBeNull()
})

test('the estimate of a step is the last one up to it', () => {
  expect([0, 3, 4, 9, 12].map((at) => lastUpTo([0, 4, 9], at))).toEqual([0, 0, 1, 2, 2])
  expect(lastUpTo([2], 1)).toBe(-1)
})
