/** What an SVG on the page shows, as shapes with colours and places: what is drawn is what is printed. */

export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

export interface Paint {
  colour: string
  opacity: number
}

interface Common {
  matrix: Matrix
  fill: Paint | null
  stroke: (Paint & { width: number; dash: number[]; round: boolean }) | null
  evenOdd: boolean
  /** The box that it is drawn in, on the sheet. */
  box: [left: number, top: number, right: number, bottom: number]
}

export interface PathShape extends Common {
  kind: 'path'
  d: string
}

export interface TextShape extends Common {
  kind: 'text'
  text: string
  x: number
  /** The baseline. */
  y: number
  size: number
  anchor: 'start' | 'middle' | 'end'
  spacing: number
  /** The width that it has to fit in, if it is condensed. */
  room: number | null
}

export type Shape = PathShape | TextShape

export const multiplied = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
]

/** The shapes of a drawing, in the order in which they are painted. */
export function shapesOf(svg: SVGSVGElement): Shape[] {
  const found: Shape[] = []
  for (const child of svg.children) collect(child, [1, 0, 0, 1, 0, 0], 1, found)
  return found
}

function collect(element: Element, above: Matrix, opacity: number, found: Shape[]): void {
  if (!(element instanceof SVGGraphicsElement) || element instanceof SVGDefsElement) return
  const style = getComputedStyle(element)
  if (style.display === 'none' || style.visibility === 'hidden') return
  const own = element.transform.baseVal.consolidate()?.matrix
  const matrix = own ? multiplied(above, [own.a, own.b, own.c, own.d, own.e, own.f]) : above
  const seen = opacity * Number(style.opacity || 1)
  if (element instanceof SVGGElement) {
    for (const child of element.children) collect(child, matrix, seen, found)
    return
  }
  const fill = paintOf(style.fill, Number(style.fillOpacity || 1) * seen, element)
  const stroke = paintOf(style.stroke, Number(style.strokeOpacity || 1) * seen, element)
  const width = Number.parseFloat(style.strokeWidth) || 1
  if (!fill && !stroke) return
  const common: Common = {
    matrix,
    fill,
    stroke: stroke && {
      ...stroke,
      width,
      dash:
        style.strokeDasharray === 'none'
          ? []
          : style.strokeDasharray.split(/[, ]+/).map((part) => Number.parseFloat(part)),
      round: style.strokeLinecap === 'round',
    },
    evenOdd: style.fillRule === 'evenodd',
    box: boxOf(element, matrix, stroke ? width / 2 : 0),
  }
  if (element instanceof SVGTextElement) {
    const size = Number.parseFloat(style.fontSize)
    const at = (name: string): number => Number.parseFloat(element.getAttribute(name) ?? '0') || 0
    const room = element.getAttribute('textLength')
    found.push({
      kind: 'text',
      ...common,
      text: element.textContent,
      x: at('x'),
      y: at('y') + at('dy') * size,
      size,
      anchor: style.textAnchor as TextShape['anchor'],
      spacing: Number.parseFloat(style.letterSpacing) || 0,
      room: room === null ? null : Number.parseFloat(room),
    })
    return
  }
  const d = pathOf(element)
  if (d) found.push({ kind: 'path', ...common, d })
}

function boxOf(element: SVGGraphicsElement, [a, b, c, d, e, f]: Matrix, around: number): Common['box'] {
  const { x, y, width, height } = element.getBBox()
  const corners = [
    [x - around, y - around],
    [x + width + around, y - around],
    [x - around, y + height + around],
    [x + width + around, y + height + around],
  ].map(([px, py]) => [a * px! + c * py! + e, b * px! + d * py! + f] as const)
  const [xs, ys] = [corners.map(([px]) => px), corners.map(([, py]) => py)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function pathOf(element: Element): string {
  const at = (name: string): number => Number.parseFloat(element.getAttribute(name) ?? '0') || 0
  if (element instanceof SVGPathElement) return element.getAttribute('d') ?? ''
  if (element instanceof SVGCircleElement) {
    const [x, y, r] = [at('cx'), at('cy'), at('r')]
    return `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`
  }
  if (!(element instanceof SVGRectElement)) return ''
  const [x, y, w, h] = [at('x'), at('y'), at('width'), at('height')]
  const r = Math.min(at('rx'), w / 2, h / 2)
  if (!r) return `M${x} ${y}H${x + w}V${y + h}H${x}Z`
  const arc = (px: number, py: number): string => `A${r} ${r} 0 0 1 ${px} ${py}`
  return `M${x + r} ${y}H${x + w - r}${arc(x + w, y + r)}V${y + h - r}${arc(x + w - r, y + h)}H${x + r}${arc(x, y + h - r)}V${y + r}${arc(x + r, y)}Z`
}

/** A colour as six digits, and how much of it shows. A gradient is printed in its first colour. */
function paintOf(value: string, opacity: number, element: Element): Paint | null {
  const gradient = /^url\("?#(.+?)"?\)/.exec(value)
  if (gradient) {
    const stop = element.ownerDocument.getElementById(gradient[1]!)?.querySelector('stop')
    if (!stop) return null
    const style = getComputedStyle(stop)
    return paintOf(style.stopColor, opacity * Number(style.stopOpacity || 1), element)
  }
  const numbers = value.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? []
  if (value === 'none' || numbers.length < 3) return null
  const parts = value.startsWith('color(') ? numbers.slice(0, 3).map((part) => part * 255) : numbers.slice(0, 3)
  const seen = opacity * (numbers[3] ?? 1)
  if (seen <= 0.004) return null
  const digits = parts.map((part) =>
    Math.round(Math.min(Math.max(part, 0), 255))
      .toString(16)
      .padStart(2, '0'),
  )
  return { colour: `#${digits.join('')}`, opacity: seen }
}
