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
  /^(card|route_colour|refusal|event|phrase|player_colour|mode|status|board|rules|measure|tie|level|reason|language|line|scale|made|trouble|import|tip)_|^draw_\w+_warning$|^(globetrotter|longest_path|regions)$/

const sources = Object.values(
  import.meta.glob<string>(['./**/*.{ts,svelte}', '../screens/*.svelte', '../App.svelte', '!./**/*.test.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
).join('\n')

test('nothing is written that is never said', () => {
  const said = new Set([...sources.matchAll(/\bm\.(\w+)/g)].map((found) => found[1]))
  expect(Object.keys(english).filter((key) => !said.has(key) && !PUT_TOGETHER.test(key))).toEqual([])
})

/** Catalogues of parts that are loaded when they are opened: by part, then by language. */
const parts = new Map<string, Map<string, Record<string, Message>>>()
const files = import.meta.glob<Record<string, Message>>('../../messages/*/*.json', { eager: true, import: 'default' })
for (const [path, messages] of Object.entries(files)) {
  const [part = '', file = ''] = path.split('/').slice(-2)
  parts.set(part, (parts.get(part) ?? new Map()).set(file.replace('.json', ''), messages))
}

test.each([...parts])('the words of %s are there in every language, with the same blanks', (_, byCode) => {
  expect([...byCode.keys()].sort()).toEqual(languages().sort())
  const first = byCode.get('en') ?? {}
  for (const [code, messages] of byCode) {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
    expect(Object.keys(messages).sort(), code).toEqual(Object.keys(first).sort())
    for (const [key, message] of Object.entries(messages)) {
      const wanted = blanks(texts(first[key] ?? '').at(-1) ?? '')
      for (const text of texts(message)) expect(blanks(text), `${code}: ${key}`).toEqual(wanted)
      if (typeof message !== 'string') expect(Object.keys(message).sort(), key).toEqual(pluralCategories.toSorted())
    }
  }
  const said = new Set([...sources.matchAll(/\bw\.(\w+)/g)].map((found) => found[1]))
  expect(Object.keys(first).filter((key) => !said.has(key) && !PUT_TOGETHER.test(key))).toEqual([])
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
