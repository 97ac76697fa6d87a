// The round marks beside routes: cards that the claiming player draws (L-8), cards that replace another (N-8).

import type { RouteShape } from '../geometry'
import { BADGE_RADIUS } from '../layout/shapes'

/**
 * The letters of a mark: their size in the drawing, the smallest readable height in pixels, the largest size in units,
 * and the height in pixels below which there is no mark (the route's tooltip says it).
 */
const LETTERS = { size: 16, readable: 9.5, most: 29, blot: 8 }

export interface Badge {
  x: number
  y: number
  radius: number
  letters: number
}

/** The mark of a route at a scale (pixels per unit): on a small map it is larger and farther from the route. */
export function badgeAt({ badge, spaces }: RouteShape, scale: number): Badge | null {
  if (!badge) return null
  const letters = Math.min(Math.max(LETTERS.size, LETTERS.readable / scale), LETTERS.most)
  if (letters * scale < LETTERS.blot) return null
  const radius = (BADGE_RADIUS * letters) / LETTERS.size
  const near = spaces.reduce((best, space) =>
    Math.hypot(space.x - badge.x, space.y - badge.y) < Math.hypot(best.x - badge.x, best.y - badge.y) ? space : best,
  )
  // Square to the route: away from its nearest space.
  const turn = (near.angle * Math.PI) / 180
  const aside = (badge.y - near.y) * Math.cos(turn) - (badge.x - near.x) * Math.sin(turn)
  const more = Math.sign(aside) * (radius - BADGE_RADIUS) * 0.7
  return { x: badge.x - Math.sin(turn) * more, y: badge.y + Math.cos(turn) * more, radius, letters }
}
