/** A pseudo-language for tests: every English word becomes ⟦ãççéñţéđ⟧ and longer; other words are hard-coded. */

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

/** A section of a catalogue, whatever its shape, in the pseudo-language. */
export function pseudoTexts<Texts>(texts: Texts): Texts {
  return JSON.parse(JSON.stringify(texts), (_, part: unknown) =>
    typeof part === 'string' ? pseudo(part) : part,
  ) as Texts
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
