// Walking over the map with the arrow keys.

import type { RouteShape } from '../geometry'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The arrow keys. */
export const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const VECTORS: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }

/** The route that lies next in that direction: near, and not too far off the line. */
export function routeBeside(shapes: RouteShape[], from: string, direction: Direction): string | null {
  const start = shapes.find((shape) => shape.id === from)
  if (!start) return null
  const here = middle(start)
  const [dx, dy] = VECTORS[direction]
  let best: string | null = null
  let least = Infinity
  for (const shape of shapes) {
    if (shape.id === from) continue
    const there = middle(shape)
    const [x, y] = [there.x - here.x, there.y - here.y]
    const along = x * dx + y * dy
    const aside = Math.abs(x * dy - y * dx)
    if (along <= 0.5 || aside > along * 2) continue
    const cost = along + aside * 1.5
    if (cost < least) {
      least = cost
      best = shape.id
    }
  }
  return best
}

/** The middle space, or the point between the two middle ones. */
function middle(shape: RouteShape): { x: number; y: number } {
  const { spaces } = shape
  const one = spaces[Math.floor((spaces.length - 1) / 2)]!
  const two = spaces[Math.ceil((spaces.length - 1) / 2)]!
  return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 }
}
