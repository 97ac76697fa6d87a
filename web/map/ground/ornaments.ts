// Small drawings on the ground (mountains along ranges, woods, waves, ships), placed clear of the game's parts.

import type { Ornament, OrnamentKind } from '../../src/lib/board/geometry'
import type { Point } from '../../src/lib/board/layout/layout-problem'
import { randomNumbers } from '../../src/lib/board/layout/random'
import type { BoardPicture, Degrees } from '../boards'
import type { FreePlaces } from './free'
import { insideRing, type Pair } from '../../src/lib/board/ground/paths'

/** Drawings scattered over an area. */
export interface Strewn {
  kinds: OrnamentKind[]
  on: 'land' | 'sea'
  size: number
  /** The mean distance between two of them. */
  apart: number
  /** Only inside this outline; anywhere without it. */
  within?: Degrees[]
}

export function ornaments(picture: BoardPicture, place: (degrees: Degrees) => Pair, free: FreePlaces): Ornament[] {
  const found: Ornament[] = []
  const random = randomNumbers(7)
  const add = (kind: OrnamentKind, point: Point, size: number, on: 'land' | 'sea'): boolean => {
    const around = size * 0.55
    if (free.room(point) < around + 1) return false
    const corners = [
      [-1, -0.8],
      [1, -0.8],
      [-1, 0.8],
      [1, 0.8],
    ].map(([dx, dy]) => ({ x: point.x + dx! * around, y: point.y + dy! * around }))
    if (!corners.every((corner) => free.onLand(corner) === (on === 'land'))) return false
    free.take(point, size * 0.42)
    found.push({ kind, x: Math.round(point.x), y: Math.round(point.y), size: Math.round(size) })
    return true
  }

  const compass = free.bestBox(96, 96, 4, (middle) => (free.onLand(middle) ? -100 : 0))
  if (compass && !free.onLand(compass)) {
    found.push({ kind: 'compass', ...compass, size: 92 })
    free.take(compass, 54)
  }
  for (const range of picture.ranges) {
    const line = range.map(place)
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1]!, line[i]!]
      const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 15))
      for (let step = 0; step < steps; step++)
        for (let tries = 0; tries < 4; tries++) {
          const part = (step + random()) / steps
          const point = {
            x: from[0] + (to[0] - from[0]) * part + (random() - 0.5) * 56,
            y: from[1] + (to[1] - from[1]) * part + (random() - 0.5) * 56,
          }
          if (add('mountain', point, 20 + random() * 12, 'land')) break
        }
    }
  }
  for (const strewn of picture.strewn) strew(strewn, picture, place, random, add)
  // From north to south, so that the nearer one stands before the farther.
  return found.sort((a, b) => a.y - b.y || a.x - b.x)
}

function strew(
  strewn: Strewn,
  { width, height }: BoardPicture,
  place: (degrees: Degrees) => Pair,
  random: () => number,
  add: (kind: OrnamentKind, point: Point, size: number, on: 'land' | 'sea') => boolean,
): void {
  const outline = strewn.within?.map(place)
  const { apart } = strewn
  for (let y = apart / 2; y < height; y += apart)
    for (let x = apart / 2; x < width; x += apart) {
      const point = { x: x + (random() - 0.5) * apart, y: y + (random() - 0.5) * apart }
      const kind = strewn.kinds[Math.floor(random() * strewn.kinds.length)]!
      const size = strewn.size * (0.85 + random() * 0.3)
      if (!outline || insideRing([point.x, point.y], outline)) add(kind, point, size, strewn.on)
    }
}
