// The fonts with only the letters that Semafor's own words have: half the size. Other letters, in names that people type,
// come from the machine.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const FACES = {
  words: 'barlow/files/barlow-{subset}-400',
  board: 'barlow-semi-condensed/files/barlow-semi-condensed-{subset}-600',
}

/** All of ASCII and Latin-1, what Polish has besides, and what stands in messages, rules and boards. */
function letters(): string {
  const latin = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join('')
  const folders = ['../../messages/', '../../../src/semafor/boards/', '../../../src/semafor/boards/lessons/'].map(
    (folder) => new URL(folder, import.meta.url),
  )
  const written = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.includes('.'))
      .map((name) => new URL(name, folder)),
  )
  return latin + 'ĄĆĘŁŃŚŹŻąćęłńśźż' + written.map((file) => readFileSync(file, 'utf8')).join('')
}

/** Write every face, as words-latin.woff2 and so on. */
export async function writeFonts(target: URL): Promise<void> {
  const wanted = [...new Set(letters())].join('')
  for (const [face, path] of Object.entries(FACES)) {
    for (const subset of ['latin', 'latin-ext']) {
      const whole = readFileSync(require.resolve(`@fontsource/${path.replace('{subset}', subset)}-normal.woff2`))
      writeFileSync(
        new URL(`${face}-${subset}.woff2`, target),
        await subsetFont(whole, wanted, { targetFormat: 'woff2' }),
      )
    }
  }
}

/** The letters that are printed: those of western and central Europe, as people may name their cities. */
const PRINTED = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('') + '–—‘’“”„…×→−'

/** Write the map's font once more for printing, whole, in the form that goes into a PDF. */
export async function writePrintFonts(target: URL): Promise<void> {
  for (const subset of ['latin', 'latin-ext']) {
    const whole = readFileSync(require.resolve(`@fontsource/${FACES.board.replace('{subset}', subset)}-normal.woff2`))
    const font = await subsetFont(whole, PRINTED, { targetFormat: 'truetype' })
    writeFileSync(new URL(`print-${subset}.ttf`, target), font)
  }
}
