// Lines and areas on the board: clipped at its edge, simplified, written as SVG paths.

export type Pair = [number, number]
export type Frame = [left: number, top: number, right: number, bottom: number]

/** The part of an area inside the frame (Sutherland and Hodgman). */
export function clipRing(ring: Pair[], frame: Frame): Pair[] {
  const sides: [axis: 0 | 1, limit: number, keepBelow: boolean][] = [
    [0, frame[0], false],
    [0, frame[2], true],
    [1, frame[1], false],
    [1, frame[3], true],
  ]
  let points = ring
  for (const [axis, limit, keepBelow] of sides) {
    const inside = (point: Pair): boolean => (keepBelow ? point[axis] <= limit : point[axis] >= limit)
    const kept: Pair[] = []
    points.forEach((point, index) => {
      const before = points[(index + points.length - 1) % points.length]!
      if (inside(point) !== inside(before)) kept.push(crossing(before, point, axis, limit))
      if (inside(point)) kept.push(point)
    })
    points = kept
    if (!points.length) break
  }
  return points
}

function crossing(a: Pair, b: Pair, axis: 0 | 1, limit: number): Pair {
  const part = (limit - a[axis]) / (b[axis] - a[axis])
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
}

/** The pieces of a line inside the frame; a segment across a corner may be lost, which nobody sees. */
export function clipLine(line: Pair[], frame: Frame): Pair[][] {
  const inside = ([x, y]: Pair): boolean => x >= frame[0] && x <= frame[2] && y >= frame[1] && y <= frame[3]
  const pieces: Pair[][] = []
  let piece: Pair[] = []
  line.forEach((point, index) => {
    const before = line[index - 1]
    if (inside(point)) {
      if (before && !inside(before)) piece.push(before)
      piece.push(point)
    } else if (piece.length) {
      piece.push(point)
      pieces.push(piece)
      piece = []
    }
  })
  if (piece.length > 1) pieces.push(piece)
  return pieces
}

/** Drop points that are less than `off` away from the line without them (Douglas and Peucker). */
export function simplify(line: Pair[], off: number): Pair[] {
  if (line.length < 3) return line
  const keep = new Uint8Array(line.length)
  keep[0] = keep[line.length - 1] = 1
  const parts: [number, number][] = [[0, line.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part
    let [farthest, far] = [-1, off]
    for (let i = first + 1; i < last; i++) {
      const away = fromSegment(line[i]!, line[first]!, line[last]!)
      if (away > far) [farthest, far] = [i, away]
    }
    if (farthest < 0) continue
    keep[farthest] = 1
    parts.push([first, farthest], [farthest, last])
  }
  return line.filter((_, index) => keep[index])
}

function fromSegment([x, y]: Pair, [ax, ay]: Pair, [bx, by]: Pair): number {
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const part = square ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1) : 0
  return Math.hypot(x - ax - dx * part, y - ay - dy * part)
}

export function ringArea(ring: Pair[]): number {
  let sum = 0
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!
    sum += x * nextY - nextX * y
  })
  return Math.abs(sum) / 2
}

export function insideRing([x, y]: Pair, ring: Pair[]): boolean {
  let inside = false
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length]!
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  })
  return inside
}

/** Write a chain of points as a path, in steps of half a unit relative to the point before. */
export function toPath(points: Pair[], close: boolean): string {
  let [x, y] = [Math.round(points[0]![0] * 2), Math.round(points[0]![1] * 2)]
  let path = `M${x / 2} ${y / 2}l`
  let count = 0
  for (const [px, py] of points.slice(1)) {
    const [nextX, nextY] = [Math.round(px * 2), Math.round(py * 2)]
    if (nextX === x && nextY === y) continue
    path += `${count++ ? ' ' : ''}${short((nextX - x) / 2)}${nextY < y ? '' : ' '}${short((nextY - y) / 2)}`
    ;[x, y] = [nextX, nextY]
  }
  return count ? path + (close ? 'z' : '') : ''
}

function short(value: number): string {
  return String(value).replace(/^(-?)0\./, '$1.')
}
