/** Both languages say everything, with the same blanks to fill in. */
import { expect, test } from 'vitest'
import en from '../../messages/en.json'
import pl from '../../messages/pl.json'
import book from './rules/rules.json'

type Message = string | { match: Record<string, string> }[]
const texts = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values(message[0]?.match ?? {})
const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort()
const english = en as unknown as Record<string, Message>
const polish = pl as unknown as Record<string, Message>

test('every message is there in both languages', () => {
  expect(Object.keys(polish).sort()).toEqual(Object.keys(english).sort())
})

test.each(Object.keys(english).filter((key) => key !== '$schema'))('%s has the same blanks in both', (key) => {
  const wanted = blanks(texts(english[key] ?? '').at(-1) ?? '')
  for (const text of [...texts(english[key] ?? ''), ...texts(polish[key] ?? '')]) {
    expect(text.trim()).not.toBe('')
    expect(blanks(text)).toEqual(wanted)
  }
})

test('Polish plurals have all their forms', () => {
  for (const message of Object.values(polish)) {
    if (typeof message === 'string') continue
    const forms = Object.keys(message[0]?.match ?? {})
    for (const form of ['one', 'few', 'many', 'other']) expect(forms).toContain(`countPlural=${form}`)
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
