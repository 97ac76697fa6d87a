import { beforeEach, describe, expect, test } from 'vitest'
import { madeUpBoard, madeUpPlace, madeUpRoute } from './board/made-up'
import type { RouteShape } from './protocol'
import { settings } from './settings.svelte'
import { bound } from './language/messages'
import { ago, Atlas, cardsText, dated, figure, findRoutes, m, plain, said } from './words'

const place = (id: string, name: string, pl = name) => madeUpPlace(id, { name, names: { pl } })
const route = (a: string, b: string, colour: RouteShape['colour']): RouteShape =>
  madeUpRoute(a, b, { colour, length: 3, tunnel: true, points: 4 })

const board = madeUpBoard({
  places: [
    place('bergen', 'Bergen'),
    place('kobenhavn', 'København', 'Kopenhaga'),
    place('mo-i-rana', 'Mo i Rana'),
    place('x', ''),
  ],
  routes: [route('bergen', 'kobenhavn', 'red'), route('kobenhavn', 'mo-i-rana', 'blue'), route('bergen', 'x', 'grey')],
})

beforeEach(() => {
  settings.locale = 'en'
  settings.names = 'local'
})

describe('words', () => {
  test('Polish has its own forms for one, a few and many', () => {
    settings.locale = 'pl'
    expect([1, 2, 5, 22, 112].map((count) => m.cards_n({ count }))).toEqual([
      '1\u00a0karta',
      '2\u00a0karty',
      '5\u00a0kart',
      '22\u00a0karty',
      '112\u00a0kart',
    ])
    expect([1, 4, 5].map((count) => m.route_substitution({ count }))).toEqual([
      'dowolna 1\u00a0karta za jedną',
      'dowolne 4\u00a0karty za jedną',
      'dowolnych 5\u00a0kart za jedną',
    ])
    expect([2, 5].map((count) => m.turn_claims_help({ count }))).toEqual([
      '2\u00a0z\u00a0nich przybliżają do biletów: świecą najjaśniej.',
      '5\u00a0z\u00a0nich przybliża do biletów: świeci najjaśniej.',
    ])
  })

  test('no line ends with a number without its noun, nor in Polish with a word of one letter', () => {
    expect(bound('i w {where} z {count} kart, a po 12 kart', 'pl')).toBe(
      'i\u00a0w\u00a0{where} z\u00a0{count}\u00a0kart, a\u00a0po 12\u00a0kart',
    )
    expect(bound('A ticket and {count} cards, 3 or 4', 'en')).toBe('A ticket and {count}\u00a0cards, 3\u00a0or 4')
    settings.locale = 'pl'
    expect(m.text_lead()).toContain('ekranu i\u00a0do obsługi')
    // Names are left unchanged.
    expect(m.route_name({ a: 'Mo i Rana', b: 'Narvik' })).toBe('Mo i Rana\u00a0– Narvik')
  })

  test('names of places follow the settings', () => {
    const atlas = new Atlas(board)
    expect(atlas.route('bergen:kobenhavn:red')).toBe('Bergen\u00a0– København')
    settings.names = 'language'
    settings.locale = 'pl'
    expect(atlas.route('bergen:kobenhavn:red')).toBe('Bergen\u00a0– Kopenhaga')
    expect(atlas.place('x')).toBe('rozjazd obok: Bergen')
    const [red, blue] = board.routes
    expect(atlas.kindOf('bergen:kobenhavn:red', red && blue ? [red, blue] : [])).toBe(
      '3\u00a0pola, czerwone lub niebieskie, tunel',
    )
    expect(atlas.routeKind('bergen:kobenhavn:red')).toBe('3\u00a0pola, czerwone, tunel')
  })

  test('no line begins with a dash or a dot that parts two things', () => {
    expect(bound('{a} – {b} · {c}, 3–4', 'en')).toBe('{a}\u00a0– {b}\u00a0· {c}, 3–4')
    expect(m.two_facts({ a: '2 spaces', b: '2 points' })).toBe('2 spaces\u00a0· 2 points')
  })

  test('points below zero have a minus, in tables and in sentences', () => {
    expect([-13, 0, 7].map(figure)).toEqual(['−13', '0', '7'])
    expect(m.points_n({ count: -1 })).toBe('−1\u00a0point')
    expect(m.points_n({ count: -13 })).toBe('−13\u00a0points')
  })

  test('a ferry names what stands in for its locomotives on this board (N-10, L-7)', () => {
    const atlas = new Atlas(board)
    const symbols = (stand_in: RouteShape['stand_in']) =>
      [1, 2].map((locomotives) => atlas.symbols({ locomotives, stand_in }))
    expect(symbols(null)).toEqual(['1\u00a0locomotive', '2\u00a0locomotives'])
    expect(symbols({ cards: 2, one_colour: true })).toEqual([
      '1\u00a0locomotive or pair',
      '2\u00a0locomotives or pairs',
    ])
    expect(symbols({ cards: 3, one_colour: false })[1]).toBe('2\u00a0locomotives (any 3\u00a0cards for one)')
    settings.locale = 'pl'
    expect(symbols({ cards: 2, one_colour: true })).toEqual([
      '1\u00a0lokomotywa lub para kart',
      '2\u00a0lokomotywy lub pary kart',
    ])
  })

  test('of the cards turned up in a tunnel one matches, or several match', () => {
    const lead = (count: number) => m.tunnel_lead({ count, cards: m.cards_n({ count }) })
    expect(lead(1)).toBe('The framed card matches: 1\u00a0card more.')
    expect(lead(2)).toBe('The framed cards match: 2\u00a0cards more.')
    settings.locale = 'pl'
    expect([1, 2].map(lead)).toEqual([
      'Karta w\u00a0ramce pasuje. Dopłata: 1\u00a0karta.',
      'Karty w\u00a0ramkach pasują. Dopłata: 2\u00a0karty.',
    ])
  })

  test('cards are listed in the usual order', () => {
    expect(cardsText({ locomotive: 1, red: 2 }, 1)).toBe('2\u00a0×\u00a0red, 1\u00a0locomotive, 1\u00a0ferry card')
    expect(cardsText({})).toBe('nothing')
  })

  test('a message that does not exist is none', () => {
    expect(said('card_red')).toBe('red')
    expect(said('card_pink')).toBeNull()
  })
})

