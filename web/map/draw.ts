// Assemble the drawing of a board.

import type { BoardFacts, BoardGeometry, Lettering, SpotShape } from '../src/lib/board/geometry'
import { BADGE_RADIUS, routeShapes, spotShapes } from '../src/lib/board/layout/shapes'
import { TITLE } from '../src/lib/board/lettering/plate'
import type { Layout, Point } from '../src/lib/board/layout/layout-problem'
import type { BoardPicture } from './boards'
import { FreePlaces } from './ground/free'
import { GroundMaker } from './ground/ground'
import { growNames } from './lettering/grow'
import { alongLine, lettering } from './lettering/lettering'
import { lineNames } from './lettering/names'
import { ornaments } from './ground/ornaments'
import { clipLine, simplify, toPath, type Pair } from '../src/lib/board/ground/paths'
import { mismatch, problemOf, projectionOf } from './problem'
import { textWidth } from './lettering/text'
import { thinPlate } from '../src/lib/board/ground/warp'

/** Smoothing of the warp that makes the ground follow the cities; 0 is exact. */
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
  const title = titlePlace(facts, picture, free)
  const names: Lettering[] = []
  if (picture.circle) {
    const line = circle(facts, spots, picture, maker)
    ground.layers.push({ kind: 'circle', d: line.map((part) => toPath(simplify(part, 0.4), false)).join('') })
    const { tag } = picture.circle
    const name = line.map((part) => alongLine(part, tag, lineNames(tag), free)).find((placed) => placed !== null)
    if (!name) throw new Error(`there is no room along the line of ${tag} for its name (board ${facts.id})`)
    names.push(name)
  }
  names.push(...lettering(facts, ground.areas, picture.regions ? 'region' : 'country', free))
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
    large: picture.large,
    routes,
    title,
  }
}

/** Return where to put the name plate: where there is most room, preferably at sea and near a corner. */
function titlePlace(facts: BoardFacts, picture: BoardPicture, free: FreePlaces): BoardGeometry['title'] {
  const widths = Object.values(facts.name).map(
    (name) => textWidth(name, TITLE.letters) + name.length * TITLE.letters * TITLE.spacing + TITLE.around,
  )
  const width = Math.ceil(Math.max(...widths))
  const place = free.bestBox(width, TITLE.height, 5, ({ x, y }) => {
    const corner = Math.min(x, picture.width - x) + Math.min(y, picture.height - y)
    return -corner / 20 - (free.onLand({ x, y }) ? 6 : 0)
  })
  if (!place) return null
  free.takeBox(place, width, TITLE.height)
  return { ...place, width }
}

/**
 * Return a line around the pole that separates the cities with the tag from the others. A city may be closer to the
 * true circle than its disc is wide, so the line bends where it has to.
 */
function circle(facts: BoardFacts, spots: SpotShape[], picture: BoardPicture, maker: GroundMaker): Pair[][] {
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
  return clipLine(line, [0, 0, picture.width, picture.height])
}

/** Return points along the edge of the board that the warp keeps in place. */
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
