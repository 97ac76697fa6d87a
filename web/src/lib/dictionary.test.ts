import { expect, test } from 'vitest'

import { dictionary } from './dictionary'
import { pictures } from './plan/board-pictures'

test('a board may be called like what every object has', () => {
  expect(dictionary([['a', 1]])).toEqual({ a: 1 })
  expect(dictionary([]).constructor).toBeUndefined()
  expect(pictures.constructor).toBeUndefined()
})
