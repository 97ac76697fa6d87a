/** The languages of the client: one file of messages each, found by their names. Whoever adds a file adds a language. */
import en from '../../messages/en.json'

export type Key = keyof typeof en

/** A text with blanks like {name}; where a number decides its form, one text for each form of the language. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>

/** The messages of a language, and words of it that no line ends with. */
export type Messages = Partial<Record<Key, Text>> & { language_name: string; kept_with_the_next?: string }

/** The complete language, and the fallback for messages that another one lacks. */
export const FALLBACK = 'en'

const files = import.meta.glob<Messages>('../../messages/*.json', { eager: true, import: 'default' })
const found = new Map<string, Messages>()

/** Add one more language to those that have files. The returned function removes it. */
export function addLanguage(code: string, messages: Messages): () => void {
  found.set(code, messages)
  return () => found.delete(code)
}

for (const [path, messages] of Object.entries(files)) addLanguage(path.replace(/.*\/|\.json$/g, ''), messages)

/** The codes of all languages, English first. */
export function languages(): string[] {
  return [...found.keys()].sort((a, b) => Number(b === FALLBACK) - Number(a === FALLBACK) || a.localeCompare(b))
}

export function messagesOf(code: string): Messages {
  return found.get(code) ?? en
}

/** What a language is called in itself. */
export function languageName(code: string): string {
  return messagesOf(code).language_name
}

/** The language to switch to from another one: the next in their order. */
export function nextLanguage(code: string): string {
  const all = languages()
  return all[(all.indexOf(code) + 1) % all.length] ?? FALLBACK
}
