import { expect, test } from 'vitest'
import type { SpotShape } from '../../board/geometry'
import { placed } from './naming'

const MAP = { width: 1000, height: 600 }
const spot = (id: string, x: number, y: number, anchor: 'start' | 'end' = 'start'): SpotShape => ({
  id,
  place: id,
  kind: 'city',
  x,
  y,
  label: { x: anchor === 'start' ? x + 16 : x - 16, y, anchor, width: 120, size: 24 },
})
const name = (place: string) => `${place} City`

test('a name stays where the board has it, as long as it is inside the map', () => {
  const [free, left, right] = placed(
    [spot('a', 500, 300), spot('b', 20, 100, 'end'), spot('c', 980, 500)],
    name,
    40,
    MAP,
  )
  expect(free).toMatchObject({ id: 'a', x: 516, anchor: 'start' })
  expect(left).toMatchObject({ id: 'b', anchor: 'start' })
  expect(right).toMatchObject({ id: 'c', anchor: 'end' })
})

test('names do not cover each other: the second one moves, or is left out', () => {
  const two = placed([spot('a', 500, 300), spot('b', 520, 305)], name, 30, MAP)
  expect(two.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(two[1]?.anchor).not.toBe('start')
  const crowd = Array.from({ length: 30 }, (_, number) => spot(`place ${number}`, 500 + number, 300))
  const kept = placed(crowd, name, 40, MAP)
  expect(kept[0]?.id).toBe('place 0')
  expect(kept.length).toBeGreaterThan(1)
  expect(kept.length).toBeLessThan(6)
})
