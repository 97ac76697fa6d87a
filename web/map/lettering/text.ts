// How wide a text is in the font of the labels, as Spots.svelte spaces its words.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import opentype from 'opentype.js'

import { SIZES } from '../../src/lib/board/layout/layout-problem'

const require = createRequire(import.meta.url)

function font(subset: string): opentype.Font {
  const path = require.resolve(
    `@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-${subset}-600-normal.woff`,
  )
  const bytes = readFileSync(path)
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
}

// The font comes in two files; a letter is looked up in the first that has it.
const FONTS = [font('latin'), font('latin-ext')]

/** Extra space between words: at small sizes the font's own is hardly visible. */
const WORD_SPACING = 0.08

export function textWidth(text: string, size: number = SIZES.labelSize): number {
  let width = 0
  for (const letter of text) {
    const found = FONTS.find((font) => font.charToGlyphIndex(letter) > 0)
    if (!found) throw new Error(`the font of the labels has no letter "${letter}" (in "${text}")`)
    width += (found.charToGlyph(letter).advanceWidth ?? 0) / found.unitsPerEm
    if (letter === ' ') width += WORD_SPACING
  }
  return width * size
}
