import { expect, test } from 'vitest'
import { madeUpRoute } from '../board/made-up'
import type { BoardDefinition, RouteShape } from '../protocol'
import { lanes, pointsByLength, shownRoutes, stretched } from './route-pictures'

const route = (id: string, length: number, more: Partial<RouteShape> = {}): RouteShape => {
  const [a, b] = id.split('-') as [string, string]
  return madeUpRoute(a, b, { id, length, points: length * 2, ...more })
}
const routes = [
  route('a-b', 1),
  route('b-c', 3),
  route('c-d', 4, { colour: 'grey' }),
  route('d-e', 2, { parallel_group: ['e-d'] }),
  route('e-d', 2, { parallel_group: ['d-e'], colour: 'blue' }),
  route('e-f', 2, { tunnel: true, colour: 'grey' }),
  route('f-g', 5, { locomotives: 2, colour: 'grey' }),
]
const board = { id: 'x', routes } as unknown as BoardDefinition

test('one route of every kind that the board has is shown, of three spaces if it can be', () => {
  expect(shownRoutes(board).map((one) => one.id)).toEqual(['b-c', 'c-d', 'd-e', 'f-g', 'e-f'])
})

test('a double route is shown with both its lanes', () => {
  expect(routes.slice(2, 4).map((one) => lanes(board, one).map(({ id }) => id))).toEqual([['c-d'], ['d-e', 'e-d']])
})

test('points are told by length, and a route has as many spaces as it is long', () => {
  expect(pointsByLength(board)).toEqual([
    [1, 2],
    [2, 4],
    [3, 6],
    [4, 8],
    [5, 10],
  ])
  expect(stretched(route('a-b', 4), 1).spaces).toHaveLength(4)
})