describe('finding routes', () => {
  test('by prefixes of names, in any order, without accents', () => {
    const atlas = new Atlas(board)
    expect(plain('København – Łódź')).toBe('kobenhavn lodz')
    expect(findRoutes(atlas, 'ber kob')).toEqual(['bergen:kobenhavn:red'])
    expect(findRoutes(atlas, 'kopen ber')).toEqual(['bergen:kobenhavn:red'])
    expect(findRoutes(atlas, 'mo i rana kob')).toEqual(['kobenhavn:mo-i-rana:blue'])
    expect(findRoutes(atlas, 'kob')).toEqual(['bergen:kobenhavn:red', 'kobenhavn:mo-i-rana:blue'])
    expect(findRoutes(atlas, 'ergen')).toEqual([])
    expect(findRoutes(atlas, ' ')).toEqual([])
  })
})

test('how long ago something was, in both languages', () => {
  const now = Date.UTC(2026, 10, 16, 12)
  const minutes = (count: number) => ago(now - count * 60_000, now)
  settings.locale = 'en'
  expect([0, 1, 59, 60, 180, 1440, 4320].map(minutes)).toEqual([
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '3 hours ago',
    'yesterday',
    '3 days ago',
  ])
  expect(ago(now + 5000, now)).toBe('just now')
  settings.locale = 'pl'
  expect([2, 5, 120, 1440].map(minutes)).toEqual(['2 minuty temu', '5 minut temu', '2 godziny temu', 'wczoraj'])
})

test('dates are in the language of the page; a day is the same day everywhere', () => {
  expect(dated('2026-11-17')).toBe('November 17, 2026')
  settings.locale = 'pl'
  expect(dated('2026-11-17')).toBe('17 listopada 2026')
  expect(dated('2026-11-17', 'full')).toBe('wtorek, 17 listopada 2026')
  expect(dated(new Date(2026, 10, 17, 23, 59))).toBe('17 listopada 2026')
})
