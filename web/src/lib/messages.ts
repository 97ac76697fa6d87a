/** Everything that the client says, in the language that is set. Whoever shows a message shows it anew on a switch. */
import en from '../../messages/en.json'
import pl from '../../messages/pl.json'
import { settings, type Locale } from './settings.svelte'

export type Key = keyof typeof en
export type Inputs = Record<string, string | number>

/** A text with blanks like {name}; where a number decides its form, one text for each form of the language. */
type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>

/**
 * A text in which no line ends with a number that is parted from what it counts, nor, in Polish, with a word of one letter,
 * and none begins with a dash or a dot that parts two things. In the files of messages there are plain spaces.
 */
export function bound(text: string, locale: Locale): string {
  const counted = text
    .replace(/(\{(?:count|limit|seconds|minutes|increment)\}|\d) (?=\p{L})/gu, '$1\u00a0')
    .replace(/ (?=[–·] )/g, '\u00a0')
  return locale === 'pl' ? counted.replace(/(?<![\p{L}\p{N}{])([aiouwz]) (?!–)/giu, '$1\u00a0') : counted
}

function boundAll(messages: Record<Key, Text>, locale: Locale): Record<Key, Text> {
  const one = (text: Text): Text =>
    typeof text === 'string'
      ? bound(text, locale)
      : Object.fromEntries(Object.entries(text).map(([form, words]) => [form, bound(words, locale)]))
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, one(text)])) as Record<Key, Text>
}

const texts: Record<Locale, Record<Key, Text>> = { en: boundAll(en, 'en'), pl: boundAll(pl, 'pl') }
const forms: Record<Locale, Intl.PluralRules> = { en: new Intl.PluralRules('en'), pl: new Intl.PluralRules('pl') }

/** A number in words and tables: below zero with a minus, which is no hyphen. */
export function figure(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}

function say(key: Key, inputs: Inputs): string {
  const { locale } = settings
  const text = texts[locale][key]
  const chosen =
    typeof text === 'string' ? text : (text[forms[locale].select(Number(inputs['count']))] ?? text.other ?? '')
  return chosen.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const value = inputs[name] ?? blank
    return typeof value === 'number' ? figure(value) : value
  })
}

/** A function for every message: `m.cards_n({ count: 3 })`. */
export const m = Object.fromEntries(
  (Object.keys(en) as Key[]).map((key) => [key, (inputs: Inputs = {}) => say(key, inputs)]),
) as Record<Key, (inputs?: Inputs) => string>

/** A message whose name is put together at run time, or null if there is none. */
export function said(key: string, inputs: Inputs = {}): string | null {
  const name = key.replaceAll('-', '_')
  return name in en ? say(name as Key, inputs) : null
}
