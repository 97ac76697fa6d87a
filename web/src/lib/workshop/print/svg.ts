/** A drawing as an SVG file in its true size, with its font and without any style sheet. */
import type { Shape } from './shapes'

/** The files of the board's font, by their paths. */
export const FONTS = import.meta.glob<string>('../../board/generated/world/print-*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
})

export const FAMILY = 'Board'
/** How round the corners of the board are. */
export const CORNER = 14

/** The letters that a file of the font is for, if it has not the usual ones. */
export const rangeOf = (path: string): string =>
  path.includes('latin-ext') ? 'U+0100-0130,U+0132-0151,U+0154-024F,U+1E00-1EFF' : ''

const escaped = (text: string): string =>
  text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign]!)

async function faces(): Promise<string> {
  const found = await Promise.all(
    Object.entries(FONTS).map(async ([path, url]) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
      let binary = ''
      for (const byte of bytes) binary += String.fromCharCode(byte)
      const range = rangeOf(path) && `unicode-range:${rangeOf(path)};`
      return `@font-face{font-family:${FAMILY};font-weight:600;${range}src:url(data:font/ttf;base64,${btoa(binary)})}`
    }),
  )
  return found.join('')
}

export async function svgOf(shapes: Shape[], width: number, height: number, mm: number): Promise<Blob> {
  const body = shapes.map((shape) => {
    const { matrix, fill, stroke } = shape
    const look = [
      `transform="matrix(${matrix.map((part) => Math.round(part * 1e4) / 1e4).join(' ')})"`,
      fill ? `fill="${fill.colour}"${fill.opacity < 1 ? ` fill-opacity="${fill.opacity}"` : ''}` : 'fill="none"',
      stroke
        ? `stroke="${stroke.colour}" stroke-width="${stroke.width}" stroke-linejoin="round"` +
          (stroke.opacity < 1 ? ` stroke-opacity="${stroke.opacity}"` : '') +
          (stroke.round ? ' stroke-linecap="round"' : '') +
          (stroke.dash.length > 0 ? ` stroke-dasharray="${stroke.dash.join(' ')}"` : '')
        : '',
      shape.evenOdd ? 'fill-rule="evenodd"' : '',
    ]
    if (shape.kind === 'path') return `<path ${look.join(' ')} d="${shape.d}"/>`
    const { x, y, size, anchor, spacing, room, text } = shape
    const fitted = room === null ? '' : ` textLength="${room}" lengthAdjust="spacingAndGlyphs"`
    const spaced = spacing ? ` letter-spacing="${spacing}"` : ''
    return `<text ${look.join(' ')} x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}"${spaced}${fitted}>${escaped(text)}</text>`
  })
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * mm}mm" height="${height * mm}mm" viewBox="0 0 ${width} ${height}">
<style>${await faces()}text{font-family:${FAMILY},sans-serif;font-weight:600;paint-order:stroke}</style>
<clipPath id="board"><rect width="${width}" height="${height}" rx="${CORNER}"/></clipPath>
<g clip-path="url(#board)">
${body.join('\n')}
</g>
</svg>
`
  return new Blob([text], { type: 'image/svg+xml' })
}
