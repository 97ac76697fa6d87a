import { expect, test } from 'vitest'
import { readCode, shownCode } from './code'

test.each([
  ['abcdefgh', 'abcdefgh'],
  ['ABCD-EFGH', 'abcdefgh'],
  ['  abcd efgh ', 'abcdefgh'],
  ['ab cd – ef.gh', 'abcdefgh'],
  ['http://192.168.1.4:8600/#/join/abcdefgh', 'abcdefgh'],
  ['Come and play: https://play.example/x/#/join/ABCD-EFGH?from=chat', 'abcdefgh'],
  ['5y4n6rn4uqwcjrkg', '5y4n6rn4uqwcjrkg'],
  [' – ', ''],
])('%j is read as %j', (typed, code) => {
  expect(readCode(typed)).toBe(code)
})

test('a code is shown in groups of four, and parsed back', () => {
  expect(shownCode('abcdefgh')).toBe('abcd-efgh')
  expect(shownCode('5y4n6rn4uqwcjrkg')).toBe('5y4n-6rn4-uqwc-jrkg')
  expect(readCode(shownCode('abcdefgh'))).toBe('abcdefgh')
  expect(shownCode('')).toBe('')
})
