import { expect, test } from 'vitest'
import { pointing } from './pointing'

test('only a mouse that moves points; what comes to lie under one at rest shows nothing', () => {
  const seen: string[] = []
  const element = document.createElement('button')
  const off = pointing(
    () => seen.push('shown'),
    () => seen.push('hidden'),
  )(element)
  const mouse = (type: string) => element.dispatchEvent(new MouseEvent(type))
  mouse('mouseenter')
  mouse('mouseleave')
  expect(seen).toEqual([])
  for (const type of ['mouseenter', 'mousemove', 'mousemove', 'mouseleave']) mouse(type)
  expect(seen).toEqual(['shown', 'hidden'])
  // Nothing stays highlighted for an element that is gone.
  mouse('mousemove')
  off?.()
  expect(seen).toEqual(['shown', 'hidden', 'shown', 'hidden'])
})
