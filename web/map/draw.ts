// Puts the drawing of a board together.

import type { BoardFacts, BoardGeometry } from '../src/lib/board/geometry'
import { routeShapes, spotShapes } from '../src/lib/board/layout/shapes'
import type { Layout, Point } from '../src/lib/board/layout/problem'
import type { BoardPicture } from './boards'
import { GroundMaker } from './ground'
import { mismatch, problemOf, projectionOf } from './problem'
import { thinPlate } from './warp'

/** How much smoother than exact the ground follows the cities. */
const LOOSENESS = 0.0015

export function draw(facts: BoardFacts, picture: BoardPicture, layout: Layout): BoardGeometry {
  const problem = problemOf(facts, picture)
  const wrong = mismatch(problem, layout)
  if (wrong.length)
    throw new Error(
      `layouts/${picture.id}.json does not fit the board; npm run map:solve -- ${picture.id}\n${wrong.join('\n')}`,
    )
  const homes = problem.spots.map((spot) => spot.home)
  const drawn = problem.spots.map((spot) => layout.spots[spot.id]!)
  const pins = edgePins(picture)
  const warp = thinPlate([...homes, ...pins], [...drawn, ...pins], LOOSENESS, picture)
  const ground = new GroundMaker(picture, projectionOf(facts, picture), warp).make()
  return {
    board: facts.id,
    revision: facts.revision,
    width: picture.width,
    height: picture.height,
    scenery: picture.scenery,
    ground: ground.layers.filter((layer) => layer.d),
    ornaments: [],
    spots: spotShapes(problem, layout),
    routes: routeShapes(problem, layout),
    title: null,
  }
}

/** Points along the edge of the board that stay where they are. */
function edgePins({ width, height }: BoardPicture): Point[] {
  return [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
    { x: width * part, y: 0 },
    { x: width * part, y: height },
    ...(part > 0 && part < 1
      ? [
          { x: 0, y: height * part },
          { x: width, y: height * part },
        ]
      : []),
  ])
}
