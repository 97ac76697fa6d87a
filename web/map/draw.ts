// Puts the drawing of a board together.

import type { BoardFacts, BoardGeometry, GroundLayer, SpotShape } from '../src/lib/board/geometry'
import { BADGE_RADIUS, routeShapes, spotShapes } from '../src/lib/board/layout/shapes'
import { TITLE } from '../src/lib/board/plate'
import type { Layout, Point } from '../src/lib/board/layout/problem'
import type { BoardPicture } from './boards'
import { FreePlaces } from './free'
import { GroundMaker } from './ground'
import { growNames } from './grow'
import { lettering } from './lettering'
import { ornaments } from './ornaments'
import { clipLine, simplify, toPath } from './paths'
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
  const maker = new GroundMaker(picture, projectionOf(facts, picture), warp)
  const ground = maker.make()
  const routes = routeShapes(problem, layout)
  const spots = growNames({ ...picture, spots: spotShapes(problem, layout), routes })
  const discs = routes.flatMap(({ badge }) => (badge ? [{ ...badge, radius: BADGE_RADIUS }] : []))
  const free = new FreePlaces({ ...problem, spots, routes, discs }, ground.land)
  const title = titlePlace(picture, free)
  const names = lettering(facts, ground.areas, picture.regions ? 'region' : 'country', free)
  if (picture.circle) ground.layers.push(circle(facts, spots, picture, maker))
  return {
    board: facts.id,
    revision: facts.revision,
    width: picture.width,
    height: picture.height,
    scenery: picture.scenery,
    ground: ground.layers.filter((layer) => layer.d),
    ornaments: ornaments(picture, (degrees) => maker.place(degrees), free),
    lettering: names,
    spots,
    routes,
    title,
  }
}

/** The plate with the board's name: where there is most room, rather at sea and near a corner. */
function titlePlace({ width, height }: BoardPicture, free: FreePlaces): Point | null {
  const place = free.bestBox(TITLE.width, TITLE.height, 5, ({ x, y }) => {
    const corner = Math.min(x, width - x) + Math.min(y, height - y)
    return -corner / 20 - (free.onLand({ x, y }) ? 6 : 0)
  })
  if (place) free.takeBox(place, TITLE.width, TITLE.height)
  return place
}

/**
 * A line around the pole that parts the cities with the tag from the others. A city may lie nearer to the true circle
 * than its disc is wide, so the line swerves a little where it must.
 */
function circle(facts: BoardFacts, spots: SpotShape[], picture: BoardPicture, maker: GroundMaker): GroundLayer {
  const { latitude, tag } = picture.circle!
  const tagged = new Set(facts.places.filter((place) => place.tags.includes(tag)).map((place) => place.id))
  const line = maker.parallel(latitude)
  const clear = 26
  for (let round = 0; round < 40; round++)
    for (const { x, y, place } of spots) {
      const there = line.reduce((best, point) => (Math.abs(point[0] - x) < Math.abs(best[0] - x) ? point : best))
      const missing = tagged.has(place) ? y + clear - there[1] : there[1] - (y - clear)
      if (missing <= 0) continue
      const push = (tagged.has(place) ? 1 : -1) * missing * 0.5
      for (const point of line) point[1] += push * Math.exp(-(((point[0] - x) / 70) ** 2))
    }
  const frame: [number, number, number, number] = [0, 0, picture.width, picture.height]
  return {
    kind: 'circle',
    d: clipLine(simplify(line, 0.4), frame)
      .map((part) => toPath(part, false))
      .join(''),
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
