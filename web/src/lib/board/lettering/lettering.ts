/** Between the letters of a country's or region's name, in parts of their size. */
export const LETTER_SPACING = 0.05

/** From line to line, in parts of the letters' size. */
export const LINE_PITCH = 1.1

/** The room before a country's name for its flag, and after the name of a region that counts twice for its sign. */
export const FLAG_ROOM = 1.65
export const SIGN_ROOM = 1.6

/** Break a name in two lines, after a hyphen or at a space, so that they are about equally long. */
export function twoLines(name: string): [string, string] | null {
  let best: [string, string] | null = null
  for (const { index, 0: sign } of name.matchAll(/[- ]/g)) {
    const lines: [string, string] = [name.slice(0, sign === '-' ? index + 1 : index), name.slice(index + 1)]
    if (!best || Math.max(lines[0].length, lines[1].length) < Math.max(best[0].length, best[1].length)) best = lines
  }
  return best
}
