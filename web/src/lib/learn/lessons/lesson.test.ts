/** The story of a lesson in each state of the game; a browser test plays lessons to their end. */
import { expect, test } from 'vitest'
import { languages } from '../../language/languages'
import type { Offers, RouteShape, TicketWay } from '../../protocol'
import { DEEDS, deedOf } from './deed'
import { guide, type Aim } from '../guide'
import { tell } from './lesson'
import { LESSONS } from './lessons'
import { madeUpScene } from '../made-up-scene'
import type { Scene } from '../scene'
import { settings } from '../../settings.svelte'
import { lessonWords } from './tell'

const route = (id: string, length: number, points = length): [string, RouteShape] => [
  id,
  { id, length, points, colour: id.split(':')[2] } as RouteShape,
]
const routes = new Map([
  route('lodz:poznan:yellow', 2),
  route('lodz:warszawa:black', 2),
  route('lodz:warszawa:white', 2),
  route('gdansk:warszawa:purple', 3, 4),
  route('krakow:lodz:red', 2),
  route('krakow:warszawa:grey', 3, 4),
  route('katowice:krakow:grey', 1),
])
const ticket = (id: string, missing: string[]): TicketWay => ({
  id,
  points: 4,
  drawn: false,
  completed: missing.length === 0,
  possible: true,
  routes: [],
  missing,
  trains_needed: missing.length,
})
const offers = (claims: string[] = [], decision: Offers['decision'] = 'take_turn'): Offers =>
  ({
    seat: 0,
    decision,
    draw: { deck: true, display: [true, true, true, true, true], tickets: true, ferry_card: false },
    pass: false,
    claims: claims.map((id) => ({ route: id, payments: 1, best: { cards: {}, ferry_cards: 0 } })),
    keep: null,
    tunnel: null,
  }) as Offers
const scene = (changes: Partial<Scene>): Scene =>
  madeUpScene({
    hand: { yellow: 1, black: 1, orange: 1, locomotive: 1 },
    display: ['green', 'black', 'yellow', 'purple', 'purple'],
    offers: offers(),
    tickets: [ticket('poznan:warszawa', ['lodz:poznan:yellow', 'lodz:warszawa:black']), ticket('gdansk:krakow', [])],
    routes,
    ...changes,
  })
const journey = LESSONS['first-journey']!
const stepAt = (changes: Partial<Scene>) => tell(journey, scene(changes))
const built = ['lodz:poznan:yellow', 'lodz:warszawa:black']
const done = [ticket('poznan:warszawa', []), ticket('gdansk:krakow', ['krakow:warszawa:grey'])]

test('the story follows the state of the game, however it came about', () => {
  const steps: [string, Partial<Scene>][] = [
    ['tickets', { tickets: [] }],
    ['draw', {}],
    ['claim', { drawn: 2 }],
    ['double', { mine: built.slice(0, 1) }],
    ['double', { mine: ['krakow:lodz:red'] }],
    ['new', { mine: built, closed: ['lodz:warszawa:white'], tickets: done.slice(0, 1) }],
    ['locomotive', { mine: built, closed: ['lodz:warszawa:white'], tickets: done, hand: { purple: 2, locomotive: 1 } }],
    ['ticket', { mine: [...built, 'gdansk:warszawa:purple'], closed: ['lodz:warszawa:white'], tickets: done }],
    [
      'around',
      {
        mine: [...built, 'gdansk:warszawa:purple'],
        closed: ['lodz:warszawa:white'],
        tickets: done,
        theirs: new Map([['krakow:lodz:red', 1]]),
      },
    ],
    ['last', { lastRound: true }],
    ['count', { lastRound: true, over: true }],
  ]
  expect(steps.map(([, changes]) => stepAt(changes)?.step.id)).toEqual(steps.map(([id]) => id))
  expect(stepAt({ over: true, counted: true, mine: built, tickets: [], drawn: 2 })?.step.id).not.toBe('count')
})

test('steps are numbered, except fillers', () => {
  expect(stepAt({})).toMatchObject({ number: 2, all: 9 })
  expect(stepAt({ over: true })).toMatchObject({ number: 9, all: 9 })
})

