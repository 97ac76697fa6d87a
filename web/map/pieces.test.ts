// @vitest-environment node
import { describe, expect, it } from 'vitest'

import type { BoardGeometry } from '../src/lib/board/geometry'
import { twoLines } from '../src/lib/board/lettering/lettering'
import { readFacts } from './facts'
import { FreePlaces } from './ground/free'
import { growNames } from './lettering/grow'
import { lint } from './lint'
import { LANGUAGES } from '../messages/catalogues'
import { clipLine, clipRing, insideRing, ringArea, simplify, toPath, type Pair } from '../src/lib/board/ground/paths'
import { textWidth } from './lettering/text'
import { thinPlate } from '../src/lib/board/ground/warp'

describe('facts', () => {
  it('number routes with equal places and colour, as the engine does', () => {
    const ids = readFacts('northern-lights').routes.map((route) => route.id)
    expect(ids).toContain('alborg:goteborg:grey:2')
    expect(ids).toContain('alborg:oslo:grey')
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('read the toy island whole', () => {
    const toy = readFacts('toy')
    expect(toy.places).toHaveLength(8)
    expect(toy.routes.find((route) => route.id === 'eskar:fenn:grey')).toMatchObject({ tunnel: true, length: 2 })
  })

  it('give countries their kind', () => {
    const kinds = readFacts('italy').places.map((place) => place.kind)
    expect([kinds[0], kinds.at(-1)]).toEqual(['city', 'country'])
  })

  it('have the names of places in every language', () => {
    const found = readFacts('nordic-countries').places.find((place) => place.id === 'kobenhavn')
    expect(found).toMatchObject({ name: 'København', names: { en: 'Copenhagen', pl: 'Kopenhaga' } })
    expect(LANGUAGES).toEqual(['en', 'pl'])
  })
})

describe('lettering', () => {
  it('breaks a name where both lines are about equally long', () => {
    expect(twoLines('Trentino-Alto Adige')).toEqual(['Trentino-', 'Alto Adige'])
    expect(twoLines("Piemonte e Valle d'Aosta")).toEqual(['Piemonte e', "Valle d'Aosta"])
    expect(twoLines('Lazio')).toBeNull()
  })
})

describe('paths', () => {
  const square: Pair[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ]

  it('cut an area at the frame', () => {
    expect(ringArea(clipRing(square, [5, -5, 20, 20]))).toBe(50)
    expect(clipRing(square, [20, 20, 30, 30])).toEqual([])
  })

  it('cut a line into the pieces inside', () => {
    const line: Pair[] = [
      [0, 0],
      [5, 0],
      [15, 0],
      [15, 5],
      [5, 5],
    ]
    expect(clipLine(line, [-1, -1, 10, 10])).toHaveLength(2)
  })

  it('drop only invisible points', () => {
    const line: Pair[] = [
      [0, 0],
      [5, 0.2],
      [10, 0],
      [10, 5],
    ]
    expect(simplify(line, 0.5)).toEqual([line[0], line[2], line[3]])
    expect(simplify(line, 0.1)).toEqual(line)
  })

  it('tell inside from outside', () => {
    expect(insideRing([5, 5], square)).toBe(true)
    expect(insideRing([15, 5], square)).toBe(false)
  })

  it('write steps relative to the point before', () => {
    expect(toPath(square, true)).toBe('M0 0l10 0 0 10 -10 0z')
    expect(
      toPath(
        [
          [1, 1],
          [1.1, 1.1],
        ],
        false,
      ),
    ).toBe('')
  })
})

describe('the warp', () => {
  const from = [
    { x: 100, y: 100 },
    { x: 300, y: 120 },
    { x: 200, y: 300 },
    { x: 60, y: 320 },
  ]
  const to = [
    { x: 120, y: 90 },
    { x: 290, y: 140 },
    { x: 210, y: 310 },
    { x: 60, y: 300 },
  ]

  it('moves every city to its drawn place, unless loose', () => {
    const warp = thinPlate(from, to, 0, { width: 400, height: 400 })
    from.forEach((point, number) => {
      expect(warp(point).x).toBeCloseTo(to[number]!.x, 6)
      expect(warp(point).y).toBeCloseTo(to[number]!.y, 6)
    })
  })

  it('leaves far countries where they are', () => {
    const warp = thinPlate(from, to, 0, { width: 400, height: 400 })
    expect(warp({ x: 2000, y: 2000 })).toEqual({ x: 2000, y: 2000 })
  })

  it('reports two cities at the same point', () => {
    expect(() => thinPlate([from[0]!, from[0]!, from[1]!], to.slice(0, 3), 0, { width: 400, height: 400 })).toThrow(
      /same spot/,
    )
  })
})

describe('free places', () => {
  it('keep clear of everything, and tell land from sea', () => {
    const land: Pair[][] = [
      [
        [0, 0],
        [200, 0],
        [200, 400],
        [0, 400],
      ],
    ]
    const discs = [{ x: 100, y: 100, radius: 20 }]
    const free = new FreePlaces({ width: 400, height: 400, spots: [], routes: [], discs }, land)
    expect(free.room({ x: 100, y: 100 })).toBe(0)
    expect(free.room({ x: 100, y: 160 })).toBeGreaterThan(30)
    expect(free.onLand({ x: 50, y: 50 })).toBe(true)
    expect(free.onLand({ x: 300, y: 50 })).toBe(false)
    expect(free.bestBox(100, 40, 4, ({ x }) => (x > 250 ? 0 : -Infinity))!.x).toBeGreaterThan(250)
    expect(free.bestBox(390, 390, 4, () => 0)).toBeNull()
  })
})

describe('text', () => {
  it('is measured in the font of the labels', () => {
    expect(textWidth('Oslo', 20)).toBeGreaterThan(30)
    expect(textWidth('Oslo', 20)).toBeLessThan(45)
    expect(textWidth('Kłajpeda', 20)).toBeGreaterThan(textWidth('Oslo', 20))
  })

  it('names a letter that the font lacks', () => {
    expect(() => textWidth('東京', 20)).toThrow(/no letter "東"/)
  })
})

describe('the lint', () => {
  const spot = (id: string, x: number, y: number) => ({ id, place: id, kind: 'city' as const, x, y, label: null })
  const route = (id: string, spots: [string, string], y: number, spaceLength = 40) => ({
    id,
    spots,
    path: `M50 ${y}L250 ${y}`,
    hit: '',
    spaces: [
      { x: 100, y, angle: 0 },
      { x: 200, y, angle: 0 },
    ],
    spaceLength,
    spaceWidth: 16,
    badge: null,
    box: [50, y, 250, y] as [number, number, number, number],
  })
  const board = (parts: Partial<BoardGeometry>): BoardGeometry => ({
    board: 'x',
    revision: 1,
    width: 400,
    height: 400,
    scenery: 'plain',
    ground: [],
    ornaments: [],
    lettering: [],
    large: [],
    spots: [],
    routes: [],
    title: null,
    ...parts,
  })

  it('accepts a good board', () => {
    expect(lint(board({ routes: [route('a:b:red', ['a', 'b'], 100), route('c:d:blue', ['c', 'd'], 130)] }))).toEqual([])
  })

  it('finds spaces that are too small, overlap, leave the board, lie on a city', () => {
    const wrong = lint(
      board({
        routes: [
          route('a:b:red', ['a', 'b'], 100, 20),
          route('c:d:blue', ['c', 'd'], 110),
          route('e:f:red', ['e', 'f'], 20),
        ],
        spots: [spot('g', 200, 118)],
      }),
    )
    expect(wrong).toContain('a:b:red: a space is 20 x 16, too small')
    expect(wrong).toContain('a:b:red lies on c:d:blue')
    expect(wrong).toContain('c:d:blue lies on g')
    expect(wrong).toContain('e:f:red leaves the board')
  })

  it('finds names that touch, and lines that cross', () => {
    const label = { x: 100, y: 300, anchor: 'start' as const, width: 60, size: 20 }
    const spots = [
      { ...spot('a', 80, 300), label },
      { ...spot('b', 180, 310), label: { ...label, x: 140, y: 305 } },
    ]
    const crossing = { ...route('c:d:blue', ['c', 'd'], 250), path: 'M150 60L150 320' }
    const wrong = lint(board({ spots, routes: [route('e:f:red', ['e', 'f'], 100), crossing] }))
    expect(wrong).toContain('the names of a and b touch')
    expect(wrong).toContain('e:f:red crosses c:d:blue')
  })

  it('lets labels grow only where there is room', () => {
    const label = { x: 100, y: 300, anchor: 'start' as const, width: 60, size: 20 }
    const alone = growNames(board({ spots: [{ ...spot('a', 80, 300), label }] }))
    expect(alone[0]!.label).toMatchObject({ size: 24, width: 72 })
    const throng = Array.from({ length: 17 * 17 }, (_, number) =>
      spot(`c${number}`, 40 + 20 * (number % 17), 40 + 20 * Math.floor(number / 17)),
    ).filter(({ x, y }) => y !== 300 || x < 80 || x > 180)
    const narrow = board({ spots: [{ ...spot('a', 80, 300), label }, ...throng] })
    expect(growNames(narrow)[0]!.label!.size).toBe(20)
  })
})
