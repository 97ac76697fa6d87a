// Boxes of the objects on a board, and whether two of them overlap.

import type { LabelShape, RouteShape, SpaceShape, SpotShape } from '../../src/lib/board/geometry'
import { SIZES } from '../../src/lib/board/layout/layout-problem'

export interface Rectangle {
  x: number
  y: number
  /** Half the length and half the width. */
  long: number
  wide: number
  cos: number
  sin: number
}

export interface Disc {
  x: number
  y: number
  radius: number
}

export function spaceBox(route: RouteShape, { x, y, angle }: SpaceShape): Rectangle {
  const turn = (angle * Math.PI) / 180
  return { x, y, long: route.spaceLength / 2, wide: route.spaceWidth / 2, cos: Math.cos(turn), sin: Math.sin(turn) }
}

export function labelBox({ x, y, anchor, width, size }: LabelShape): Rectangle {
  const middle = anchor === 'start' ? x + width / 2 : anchor === 'end' ? x - width / 2 : x
  // Letters are lower than their line.
  return { x: middle, y, long: width / 2, wide: size * 0.42, cos: 1, sin: 0 }
}

export function cityDisc({ x, y, kind }: SpotShape): Disc {
  return { x, y, radius: kind === 'junction' ? 8 : SIZES.cityRadius + 1 }
}

export function discOn({ x, y, radius }: Disc, box: Rectangle): boolean {
  const [rx, ry] = [x - box.x, y - box.y]
  const dx = Math.max(Math.abs(rx * box.cos + ry * box.sin) - box.long, 0)
  const dy = Math.max(Math.abs(ry * box.cos - rx * box.sin) - box.wide, 0)
  return Math.hypot(dx, dy) < radius
}

/** Whether two rectangles overlap: no axis of either separates them. */
export function overlap(a: Rectangle, b: Rectangle): boolean {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const farthest = a.long + a.wide + b.long + b.wide
  if (Math.abs(dx) > farthest || Math.abs(dy) > farthest) return false
  return !(
    parted(a, b, dx, dy, a.cos, a.sin) ||
    parted(a, b, dx, dy, -a.sin, a.cos) ||
    parted(a, b, dx, dy, b.cos, b.sin) ||
    parted(a, b, dx, dy, -b.sin, b.cos)
  )
}

/** Whether the projections of two rectangles on an axis are disjoint; their centres are `dx` and `dy` apart. */
function parted(a: Rectangle, b: Rectangle, dx: number, dy: number, x: number, y: number): boolean {
  return Math.abs(dx * x + dy * y) >= shadow(a, x, y) + shadow(b, x, y)
}

/** Half the length of a rectangle's projection on an axis. */
function shadow(box: Rectangle, x: number, y: number): number {
  return box.long * Math.abs(x * box.cos + y * box.sin) + box.wide * Math.abs(y * box.cos - x * box.sin)
}

export function outside(box: Rectangle, { width, height }: { width: number; height: number }): boolean {
  const across = box.long * Math.abs(box.cos) + box.wide * Math.abs(box.sin)
  const down = box.long * Math.abs(box.sin) + box.wide * Math.abs(box.cos)
  const edge = SIZES.frame - 6
  return box.x - across < edge || box.x + across > width - edge || box.y - down < edge || box.y + down > height - edge
}
