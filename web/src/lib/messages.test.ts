/** Every language says everything, with the same blanks to fill in. */
import { expect, test } from 'vitest'
import en from '../../messages/en.json'
import { languages, messagesOf } from './languages'
import { ruleBook } from './rules/rules'

type Message = string | Record<string, string>
const texts = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort()
const english = en as Record<string, Message>
const others = languages().map((code): [string, Record<string, Message>] => {
  const messages = Object.entries(messagesOf(code)).filter(([key]) => key !== 'kept_with_the_next')
  return [code, Object.fromEntries(messages)]
})

test('there are English and Polish, and nothing lists them', () => {
  expect(languages()).toEqual(['en', 'pl'])
})

test.each(others)('every message is there in %s', (_, messages) => {
  expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort())
})

test.each(Object.keys(english))('%s has the same blanks in every language', (key) => {
  const wanted = blanks(texts(english[key] ?? '').at(-1) ?? '')
  for (const text of others.flatMap(([, messages]) => texts(messages[key] ?? ''))) {
    expect(text.trim()).not.toBe('')
    expect(blanks(text)).toEqual(wanted)
  }
})

/** Beginnings of names that are put together at run time. */
const PUT_TOGETHER =
  /^(card|route_colour|refusal|event|phrase|player_colour|mode|status|board|rules|measure|tie|level|reason|language|line|scale)_|^draw_\w+_warning$|^(globetrotter|longest_path|regions)$/

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

test.each(others)('plurals have all the forms of their language: %s', (code, messages) => {
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
  for (const [key, text] of Object.entries(messages))
    if (typeof text !== 'string') expect(Object.keys(text).sort(), key).toEqual(pluralCategories.toSorted())
})

test('every rule that a board names is written in every language', async () => {
  const book = await ruleBook()
  for (const board of Object.values(book.boards))
    for (const id of [...board.different, ...board.sections.flatMap((section) => section.rules)])
      for (const code of languages()) expect(book.texts[id]?.[code], id).toBeTruthy()
})
