/** A pseudo-language for tests: every English word becomes ⟦ãççéñţéđ⟧ and longer; other words are hard-coded. */
import type { Messages, Text } from './languages'
import type { RuleTexts } from './rules/rules'

export const PSEUDO = 'qps'

const ACCENTS: Record<string, string> = {
  a: 'ã',
  c: 'ç',
  e: 'é',
  i: 'ï',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
}

/** A text with other letters, between brackets; blanks like {name} stay. */
export function pseudo(text: string): string {
  const changed = text.replace(/\{\w+\}|[a-z]/g, (part) => ACCENTS[part] ?? part)
  return `⟦${changed}~~⟧`
}

export function pseudoMessages(messages: Record<string, Text>): Messages {
  const one = (text: Text): Text =>
    typeof text === 'string'
      ? pseudo(text)
      : Object.fromEntries(Object.entries(text).map(([form, words]) => [form, pseudo(words)]))
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, one(text)])) as Messages
}

export function pseudoRules(texts: RuleTexts): RuleTexts {
  return JSON.parse(JSON.stringify(texts), (_, part: unknown) =>
    typeof part === 'string' ? pseudo(part) : part,
  ) as RuleTexts
}

/** The words of a text outside the brackets of the pseudo-language. */
export function otherWords(text: string): string[] {
  let depth = 0
  const outside = [...text].filter((letter) => {
    if (letter === '⟦') depth += 1
    const out = depth === 0
    if (letter === '⟧') depth -= 1
    return out || letter === '⟧'
  })
  return outside.join('').match(/\p{L}{2,}/gu) ?? []
}