test('what is highlighted can be done: wanted cards, else the deck, a route, its confirmation', () => {
  const slots = (numbers: number[]) => numbers.map((number) => ({ kind: 'slot', number }))
  expect(stepAt({})?.guidance).toMatchObject({ lit: slots([1, 2]), lacks: { yellow: 1, black: 1 } })
  expect(stepAt({ display: ['green', 'green', null, 'red', 'red'] })?.guidance.lit).toEqual([{ kind: 'deck' }])
  const paid = { drawn: 2, hand: { yellow: 2, locomotive: 1 }, offers: offers(built) }
  expect(stepAt(paid)?.guidance).toMatchObject({ stage: 'act', lit: [{ kind: 'route', id: built[0] }] })
  expect(stepAt({ ...paid, chosen: built[0] ?? '' })?.guidance).toMatchObject({
    stage: 'confirm',
    lit: [{ kind: 'confirm' }],
  })
  expect(stepAt({ offers: null })?.guidance).toMatchObject({ stage: 'wait', lit: [] })
  expect(stepAt({ drawn: 1, offers: offers([], 'second_card') })?.guidance.stage).toBe('second')
})

test('new tickets are drawn, confirmed and chosen', () => {
  const [first] = done
  const at = (changes: Partial<Scene>) =>
    stepAt({ mine: built, closed: ['lodz:warszawa:white'], tickets: first ? [first] : [], ...changes })?.guidance
  expect(at({})).toMatchObject({ stage: 'act', lit: [{ kind: 'draw-tickets' }] })
  expect(at({ asking: 'draw_tickets' })).toMatchObject({ stage: 'confirm', lit: [{ kind: 'confirm' }] })
  const keep = {
    ...offers([], 'keep_tickets'),
    keep: { tickets: ['gdansk:lublin', 'gdansk:krakow'], at_least: 1 },
  }
  expect(at({ offers: keep })).toMatchObject({ stage: 'keep', lit: [{ kind: 'ticket', id: 'gdansk:krakow' }] })
  expect(at({ offers: keep, ticked: ['gdansk:krakow'] })).toMatchObject({ stage: 'keep', lit: [{ kind: 'keep' }] })
})

test('every step says what is to be done', () => {
  const deed = (changes: Partial<Scene>, lesson = journey) => {
    const now = scene(changes)
    const told = tell(lesson, now)
    return told && deedOf(told.guidance, now)
  }
  expect(deed({})).toBe('deed_cards')
  expect(deed({ display: ['red', 'red', 'red', 'red', 'yellow'] })).toBe('deed_card')
  expect(deed({ display: [null, null, null, null, null] })).toBe('deed_deck')
  expect(deed({ offers: null })).toBeNull()
  const paid = { drawn: 2, hand: { yellow: 2 }, offers: offers(built) }
  expect(deed(paid)).toBe('deed_route')
  expect(deed({ ...paid, chosen: built[0] ?? '' })).toBe('deed_claim')
  const second = offers([], 'second_card')
  expect(deed({ drawn: 1, offers: second })).toBe('deed_second')
  // A face-up locomotive can't be the second card (U-10): this is the time to say so.
  const barred = { ...second, draw: { ...second.draw, display: [true, true, true, true, false] } }
  const display = ['green', 'black', 'yellow', 'purple', 'locomotive']
  expect(deed({ drawn: 1, offers: barred, display })).toBe('deed_second_alone')
})

test('tickets are ticked before they are kept', () => {
  const keep = { ...offers([], 'keep_tickets'), keep: { tickets: ['a:b', 'c:d'], at_least: 1 } }
  const lit = (ticked: string[]) => stepAt({ tickets: [], offers: keep, ticked })?.guidance.lit
  expect(lit(['c:d'])).toEqual([{ kind: 'ticket', id: 'a:b' }])
  expect(lit(['a:b', 'c:d'])).toEqual([{ kind: 'keep' }])
})

test('for a grey route the most promising colour is collected, and locomotives count where allowed', () => {
  const grey = scene({ hand: { orange: 1 }, display: ['green', 'green', 'green', 'red', 'blue'] })
  const aim: Aim = { kind: 'claim', routes: ['krakow:warszawa:grey'], locomotives: true }
  expect(guide(grey, aim)).toMatchObject({ lacks: { green: 3 } })
  expect(guide({ ...grey, hand: { green: 2, locomotive: 1 }, offers: offers([]) }, aim)).toMatchObject({ lacks: {} })
})

