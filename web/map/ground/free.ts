// Finds free places on a board: for its name plate, names of countries and regions, and ornaments.
// The board is divided into small cells; each stores its distance to the nearest object, and whether it is land.

import type { RouteShape, SpotShape } from '../../src/lib/board/geometry'
import { SIZES, type Point } from '../../src/lib/board/layout/layout-problem'
import type { Pair } from '../../src/lib/board/ground/paths'

const CELL = 4

export interface Things {
  width: number
  height: number
  spots: SpotShape[]
  routes: RouteShape[]
  discs: (Point & { radius: number })[]
}

export class FreePlaces {
  private readonly columns: number
  private readonly rows: number
  /** Distance to the nearest object, in units of the drawing. */
  private readonly distance: Float32Array
  private readonly land: Uint8Array

  constructor(
    private readonly things: Things,
    land: Pair[][],
  ) {
    this.columns = Math.ceil(things.width / CELL)
    this.rows = Math.ceil(things.height / CELL)
    this.distance = new Float32Array(this.columns * this.rows).fill(Infinity)
    this.land = this.mask(land)
    this.markThings()
    this.spread()
  }

  get width(): number {
    return this.things.width
  }

  get height(): number {
    return this.things.height
  }

  /** The distance of a point to the nearest object on the board; 0 on it or outside the board. */
  room({ x, y }: Point): number {
    return this.distance[this.cell(x, y)] ?? 0
  }

  onLand({ x, y }: Point): boolean {
    return this.land[this.cell(x, y)] === 1
  }

  /** Whether points lie inside some rings, to the precision of a cell. */
  within(rings: Pair[][]): (point: Point) => boolean {
    const mask = this.mask(rings)
    return ({ x, y }) => mask[this.cell(x, y)] === 1
  }

  /** Reserve a disc: nothing else is placed there. */
  take(point: Point, radius: number): void {
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++) {
        const dx = (column + 0.5) * CELL - point.x
        const dy = (row + 0.5) * CELL - point.y
        const cell = row * this.columns + column
        const known = this.distance[cell]!
        if (Math.abs(dx) - radius > known || Math.abs(dy) - radius > known) continue
        this.distance[cell] = Math.min(known, Math.max(Math.hypot(dx, dy) - radius, 0))
      }
  }

  /** Reserve a box: nothing else is placed there. */
  takeBox(middle: Point, width: number, height: number): void {
    const radius = height / 2
    const run = Math.max(width - height, 0)
    const steps = Math.ceil(run / radius)
    for (let step = 0; step <= steps; step++)
      this.take({ x: middle.x - run / 2 + (steps ? (run * step) / steps : 0), y: middle.y }, radius)
  }

  /** Return the best place for a box by room and preference, or null if no place has at least `least` room. */
  bestBox(width: number, height: number, least: number, liked: (middle: Point) => number): Point | null {
    const step = 2 * CELL
    let best: Point | null = null
    let most = -Infinity
    for (let y = height / 2; y < this.things.height - height / 2; y += step)
      for (let x = width / 2; x < this.things.width - width / 2; x += step) {
        const middle = { x, y }
        if (this.room(middle) < least + height / 2) continue
        const room = this.boxRoom(middle, width, height)
        if (room < least) continue
        // -Infinity rules a place out.
        const worth = Math.min(room, 30) + liked(middle)
        if (worth > most) [best, most] = [middle, worth]
      }
    return best && { x: Math.round(best.x), y: Math.round(best.y) }
  }

  /** The smallest room of any point of a box. */
  private boxRoom(middle: Point, width: number, height: number): number {
    let room = Infinity
    const columns = Math.max(Math.ceil(width / 12), 2)
    for (let column = 0; column <= columns && room > 0; column++)
      for (const row of [-0.5, 0, 0.5])
        room = Math.min(room, this.room({ x: middle.x + width * (column / columns - 0.5), y: middle.y + height * row }))
    return room
  }

  private cell(x: number, y: number): number {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)]
    return column < 0 || row < 0 || column >= this.columns || row >= this.rows ? -1 : row * this.columns + column
  }

  /** Find the cells inside the rings: a scan line crosses an odd number of borders before it reaches them. */
  private mask(rings: Pair[][]): Uint8Array {
    const mask = new Uint8Array(this.columns * this.rows)
    for (let row = 0; row < this.rows; row++) {
      const y = (row + 0.5) * CELL + 0.013
      const crossings: number[] = []
      for (const ring of rings)
        ring.forEach(([ax, ay], index) => {
          const [bx, by] = ring[(index + 1) % ring.length]!
          if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
        })
      crossings.sort((a, b) => a - b)
      for (let pair = 0; pair + 1 < crossings.length; pair += 2)
        for (let column = 0; column < this.columns; column++) {
          const x = (column + 0.5) * CELL
          if (x >= crossings[pair]! && x < crossings[pair + 1]!) mask[row * this.columns + column] = 1
        }
    }
    return mask
  }

  private markThings(): void {
    const { width, height, spots, routes, discs } = this.things
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++) {
        const [x, y] = [(column + 0.5) * CELL, (row + 0.5) * CELL]
        const edge = SIZES.frame
        if (x < edge || y < edge || x > width - edge || y > height - edge)
          this.distance[row * this.columns + column] = 0
      }
    for (const spot of spots) {
      this.mark(spot, 2 * SIZES.cityRadius + 4, 2 * SIZES.cityRadius + 4, 0)
      if (!spot.label) continue
      const { x, y, width, anchor, size } = spot.label
      const middle = anchor === 'start' ? x + width / 2 : anchor === 'end' ? x - width / 2 : x
      this.mark({ x: middle, y }, width, size * 1.05, 0)
    }
    for (const route of routes)
      for (const space of route.spaces) this.mark(space, route.spaceLength, route.spaceWidth, space.angle)
    for (const disc of discs) this.mark(disc, 2 * disc.radius, 2 * disc.radius, 0)
  }

  /** Mark the cells of a rotated box. */
  private mark({ x, y }: Point, length: number, width: number, angle: number): void {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    for (let along = -length / 2; along <= length / 2; along += CELL / 2)
      for (let aside = -width / 2; aside <= width / 2; aside += CELL / 2) {
        const cell = this.cell(x + along * cos - aside * sin, y + along * sin + aside * cos)
        if (cell >= 0) this.distance[cell] = 0
      }
  }

  /** Compute the distances from the marked cells in two sweeps over the board (chamfer distance). */
  private spread(): void {
    const { columns, rows, distance } = this
    const near = (row: number, column: number, steps: [number, number, number][]): void => {
      const cell = row * columns + column
      for (const [down, right, far] of steps) {
        const [r, c] = [row + down, column + right]
        if (r >= 0 && c >= 0 && r < rows && c < columns)
          distance[cell] = Math.min(distance[cell]!, distance[r * columns + c]! + far)
      }
    }
    const slant = CELL * 1.4
    const before: [number, number, number][] = [
      [-1, 0, CELL],
      [0, -1, CELL],
      [-1, -1, slant],
      [-1, 1, slant],
    ]
    const after = before.map(([down, right, far]): [number, number, number] => [-down, -right, far])
    for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) near(row, column, before)
    for (let row = rows - 1; row >= 0; row--)
      for (let column = columns - 1; column >= 0; column--) near(row, column, after)
  }
}
