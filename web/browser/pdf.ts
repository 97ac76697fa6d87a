/** Measures a PDF: the painted shapes, in millimetres, and the fonts that are in it. */
import { inflateSync } from 'node:zlib'

export interface Box {
  /** Along its own axes. */
  width: number
  height: number
  /** The middle, on its page. */
  x: number
  y: number
  fill: string
}

export interface Measured {
  /** The shapes of every page. */
  pages: Box[][]
  /** Width and height of every page. */
  sizes: [number, number][]
  /** Whether every font comes with the file. */
  embedded: boolean
}

const MM = 25.4 / 72
type Matrix = [number, number, number, number, number, number]

const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
]

export function measured(file: Buffer): Measured {
  const text = file.toString('latin1')
  const pages: Box[][] = []
  for (const { index, 0: head } of text.matchAll(/>>\s*stream\r?\n/g)) {
    const from = index + head.length
    const to = text.indexOf('endstream', from)
    const content = inflated(file.subarray(from, to))
    if (/^[\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ cm\n/.test(content)) pages.push(boxes(content))
  }
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]): [number, number] => [Number(width) * MM, Number(height) * MM],
  )
  const fonts = text.match(/\/Type \/FontDescriptor/g)?.length ?? 0
  return { pages, sizes, embedded: fonts > 0 && text.match(/\/FontFile2 /g)?.length === fonts }
}

/** The text of a stream; empty if it is not compressed. */
function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return ''
  }
}

/** The filled shapes of a page. */
function boxes(content: string): Box[] {
  const found: Box[] = []
  let [now, fill]: [Matrix, string] = [[1, 0, 0, 1, 0, 0], '']
  const kept: [Matrix, string][] = []
  let points: [number, number][] = []
  for (const line of content.split('\n')) {
    const words = line.trim().split(' ')
    const operator = words.pop()
    const numbers = words.map(Number)
    if (operator === 'q') kept.push([now, fill])
    else if (operator === 'Q') [now, fill] = kept.pop() ?? [now, fill]
    else if (operator === 'cm') now = times(now, numbers as Matrix)
    else if (operator === 'scn' || operator === 'rg') fill = words.slice(0, 3).join(' ')
    else if (operator === 're') {
      const [x, y, width, height] = numbers as [number, number, number, number]
      points.push([x, y], [x + width, y + height])
    } else if (operator === 'm') points.push([numbers[0]!, numbers[1]!])
    else if (operator === 'l' || operator === 'c') points.push([numbers.at(-2)!, numbers.at(-1)!])
    else if (/^(f|F|f\*|B|B\*|b|S|s|n|W)$/.test(operator ?? '')) {
      if (/^[fFBb]/.test(operator!) && points.length > 0) found.push(boxOf(points, now, fill))
      points = []
    }
  }
  return found
}

function boxOf(points: [number, number][], m: Matrix, fill: string): Box {
  const [x, y] = [points.map(([px]) => px), points.map(([, py]) => py)]
  const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)]
  const [px, py] = [(left + right) / 2, (top + bottom) / 2]
  return {
    width: (right - left) * Math.hypot(m[0], m[1]) * MM,
    height: (bottom - top) * Math.hypot(m[2], m[3]) * MM,
    x: (m[0] * px + m[2] * py + m[4]) * MM,
    y: (m[1] * px + m[3] * py + m[5]) * MM,
    fill,
  }
}
