/**
 * Splits the catalogues by the part of the client that says the words: `messages:hint` is the section `hint` of every
 * file in this folder, by language, and `words:hint` has a function for each of its messages. A part that loads when it
 * is opened brings its words along.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const fileOf = (language: string) => join(import.meta.dirname, `${language}.json`)
const SECTION = /^\0(messages|words):(\w+)$/
const LOOK_UP = join(import.meta.dirname, '../src/lib/language/messages.ts')

/** The languages that have a catalogue. */
export const LANGUAGES = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
  .sort()

/** All sections of a language, by name. */
export function catalogueOf(language: string): Record<string, Record<string, unknown>> {
  const text = readFileSync(fileOf(language), 'utf8')
  return JSON.parse(text) as Record<string, Record<string, unknown>>
}

const wordsOf = (section: string) => `
import texts from 'messages:${section}'
import { catalogue } from ${JSON.stringify(LOOK_UP)}
export const w = catalogue(texts)
`

export function messages(): Plugin {
  return {
    name: 'messages',
    resolveId: (id) => (SECTION.test(`\0${id}`) ? `\0${id}` : null),
    load(id) {
      const [, kind, section = ''] = SECTION.exec(id) ?? []
      if (!section) return null
      if (!(section in catalogueOf('en'))) this.error(`messages/en.json has no section ${section}`)
      if (kind === 'words') return wordsOf(section)
      for (const language of LANGUAGES) this.addWatchFile(fileOf(language))
      const texts = LANGUAGES.map((language) => [language, catalogueOf(language)[section] ?? {}])
      return `export default ${JSON.stringify(Object.fromEntries(texts))}`
    },
  }
}
