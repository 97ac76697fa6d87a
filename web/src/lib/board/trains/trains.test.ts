import { describe, expect, it } from 'vitest'

import type { RouteShape, SpotShape } from '../geometry'
import { rollFor, rollingIn, runningOver } from './rolling'
import { along, measured, railsOf, wayOver } from './way'

const spot = (id: string, x: number): SpotShape => ({ id, place: id, kind: 'city', x, y: 0, label: null })
const route = (spots: [string, string], from: number, to: number): RouteShape => ({
  id: spots.join(':'),
  spots,
  path: `M${from} 0L${(from + to) / 2} 0L${to} 0`,
  hit: '',
  spaces: [0.3, 0.7].map((part) => ({ x: from + (to - from) * part, y: 0, angle: 0 })),
  spaceLength: 36,
  spaceWidth: 16,
  badge: null,
  box: [from, 0, to, 0],
})
const geometry = {
  spots: [spot('a', 0), spot('b', 100), spot('c', 200), spot('d', 300)],
  routes: [route(['a', 'b'], 0, 100), route(['c', 'b'], 200, 100), route(['c', 'd'], 200, 300)],
}
const placeOf = (frame: Keyframe | undefined) =>
  Number(/translate\((-?[\d.]+)px/.exec(String(frame?.['transform']))?.[1])

describe('ways', () => {
  it('follow the rails of a route', () => {
    const way = measured(railsOf(geometry.routes[0]!))
    expect(way.length).toBe(100)
    expect(along(way, 25)).toEqual({ x: 25, y: 0, angle: 0 })
    expect(along(way, 1000).x).toBe(100)
  })

  it('join routes in any order and direction, from west to east', () => {
    const way = wayOver(geometry, ['c:d', 'a:b', 'c:b'])!
    expect(way.length).toBe(300)
    expect([along(way, 0).x, along(way, 150).x, along(way, 300).x]).toEqual([0, 150, 300])
    expect(wayOver(geometry, [])).toBeNull()
  })
})

describe('trains', () => {
  it('roll in as one train: each wagon comes out of the city, and stops on its own space', () => {
    const wagons = rollingIn(geometry.routes[0]!)
    expect(wagons.map((frames) => placeOf(frames.at(-1)))).toEqual([30, 70])
    expect(wagons.map((frames) => frames[0]!['opacity'])).toEqual([0, 0])
    const half = wagons.map((frames) => placeOf(frames[15]))
    expect(half[1]! - half[0]!).toBeCloseTo(40, -1)
    expect(rollFor(6)).toBeLessThan(1000)
  })

  it('run along the whole path, locomotive first, and vanish at its end', () => {
    const { frames, length } = runningOver(geometry, ['a:b', 'c:b'])!
    expect(frames).toHaveLength(3)
    expect(length).toBeGreaterThan(1000)
    const half = Math.floor(frames[0]!.length / 2)
    expect(placeOf(frames[0]![half])).toBeGreaterThan(placeOf(frames[1]![half]))
    expect(frames.map((wagon) => wagon[0]!['opacity'])).toEqual([0, 0, 0])
    expect(frames[0]!.at(-1)!['opacity']).toBe(0)
  })
})