test('a route with unusual payment is claimed once it is offered, and collected for until then', () => {
  const aim: Aim = { kind: 'odd', routes: ['krakow:warszawa:grey'], cards: { green: 2, locomotive: 1 } }
  expect(guide(scene({ hand: { green: 1 } }), aim)).toMatchObject({
    stage: 'collect',
    route: 'krakow:warszawa:grey',
    lacks: { green: 1, locomotive: 1 },
    lit: [{ kind: 'slot', number: 0 }],
  })
  expect(guide(scene({ offers: offers(['krakow:warszawa:grey']) }), aim)).toMatchObject({
    stage: 'act',
    lit: [{ kind: 'route', id: 'krakow:warszawa:grey' }],
  })
})

test('a tunnel is paid for or withdrawn; a ferry card is drawn and confirmed', () => {
  const tunnel = { route: 'krakow:warszawa:grey', extra: 1, revealed: {}, withdraw: true }
  const dig = (payments: Record<string, number>[]) =>
    guide(scene({ offers: { ...offers([], 'pay_tunnel'), tunnel: { ...tunnel, payments } } }), { kind: 'points' })
  expect(dig([{ locomotive: 1 }])).toMatchObject({ stage: 'pay', lit: [{ kind: 'tunnel-pay' }] })
  expect(dig([])).toMatchObject({ stage: 'pay', lit: [{ kind: 'tunnel-withdraw' }] })
  const ferry = { ...offers(), draw: { ...offers().draw, ferry_card: true } }
  const lit = (changes: Partial<Scene>) => guide(scene({ offers: ferry, ...changes }), { kind: 'ferry_card' }).lit
  expect(lit({})).toEqual([{ kind: 'draw-ferry' }])
  expect(lit({ asking: 'draw_ferry_card' })).toEqual([{ kind: 'confirm' }])
})

test('a one-minute lesson asks for the tickets of its story, and continues with the next open step', () => {
  const north = LESSONS['nordic-countries']!
  const [first] = north.steps
  const wanted = first?.aim.kind === 'keep' ? (first.aim.tickets ?? []) : []
  const keep = { ...offers([], 'keep_tickets'), keep: { tickets: ['a:b', ...wanted], at_least: 2 } }
  const lit = (ticked: string[]) => tell(north, scene({ tickets: [], offers: keep, ticked }))?.guidance.lit
  expect(lit([])).toEqual(wanted.map((id) => ({ kind: 'ticket', id })))
  expect(lit(wanted)).toEqual([{ kind: 'keep' }])
  const step = (changes: Partial<Scene>) => tell(north, scene(changes))?.step.id
  expect(step({})).toBe('north_engines')
  expect(step({ drawn: 2 })).toBe('north_ferry')
  expect(step({ mine: ['alborg:oslo:white'] })).toBe('north_tunnel')
  // Whatever the learner builds first, the other one is still to come.
  expect(step({ mine: ['lillehammer:oslo:purple'] })).toBe('north_ferry')
  expect(step({ mine: ['alborg:oslo:white', 'lillehammer:oslo:purple'] })).toBeUndefined()
})

test('pass when nothing else is possible; use the last turn for points', () => {
  expect(stepAt({ lastRound: true, offers: { ...offers(), pass: true } })?.guidance.lit).toEqual([{ kind: 'pass' }])
  const claims = offers(['katowice:krakow:grey', 'krakow:warszawa:grey'])
  expect(stepAt({ lastRound: true, offers: claims })?.guidance.route).toBe('krakow:warszawa:grey')
})

test('every step has a title and words in every language', async () => {
  const say = await lessonWords()
  const steps = Object.values(LESSONS).flatMap((lesson) => lesson.steps)
  const ends = Object.keys(LESSONS).map((id) => ({ id: id === 'first-journey' ? 'end' : `${id}_end` }))
  const keys = [...steps, ...ends].flatMap(({ id }) => [id, `${id}_title`])
  for (const locale of languages()) {
    settings.locale = locale
    for (const key of [...keys, ...DEEDS]) expect(say(key), `${locale} ${key}`).not.toBe('')
  }
})
