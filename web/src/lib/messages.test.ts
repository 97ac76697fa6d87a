/** Both languages say everything, with the same blanks to fill in. */
import { expect, test } from 'vitest'
import en from '../../messages/en.json'
import pl from '../../messages/pl.json'
import book from './rules/rules.json'

type Message = string | Record<string, string>
const texts = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort()
const english = en as Record<string, Message>
const polish = pl as Record<string, Message>

test('every message is there in both languages', () => {
  expect(Object.keys(polish).sort()).toEqual(Object.keys(english).sort())
})

test.each(Object.keys(english))('%s has the same blanks in both', (key) => {
  const wanted = blanks(texts(english[key] ?? '').at(-1) ?? '')
  for (const text of [...texts(english[key] ?? ''), ...texts(polish[key] ?? '')]) {
    expect(text.trim()).not.toBe('')
    expect(blanks(text)).toEqual(wanted)
  }
})

/** Beginnings of names that are put together at run time. */
const PUT_TOGETHER =
  /^(card|route_colour|refusal|event|phrase|player_colour|mode|status|board|rules|measure|tie|level|reason|line)_|^draw_\w+_warning$|^(globetrotter|longest_path)$/

test('nothing is written that is never said', () => {
  const sources = Object.values(
    import.meta.glob<string>(['./**/*.{ts,svelte}', '../screens/*.svelte', '../App.svelte', '!./**/*.test.ts'], {
      eager: true,
      query: '?raw',
      import: 'default',
    }),
  ).join('\n')
  const said = new Set([...sources.matchAll(/\bm\.(\w+)/g)].map((found) => found[1]))
  expect(Object.keys(english).filter((key) => !said.has(key) && !PUT_TOGETHER.test(key))).toEqual([])
})

test('plurals have all the forms of their language', () => {
  for (const key of Object.keys(english)) {
    if (typeof english[key] === 'string') continue
    expect(Object.keys(english[key] ?? {}), key).toEqual(['one', 'other'])
    expect(Object.keys(polish[key] ?? {}), key).toEqual(['one', 'few', 'many', 'other'])
  }
})

test('every rule that a board names is written in both languages', () => {
  for (const board of Object.values(book.boards)) {
    for (const id of [...board.different, ...board.sections.flatMap((section) => section.rules)]) {
      const text = (book.texts as Record<string, { en: string; pl: string }>)[id]
      expect(text?.en, id).toBeTruthy()
      expect(text?.pl, id).toBeTruthy()
    }
  }
})
