/** A board as a PDF in its true size: tiles, ticket cards, rules. */
import PDFDocument from 'pdfkit'

import { CARD, MARGIN, type Paper, type Tile } from './pages'
import type { Matrix, Shape, TextShape } from './shapes'

/** Points to a millimetre. */
const PT = 72 / 25.4

export interface Ticket {
  ends: [string, string]
  points: number
  /** Where its cities are, in units of the board. */
  at: ({ x: number; y: number } | null)[]
}

export interface Print {
  name: string
  /** The drawing, in units, its size, and millimetres to a unit. */
  shapes: Shape[]
  width: number
  height: number
  mm: number
  tiles: Tile[]
  tickets: Ticket[]
  /** The lines of the routes, for the small maps on tickets, and the box that they lie in. */
  routes: string[]
  network: [left: number, top: number, right: number, bottom: number]
  rules: { title: string; text: string }[]
  rulesTitle: string
  /** The paper of cards and rules. */
  paper: Paper
}

type Doc = PDFKit.PDFDocument

/** Fonts for the letters of western and of central Europe. */
const FONTS = import.meta.glob<string>('../../board/generated/world/print-*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
})
/** The letters that are in the second font. */
const EXTENDED = /[\u0100-\u0130\u0132-\u0151\u0154-\u024f\u1e00-\u1eff]+/gu

async function addFonts(doc: Doc): Promise<void> {
  for (const [path, url] of Object.entries(FONTS)) {
    const file = await (await fetch(url)).arrayBuffer()
    doc.registerFont(path.includes('latin-ext') ? 'extended' : 'plain', file as unknown as Buffer)
  }
}

export async function pdfOf(print: Print): Promise<Blob> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    font: '',
    info: { Title: print.name, Creator: 'Semafor' },
  })
  const parts: Uint8Array[] = []
  doc.on('data', (part: Uint8Array) => parts.push(part))
  const ended = new Promise<void>((done) => doc.on('end', done))
  await addFonts(doc)
  for (const tile of print.tiles) tilePage(doc, print, tile)
  if (print.tickets.length > 0) cardPages(doc, print)
  if (print.rules.length > 0) rulesPages(doc, print)
  doc.end()
  await ended
  return new Blob(parts as BlobPart[], { type: 'application/pdf' })
}

function page(doc: Doc, { width, height }: { width: number; height: number }): void {
  doc.addPage({ size: [width * PT, height * PT], margin: 0 })
  // From here on in millimetres.
  doc.scale(PT)
}

function tilePage(doc: Doc, print: Print, tile: Tile): void {
  page(doc, tile.paper)
  doc.save()
  doc.rect(MARGIN, MARGIN, tile.width, tile.height).clip()
  doc.translate(MARGIN - tile.left, MARGIN - tile.top).scale(print.mm)
  const [left, top] = [tile.left / print.mm, tile.top / print.mm]
  const [right, bottom] = [left + tile.width / print.mm, top + tile.height / print.mm]
  for (const shape of print.shapes) {
    const [x0, y0, x1, y1] = shape.box
    if (x1 >= left && x0 <= right && y1 >= top && y0 <= bottom) draw(doc, shape)
  }
  doc.restore()
  trimMarks(doc, tile)
  if (print.tiles.length > 1)
    write(doc, `${print.name} · ${String.fromCharCode(65 + tile.row)}${tile.column + 1}`, {
      x: MARGIN + 6,
      y: MARGIN - 4,
      size: 3,
      colour: '#555555',
    })
}

function trimMarks(doc: Doc, { width, height }: Tile): void {
  doc.lineWidth(0.15).strokeColor('#000000')
  for (const x of [MARGIN, MARGIN + width])
    for (const y of [MARGIN, MARGIN + height]) {
      const [right, down] = [x > MARGIN ? 1 : -1, y > MARGIN ? 1 : -1]
      doc
        .moveTo(x + right, y)
        .lineTo(x + right * 6, y)
        .stroke()
      doc
        .moveTo(x, y + down)
        .lineTo(x, y + down * 6)
        .stroke()
    }
}

function draw(doc: Doc, shape: Shape): void {
  doc.save()
  doc.transform(...(shape.matrix satisfies Matrix))
  const { fill, stroke } = shape
  if (stroke) {
    doc
      .lineWidth(stroke.width)
      .lineJoin('round')
      .lineCap(stroke.round ? 'round' : 'butt')
    if (stroke.dash.length > 0) doc.dash(stroke.dash as unknown as number, {})
  }
  if (shape.kind === 'text') drawText(doc, shape)
  else {
    doc.path(shape.d)
    const rule = shape.evenOdd ? 'even-odd' : 'non-zero'
    if (fill) doc.fillColor(fill.colour, fill.opacity)
    if (stroke) doc.strokeColor(stroke.colour, stroke.opacity)
    if (fill && stroke) doc.fillAndStroke(undefined as never, undefined as never, rule)
    else if (fill) doc.fill(undefined as never, rule)
    else doc.stroke()
  }
  doc.restore()
}

/** Pieces of a text, each in the font that has its letters. */
function pieces(text: string): { font: string; text: string }[] {
  const found: { font: string; text: string }[] = []
  let from = 0
  for (const { index, 0: letters } of text.matchAll(EXTENDED)) {
    if (index > from) found.push({ font: 'plain', text: text.slice(from, index) })
    found.push({ font: 'extended', text: letters })
    from = index + letters.length
  }
  if (from < text.length) found.push({ font: 'plain', text: text.slice(from) })
  return found
}

