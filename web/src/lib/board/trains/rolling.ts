// How trains move: into a route that has just been claimed, and along the path of a ticket just completed.

import type { BoardGeometry, RouteShape } from '../geometry'
import type { PlayerColour } from '../colours/palette'
import { along, measured, railsOf, reached, wayOver, type Pose, type Way } from './way'

/** A train that is on its way into a route; the points for it rise when it stands. */
export interface Rolling {
  key: number
  route: string
  colour: PlayerColour
  points: number
}

/** A train that runs along some routes: of a completed ticket, or of the winner. */
export interface Run {
  key: number
  routes: string[]
  colour: PlayerColour
  /** When it leaves, in milliseconds at normal speed. */
  after: number
}

/** What moves on the map. */
export interface Traffic {
  /** Trains that roll into a route now: it looks free until they stand. */
  readonly rolling: readonly Rolling[]
  readonly runs: readonly Run[]
  /** Called with the key of a train that has arrived, and of a run that has ended. */
  arrived(key: number): void
}

export const NO_TRAFFIC: Traffic = { rolling: [], runs: [], arrived: () => undefined }

/** How long a train rolls, in milliseconds at normal speed: at least, and in addition for each wagon. */
const ROLL = { least: 380, wagon: 95 }
/** How long a run takes: for each unit of the board, with a lower and an upper bound. */
const RUN = { unit: 2.4, least: 1300, most: 4200 }
/** Between the middles of an engine and its wagons, which are larger than those that stand. */
const COUPLED = 66
const WAGONS = 2
const STEPS = 30

/** How long the wagons of a route roll. */
export function rollFor(spaces: number): number {
  return ROLL.least + ROLL.wagon * spaces
}

/** The frames of every wagon of a route: they come out of the first city as one train, and brake. */
export function rollingIn(shape: RouteShape): Keyframe[][] {
  const way = measured(railsOf(shape))
  const stops = shape.spaces.map((space) => reached(way, space))
  const last = Math.max(...stops)
  return stops.map((stop, number) => {
    const frames = Array.from({ length: STEPS }, (_, step) => {
      const part = step / STEPS
      const gone = last * (1 - (1 - part) ** 2) - (last - stop)
      return frame(along(way, gone), gone > 0, part)
    })
    return [...frames, frame(shape.spaces[number]!, true, 1)]
  })
}

/** How long a train runs along a path. */
export function runFor(way: Way): number {
  return Math.min(Math.max(way.length * RUN.unit, RUN.least), RUN.most)
}

/** The frames of an engine and its wagons on these routes, and how long they take; null if there is no way. */
export function runningOver(
  geometry: Pick<BoardGeometry, 'routes' | 'spots'>,
  routes: readonly string[],
): { length: number; frames: Keyframe[][] } | null {
  const way = wayOver(geometry, routes)
  return way && { length: runFor(way), frames: runningOn(way) }
}

/** The frames of an engine and its wagons on a way, from before its beginning to beyond its end. */
export function runningOn(way: Way, wagons = WAGONS): Keyframe[][] {
  const [train, steps] = [COUPLED * wagons, Math.ceil(way.length / 14) + 12]
  return Array.from({ length: wagons + 1 }, (_, wagon) =>
    Array.from({ length: steps + 1 }, (_, step) => {
      const gone = ((way.length + train) * step) / steps - wagon * COUPLED
      return frame(along(way, gone), gone > 0 && gone < way.length, step / steps)
    }),
  )
}

/** Mirror a wagon that moves to the left, so that it is never upside down. */
function frame({ x, y, angle }: Pose, seen: boolean, offset: number): Keyframe {
  const left = Math.abs(angle) > 90
  const turn = left ? angle - Math.sign(angle) * 180 : angle
  const place = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn.toFixed(1)}deg)`
  return { offset, opacity: seen ? 1 : 0, transform: `${place} scaleX(${left ? -1 : 1})` }
}
