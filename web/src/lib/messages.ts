/** All texts of the client, in the current language. Reactive: components re-render when the language changes. */
import { english, FALLBACK, messagesOf, type Key, type Text } from './languages'
import { settings, type Locale } from './settings.svelte'

export type { Key } from './languages'
export type Inputs = Record<string, string | number>

/** For each language that has words which no line ends with, how to find them. */
const keptWords = new Map<Locale, RegExp | null>()

function keptIn(locale: Locale): RegExp | null {
  if (!keptWords.has(locale)) {
    const words = messagesOf(locale).kept_with_the_next?.split(' ')
    keptWords.set(locale, words ? new RegExp(`(?<![\\p{L}\\p{N}{])(${words.join('|')}) (?!–)`, 'giu') : null)
  }
  return keptWords.get(locale) ?? null
}

/**
 * A text in which no line ends with a number that is parted from what it counts, nor with a word that the language keeps
 * with the next one (in Polish those of one letter), and none begins with a dash or a dot that parts two things. In the
 * files of messages there are plain spaces.
 */
export function bound(text: string, locale: Locale): string {
  const counted = text
    .replace(/(\{(?:count|limit|seconds|minutes|increment)\}|\d) (?=\p{L})/gu, '$1\u00a0')
    .replace(/ (?=[–·] )/g, '\u00a0')
  const kept = keptIn(locale)
  return kept ? counted.replace(kept, '$1\u00a0') : counted
}

function boundText(text: Text, locale: Locale): Text {
  if (typeof text === 'string') return bound(text, locale)
  return Object.fromEntries(Object.entries(text).map(([form, words]) => [form, bound(words, locale)]))
}

interface Speech<K extends string> {
  texts: Partial<Record<K, Text>>
  forms: Intl.PluralRules
}

/** Texts by their names, of one language. */
export type Texts<K extends string> = Partial<Record<K, Text>>
type Say<K extends string> = (key: K, inputs: Inputs) => string

/** A number in words and tables: below zero with a minus, which is no hyphen. */
export function figure(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}

/** The messages of a catalogue: built when a language is first used; missing ones fall back to English. */
function speaker<K extends string>(english: Texts<K>, textsOf: (locale: Locale) => Texts<K>): Say<K> {
  const speeches = new Map<Locale, Speech<K>>()
  const speechOf = (locale: Locale): Speech<K> => {
    let speech = speeches.get(locale)
    if (!speech) {
      const messages = Object.entries<Text | undefined>({ ...english, ...textsOf(locale) })
      const texts = Object.fromEntries(messages.map(([key, text]) => [key, boundText(text ?? '', locale)]))
      speech = { texts: texts as Texts<K>, forms: new Intl.PluralRules(locale) }
      speeches.set(locale, speech)
    }
    return speech
  }
  return (key, inputs) => {
    const { texts, forms } = speechOf(settings.locale)
    const text: Text = texts[key] ?? ''
    const chosen = typeof text === 'string' ? text : (text[forms.select(Number(inputs['count']))] ?? text.other ?? '')
    return chosen.replace(/\{(\w+)\}/g, (blank, name: string) => {
      const value = inputs[name] ?? blank
      return typeof value === 'number' ? figure(value) : value
    })
  }
}

function functions<K extends string>(english: Texts<K>, say: Say<K>): Record<K, (inputs?: Inputs) => string> {
  const keys = Object.keys(english) as K[]
  return Object.fromEntries(keys.map((key) => [key, (inputs: Inputs = {}) => say(key, inputs)])) as Record<
    K,
    (inputs?: Inputs) => string
  >
}

/** The words of a part that loads when it is opened, by language: `w.title()` says one of them. */
export function catalogue<K extends string>(
  texts: Record<string, Record<string, Text>>,
): Record<K, (inputs?: Inputs) => string> {
  const inLanguage = (locale: Locale) => (texts[locale] ?? {}) as Texts<K>
  const english = inLanguage(FALLBACK)
  return functions(english, speaker(english, inLanguage))
}

const say = speaker<Key>(english, messagesOf)

/** A function for every message: `m.cards_n({ count: 3 })`. */
export const m = functions<Key>(english, say)

/** A message whose name is put together at run time, or null if there is none. */
export function said(key: string, inputs: Inputs = {}): string | null {
  const name = key.replaceAll('-', '_')
  return name in english ? say(name as Key, inputs) : null
}
