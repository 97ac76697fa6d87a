// @vitest-environment node
import { describe, expect, it } from 'vitest'

import type { BoardFacts, RouteFacts } from '../geometry'
import { madeUpRoute } from '../made-up'
import { beside, follow, pointAt } from './curve'
import { drawGeneric, genericProblem } from './generic'
import { LABEL_PLACES, labelShape } from './label-places'
import { bundlesOf, spotsOf } from './layout-problem'
import { randomNumbers } from './random'
import { solve } from './solve'

const route = (a: string, b: string, length: number, colour: RouteFacts['colour'] = 'grey', number = ''): RouteFacts =>
  madeUpRoute(a, b, { id: `${[a, b].sort().join(':')}:${colour}${number}`, length, colour, points: length })

/** Return a small board: a square of cities with a diagonal double route, and a country at one corner. */
function board(placed: boolean): BoardFacts {
  const city = (id: string, lat: number, lon: number): BoardFacts['places'][0] => ({
    id,
    name: id.toUpperCase(),
    names: {},
    aliases: [],
    kind: 'city',
    lat: placed ? lat : null,
    lon: placed ? lon : null,
    region: null,
    country: null,
    tags: [],
  })
  return {
    id: 'mine',
    revision: 1,
    name: { en: 'Mine' },
    regions: [],
    places: [
      city('a', 51, 0),
      city('b', 51, 3),
      city('c', 49, 0),
      city('d', 49, 3),
      { ...city('x', 0, 0), kind: 'country', lat: null, lon: null },
    ],
    routes: [
      route('a', 'b', 3, 'red'),
      route('a', 'c', 3, 'blue'),
      route('b', 'd', 2),
      route('c', 'd', 4),
      route('a', 'd', 4, 'white'),
      route('a', 'd', 4, 'black'),
      route('d', 'x', 2),
      route('b', 'x', 1),
    ],
  }
}

describe('curves', () => {
  it('without a bend are straight, and are followed by distance', () => {
    const line = follow({ x: 0, y: 0 }, { x: 100, y: 0 }, [0, 0, 0, 0], 20)
    expect(line.length).toBeCloseTo(100, 6)
    expect(pointAt(line, 25)).toMatchObject({ direction: 0 })
    expect(pointAt(line, 25).x).toBeCloseTo(25, 6)
  })

  it('are longer the more they bend', () => {
    const line = follow({ x: 0, y: 0 }, { x: 100, y: 0 }, [40, 40, 0, 0], 20)
    expect(line.length).toBeGreaterThan(115)
    expect(pointAt(line, line.length / 2).y).toBeCloseTo(30, 0)
  })

  it('have lanes beside them at an even distance', () => {
    const line = follow({ x: 0, y: 0 }, { x: 100, y: 0 }, [0, 0, 0, 0], 20)
    expect([...beside(line, 9).y].every((y) => Math.abs(y - 9) < 1e-9)).toBe(true)
  })
})

describe('the parts of a layout', () => {
  it('are a spot for every city, and one for every dead end in a country (R-13)', () => {
    expect(spotsOf(board(true)).map((spot) => spot.id)).toEqual(['a', 'b', 'c', 'd', 'x@d:x:grey', 'x@b:x:grey'])
  })

  it('are one bundle for routes that lie side by side', () => {
    const facts = board(true)
    const bundles = bundlesOf(facts, spotsOf(facts))
    expect(bundles).toHaveLength(7)
    expect(bundles.find((bundle) => bundle.routes.length === 2)!.routes.map(({ colour }) => colour)).toEqual([
      'white',
      'black',
    ])
  })

  it('are labels that never cover their own city', () => {
    LABEL_PLACES.forEach((_, number) => {
      const { x, y, anchor, width } = labelShape({ x: 0, y: 0 }, 80, number)
      const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
      const dx = Math.max(left, -(left + width), 0)
      const dy = Math.max(Math.abs(y) - 8.4, 0)
      expect(Math.hypot(dx, dy), String(number)).toBeGreaterThan(10)
    })
  })
})

describe('the search', () => {
  it('gives the same layout for the same seed, better than the first one', () => {
    const problem = genericProblem(board(true))
    const effort = { steps: 1500, heat: 30, reach: 30, seed: 3 }
    const one = solve(problem, null, effort)
    expect(solve(problem, null, effort)).toEqual(one)
    expect(one.badness).toBeLessThan(solve(problem, null, { ...effort, steps: 0 }).badness)
  })

  it('has reproducible random numbers', () => {
    const [one, two] = [randomNumbers(5), randomNumbers(5)]
    const numbers = Array.from({ length: 200 }, one)
    expect(numbers).toEqual(Array.from({ length: 200 }, two))
    expect(new Set(numbers).size).toBe(200)
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
  })
})

describe('a board of one’s own', () => {
  it.each([true, false])('is drawn whole, with coordinates or without (%s)', (placed) => {
    const geometry = drawGeneric(board(placed), 3000)
    expect(geometry.routes.map((shape) => shape.spaces.length).sort()).toEqual([1, 2, 2, 3, 3, 4, 4, 4])
    expect(geometry.spots).toHaveLength(6)
    for (const shape of geometry.routes) {
      expect(shape.spaceLength, shape.id).toBeGreaterThan(20)
      for (const space of shape.spaces) {
        expect(space.x).toBeGreaterThan(0)
        expect(space.x).toBeLessThan(geometry.width)
        expect(space.y).toBeGreaterThan(0)
        expect(space.y).toBeLessThan(geometry.height)
      }
    }
    const [west, east] = ['a', 'b'].map((id) => geometry.spots.find((spot) => spot.id === id)!) as [Spot, Spot]
    if (placed) expect(west.x).toBeLessThan(east.x)
  })
})

type Spot = ReturnType<typeof drawGeneric>['spots'][0]
