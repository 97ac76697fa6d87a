/** The languages of the client: one file each in web/messages. Adding a file adds a language. */
import texts from 'messages:main'
import type en from '../../../messages/en.json'

export type Key = keyof typeof en.main

/** A text with blanks like {name}; where a number decides its form, one text for each form of the language. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>

/** The messages of a language, and its words that no line may end with. */
export type Messages = Partial<Record<Key, Text>> & { language_name: string; kept_with_the_next?: string }

/** The complete language, and the fallback for messages that another one lacks. */
export const FALLBACK = 'en'

const found = new Map(Object.entries(texts as Record<string, Messages>))

/** All messages in English. */
export const english = texts[FALLBACK] as Record<Key, Text>

/** Add one more language to those that have files. The returned function removes it. */
export function addLanguage(code: string, messages: Messages): () => void {
  found.set(code, messages)
  return () => found.delete(code)
}

/** The codes of all languages, English first. */
export function languages(): string[] {
  return [...found.keys()].sort((a, b) => Number(b === FALLBACK) - Number(a === FALLBACK) || a.localeCompare(b))
}

export function messagesOf(code: string): Messages {
  return found.get(code) ?? (english as Messages)
}

/** The name of a language in that language. */
export function languageName(code: string): string {
  return messagesOf(code).language_name
}

/** The language after this one, for the switch that cycles through them. */
export function nextLanguage(code: string): string {
  const all = languages()
  return all[(all.indexOf(code) + 1) % all.length] ?? FALLBACK
}
