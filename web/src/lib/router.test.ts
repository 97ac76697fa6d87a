import { expect, test } from 'vitest'
import { readPlace } from './router.svelte'

test('the part after # is read into path and query', () => {
  const place = readPlace('#/replay/ab%20c?at=12&eyes=open')
  expect(place.path).toEqual(['replay', 'ab c'])
  expect(place.query.get('at')).toBe('12')
  expect(readPlace('').path).toEqual([])
  expect(readPlace('#/join/%E0%A4%A').path).toEqual(['join', '%E0%A4%A'])
})
