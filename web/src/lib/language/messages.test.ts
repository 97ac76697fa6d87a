/** Every language has every message, with the same placeholders. */
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../../../messages/catalogues'
import { languages } from './languages'
import { ruleBook } from '../rules/rules'

type Message = string | Record<string, string>
type Section = Record<string, Message>
const texts = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort()

/** Return the sections of a language whose keys are messages; the rules have their own test. */
function sectionsOf(language: string): Map<string, Section> {
  const sections = Object.entries(catalogueOf(language)).filter(([name]) => name !== 'rules')
  return new Map(sections as [string, Section][])
}

const english = sectionsOf('en')

test('there are English and Polish, and nothing lists them', () => {
  expect(languages()).toEqual(['en', 'pl'])
})

test('a language is one file', () => {
  const files = readdirSync(resolve(import.meta.dirname, '../../../messages'), { recursive: true })
  expect(files.sort()).toEqual(['catalogues.ts', ...languages().map((code) => `${code}.json`)])
})

describe.each(languages())('%s', (code) => {
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()

  test.each([...english])('says all of %s, with the same blanks and every plural form', (name, wanted) => {
    const { ...messages } = sectionsOf(code).get(name)
    delete messages['kept_with_the_next'] // Not every language has such words.
    expect(Object.keys(messages).sort()).toEqual(Object.keys(wanted).sort())
    for (const [key, message] of Object.entries(messages)) {
      const expected = blanks(texts(wanted[key] ?? '').at(-1) ?? '')
      for (const text of texts(message)) {
        expect(text.trim(), key).not.toBe('')
        expect(blanks(text), key).toEqual(expected)
      }
      if (typeof message !== 'string') expect(Object.keys(message).sort(), key).toEqual(pluralCategories.toSorted())
    }
  })
})

/** Prefixes of message names that are composed at run time. */
const PUT_TOGETHER =
  /^(refused|card|one|route_colour|refusal|event|phrase|player_colour|mode|status|board|rules|measure|tie|level|reason|language|line|scale|made|trouble|import|tip|tool|tab|sheet|tones|side|field|paper|won|lost)_|^draw_\w+_warning$|^(globetrotter|longest_path|regions)$/

const sources = Object.values(
  import.meta.glob<string>(
    ['../**/*.{ts,svelte}', '../../screens/**/*.svelte', '../../App.svelte', '!../**/*.test.ts'],
    {
      eager: true,
      query: '?raw',
      import: 'default',
    },
  ),
).join('\n')

// The steps of a lesson use the message of the same name.
test.each([...english].filter(([name]) => name !== 'lessons'))(
  '%s has no message that nothing says',
  (name, messages) => {
    const said = new Set(
      [...sources.matchAll(name === 'main' ? /\bm\.(\w+)/g : /\b[gw]\.(\w+)/g)].map((found) => found[1]),
    )
    expect(Object.keys(messages).filter((key) => !said.has(key) && !PUT_TOGETHER.test(key))).toEqual([])
  },
)

test('every rule that a board names is written in every language', async () => {
  const book = await ruleBook()
  for (const board of Object.values(book.boards))
    for (const id of [...board.different, ...board.sections.flatMap((section) => section.rules)])
      for (const code of languages()) expect(book.texts[id]?.[code], id).toBeTruthy()
})
