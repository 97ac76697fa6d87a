import { expect, test } from 'vitest'
import { roundMarks } from './axis'

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [40, [0, 10, 20, 30, 40]],
  [59, [0, 20, 40, 60]],
  [71, [0, 20, 40, 60, 80]],
  [83, [0, 25, 50, 75, 100]],
  [181, [0, 50, 100, 150, 200]],
])('an axis up to %i has round numbers', (most, marks) => {
  expect(roundMarks(most)).toEqual(marks)
})
