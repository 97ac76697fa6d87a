/** A face for every name: the same name has the same face everywhere, on every device. */

export interface FaceParts {
  ground: string
  skin: string
  hair: string
  coat: string
  /** Numbers of the drawings of these parts. */
  style: number
  eyes: number
  mouth: number
  extra: number
}

/** How many pictures there are to choose from. */
export const CHOICES = 15

/** The name of a picture that can be chosen; it is drawn like that of any name. */
export const chosenFace = (number: number): string => `no. ${number}`

/** The number of a chosen picture; null if the face is drawn from the name. */
export function faceNumber(face: string): number | null {
  return Number(/^no\. (\d+)$/.exec(face)?.[1]) || null
}

/** What to draw somebody's face from. */
export const shownFace = (face: number | null, name: string): string => (face === null ? name : chosenFace(face))

const GROUNDS = ['#f2c879', '#9ed0c6', '#c9b6e4', '#f0a58f', '#a9c7ee', '#c5d79a', '#e9b7cf', '#d9c7a3']
const SKINS = ['#f7d9c1', '#eec1a0', '#d9a27a', '#b57b52', '#8a5a3b', '#5f3c28']
const HAIRS = ['#2a211d', '#5a3a24', '#8d5a2b', '#c58b3f', '#b7472e', '#8e8e93', '#3b3550']
const COATS = ['#1f4e79', '#8a2b2b', '#1f6f43', '#5b3b73', '#3a4652', '#b2601a']
export const STYLES = 6
export const EYES = 3
export const MOUTHS = 3
export const EXTRAS = 6

/** A generator of whole numbers below a bound, seeded by a text (FNV-1a, then xorshift). */
function numbers(text: string): (below: number) => number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** The parts of a face. Small and capital letters are the same name. */
export function faceOf(name: string): FaceParts {
  const next = numbers(`face ${name.trim().toLocaleLowerCase('en')}`)
  const pick = (choices: readonly string[]) => choices[next(choices.length)] ?? ''
  // Similar texts start with similar numbers.
  for (let round = 0; round < 4; round++) next(2)
  return {
    ground: pick(GROUNDS),
    skin: pick(SKINS),
    hair: pick(HAIRS),
    coat: pick(COATS),
    style: next(STYLES),
    eyes: next(EYES),
    mouth: next(MOUTHS),
    extra: next(EXTRAS),
  }
}