function widthOf(doc: Doc, text: string, size: number, spacing = 0): number {
  const wide = pieces(text).reduce((sum, piece) => {
    doc.font(piece.font).fontSize(size)
    return sum + doc.widthOfString(piece.text, { characterSpacing: 0 })
  }, 0)
  return wide + spacing * text.length
}

function drawText(doc: Doc, shape: TextShape): void {
  const { text, size, anchor, spacing, room, fill, stroke } = shape
  const natural = widthOf(doc, text, size, spacing)
  const narrow = room === null ? 1 : Math.min(room / natural, 1)
  const wide = natural * narrow
  const x = shape.x - (anchor === 'middle' ? wide / 2 : anchor === 'end' ? wide : 0)
  doc.translate(x, shape.y)
  if (narrow < 1) doc.scale(narrow, 1, {})
  if (stroke) put(doc, text, size, spacing, () => doc.strokeColor(stroke.colour, stroke.opacity), true)
  if (fill) put(doc, text, size, spacing, () => doc.fillColor(fill.colour, fill.opacity), false)
}

/** Write from the origin along the baseline. */
function put(doc: Doc, text: string, size: number, spacing: number, paint: () => void, outline: boolean): void {
  let x = 0
  for (const piece of pieces(text)) {
    doc.font(piece.font).fontSize(size)
    paint()
    doc.text(piece.text, x, 0, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: spacing,
      fill: !outline,
      stroke: outline,
    })
    x += doc.widthOfString(piece.text, { characterSpacing: 0 }) + spacing * piece.text.length
  }
}

interface Line {
  x: number
  y: number
  size: number
  colour?: string
  anchor?: 'start' | 'middle' | 'end'
  /** The width that it must fit in: long texts are written smaller. */
  room?: number
}

function write(doc: Doc, text: string, { x, y, size, colour = '#1d2733', anchor = 'start', room }: Line): void {
  const wide = widthOf(doc, text, size)
  const fitting = room !== undefined && wide > room ? (size * room) / wide : size
  const width = (wide * fitting) / size
  doc.save()
  doc.translate(x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0), y)
  put(doc, text, fitting, 0, () => doc.fillColor(colour, 1), false)
  doc.restore()
}

function cardPages(doc: Doc, print: Print): void {
  const paper = print.paper.id === 'one' ? { width: 210, height: 297 } : print.paper
  const across = Math.floor((paper.width - 2 * MARGIN) / CARD.width)
  const down = Math.floor((paper.height - 2 * MARGIN) / CARD.height)
  print.tickets.forEach((ticket, number) => {
    const place = number % (across * down)
    if (place === 0) page(doc, paper)
    const x = MARGIN + (place % across) * CARD.width
    const y = MARGIN + Math.floor(place / across) * CARD.height
    card(doc, print, ticket, x, y)
  })
}

function card(doc: Doc, print: Print, { ends, points, at }: Ticket, x: number, y: number): void {
  const { width, height } = CARD
  doc.save().translate(x, y)
  doc.lineWidth(0.15).strokeColor('#999999', 1).fillColor('#fbf6e6', 1)
  doc.rect(0, 0, width, height).fillAndStroke()
  doc.lineWidth(0.5).strokeColor('#7c5f3a', 1)
  doc.roundedRect(2, 2, width - 4, height - 4, 2).stroke()
  write(doc, `${ends[0]} – ${ends[1]}`, { x: width / 2, y: 8.2, size: 4.6, anchor: 'middle', room: width - 8 })
  // The small map, and the two cities on it.
  const [left, top, right, bottom] = [4, 11, width - 4, height - 4]
  const [west, north, east, south] = print.network
  const scale = Math.min((right - left) / (east - west), (bottom - top) / (south - north))
  doc.save()
  doc.translate((left + right - (west + east) * scale) / 2, (top + bottom - (north + south) * scale) / 2).scale(scale)
  doc.lineWidth(0.35 / scale).strokeColor('#8a7a5c', 0.75)
  for (const route of print.routes) doc.path(route).stroke()
  for (const point of at)
    if (point)
      doc
        .circle(point.x, point.y, 1.3 / scale)
        .fillColor('#b3261e', 1)
        .fill()
  doc.restore()
  doc
    .circle(width - 8, height - 8, 4.6)
    .fillColor('#7c5f3a', 1)
    .fill()
  write(doc, String(points), { x: width - 8, y: height - 6.3, size: 5, colour: '#ffffff', anchor: 'middle' })
  doc.restore()
}

function rulesPages(doc: Doc, print: Print): void {
  const paper = print.paper.id === 'one' ? { width: 210, height: 297 } : print.paper
  const room = paper.width - 4 * MARGIN
  let y = Infinity
  const next = (height: number): void => {
    if (y + height <= paper.height - 2 * MARGIN) return
    page(doc, paper)
    y = 2 * MARGIN + 6
  }
  next(0)
  write(doc, `${print.name}: ${print.rulesTitle}`, { x: 2 * MARGIN, y, size: 8, room })
  y += 9
  for (const { title, text } of print.rules) {
    const lines = wrapped(doc, text, 4, room)
    next(7 + Math.min(lines.length, 3) * 5.2)
    write(doc, title, { x: 2 * MARGIN, y, size: 4.8, colour: '#0b5563' })
    y += 5.4
    for (const line of lines) {
      next(5.2)
      write(doc, line, { x: 2 * MARGIN, y, size: 4 })
      y += 5.2
    }
    y += 2.6
  }
}

function wrapped(doc: Doc, text: string, size: number, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (line && widthOf(doc, longer, size) > room) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line ? [...lines, line] : lines
}
