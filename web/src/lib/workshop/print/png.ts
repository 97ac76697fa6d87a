/** A drawing as a picture of pixels. It is painted, as browsers draw an SVG before its own fonts are there. */
import type { Shape, TextShape } from './shapes'
import { CORNER, FAMILY, FONTS, rangeOf } from './svg'

/** The longer side, in pixels: about 150 to the inch on a large board, and within what phones can draw. */
const LONGEST = 4096

export async function pngOf(shapes: Shape[], width: number, height: number): Promise<Blob> {
  const scale = LONGEST / Math.max(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('this browser can’t paint')
  brush.scale(scale, scale)
  brush.beginPath()
  brush.roundRect(0, 0, width, height, CORNER)
  brush.clip()
  const faces = await Promise.all(
    Object.entries(FONTS).map(([path, url]) => {
      const unicodeRange = rangeOf(path)
      return new FontFace(FAMILY, `url("${url}")`, { weight: '600', ...(unicodeRange && { unicodeRange }) }).load()
    }),
  )
  for (const face of faces) document.fonts.add(face)
  try {
    for (const shape of shapes) paint(brush, shape)
  } finally {
    for (const face of faces) document.fonts.delete(face)
  }
  return new Promise((done, failed) =>
    canvas.toBlob((picture) => (picture ? done(picture) : failed(new Error('the picture is too large'))), 'image/png'),
  )
}

function paint(brush: CanvasRenderingContext2D, shape: Shape): void {
  const { matrix, fill, stroke } = shape
  brush.save()
  brush.transform(...matrix)
  const alpha = brush.globalAlpha
  const path = shape.kind === 'path' ? new Path2D(shape.d) : null
  if (shape.kind === 'text') write(brush, shape)
  const filled = (): void => {
    if (!fill) return
    brush.globalAlpha = alpha * fill.opacity
    brush.fillStyle = fill.colour
    if (path) brush.fill(path, shape.evenOdd ? 'evenodd' : 'nonzero')
    else if (shape.kind === 'text') brush.fillText(shape.text, 0, 0)
  }
  // The edge of letters lies behind them, that of anything else on it.
  if (path) filled()
  if (stroke) {
    brush.globalAlpha = alpha * stroke.opacity
    brush.strokeStyle = stroke.colour
    brush.lineWidth = stroke.width
    brush.lineJoin = 'round'
    brush.lineCap = stroke.round ? 'round' : 'butt'
    brush.setLineDash(stroke.dash)
    if (path) brush.stroke(path)
    else if (shape.kind === 'text') brush.strokeText(shape.text, 0, 0)
  }
  if (!path) filled()
  brush.restore()
}

/** Make the brush ready to write a text where it begins, as wide as its room. */
function write(brush: CanvasRenderingContext2D, { x, y, size, anchor, spacing, room, text }: TextShape): void {
  brush.font = `600 ${size}px ${FAMILY}, sans-serif`
  brush.letterSpacing = `${spacing}px`
  brush.textAlign = anchor === 'middle' ? 'center' : anchor
  brush.translate(x, y)
  if (room !== null) brush.scale(room / brush.measureText(text).width, 1)
}
