/** All texts of the client, in the current language. Reactive: components re-render when the language changes. */
import { english, FALLBACK, messagesOf, type Key, type Text } from './languages'
import { settings, type Locale } from '../settings.svelte'

export type { Key } from './languages'
export type Inputs = Record<string, string | number>

/** By language: a pattern of the words that no line may end with, if there are any. */
const keptWords = new Map<Locale, RegExp | null>()

function keptIn(locale: Locale): RegExp | null {
  if (!keptWords.has(locale)) {
    const words = messagesOf(locale).kept_with_the_next?.split(' ')
    keptWords.set(locale, words ? new RegExp(`(?<![\\p{L}\\p{N}{])(${words.join('|')}) (?!–)`, 'giu') : null)
  }
  return keptWords.get(locale) ?? null
}

/**
 * Put non-breaking spaces into a text, so that no line ends between a number and what it counts or after a word that
 * stays with the next one (in Polish those of one letter), and none begins with a dash or a dot. The message files have
 * plain spaces only.
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

/** A number for texts and tables; negative ones get a minus sign, not a hyphen. */
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

/** A function for every message: `w.title()` returns it in the current language. */
export type Words<K extends string> = Record<K, (inputs?: Inputs) => string>

function functions<K extends string>(english: Texts<K>, say: Say<K>): Words<K> {
  const keys = Object.keys(english) as K[]
  return Object.fromEntries(keys.map((key) => [key, (inputs: Inputs = {}) => say(key, inputs)])) as Words<K>
}

/** The messages of a section that loads on demand. */
export function catalogue<K extends string>(texts: Record<string, Record<string, Text>>): Words<K> {
  const inLanguage = (locale: Locale) => (texts[locale] ?? {}) as Texts<K>
  const english = inLanguage(FALLBACK)
  return functions(english, speaker(english, inLanguage))
}

const say = speaker<Key>(english, messagesOf)

/** A function for every message: `m.cards_n({ count: 3 })`. */
export const m = functions<Key>(english, say)

/** A message whose key is composed at run time, or null if there is none. */
export function said(key: string, inputs: Inputs = {}): string | null {
  const name = key.replaceAll('-', '_')
  return name in english ? say(name as Key, inputs) : null
}
