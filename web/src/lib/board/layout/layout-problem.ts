// The layout problem of a board: the start, what may move, and the required sizes.

import type { BoardFacts, PlaceFacts, RouteFacts } from '../geometry'

export interface Point {
  x: number
  y: number
}

export const SIZES = {
  /** A space of a route, across. */
  spaceWidth: 16,
  /** From the middle of a lane to the middle of the lane beside it. */
  lanePitch: 18.5,
  /** Between two spaces of a route. */
  spaceGap: 3,
  /** The least length of a space, the comfortable range, and the greatest length. */
  spaceLength: { least: 32, easy: 35, ample: 45, most: 58 },
  cityRadius: 10,
  /** From the middle of a city to the first space. */
  lead: 14,
  /** The longest such lead, where many routes meet in a city. */
  longestLead: 46,
  /** Between the bands of two routes. */
  routeGap: 3,
  /** Between a route and a city that it passes. */
  cityGap: 6,
  /** Between the middles of two cities. */
  cityPitch: 78,
  labelHeight: 21,
  labelSize: 20,
  /** Around the board, for the track of points. */
  frame: 34,
} as const

/** A point where routes end. */
export interface Spot {
  id: string
  place: string
  kind: 'city' | 'junction' | 'end'
  /** Where geography puts it. */
  home: Point
  /** Fixed by hand. */
  pinned: boolean
  /** The room its name needs; 0 if it has none. */
  labelWidth: number
}

/** Routes of the same length between the same two spots: drawn side by side, as one band. */
export interface Bundle {
  /** The id of the first route. */
  id: string
  from: number
  to: number
  routes: RouteFacts[]
  length: number
}

export interface Problem {
  width: number
  height: number
  spots: Spot[]
  bundles: Bundle[]
}

/** The shape of a bundle's cubic curve: how far its two inner points are off the chord, and its two leads. */
export type Bend = [first: number, second: number, leadFrom: number, leadTo: number]

/** Where a name stands: in one of the places around its city, or with its middle at an offset from it. */
export type Label = number | [right: number, down: number]

/** The result of a search, which may be corrected by hand: stored in web/map/layouts, or part of a board file. */
export interface Layout {
  width: number
  height: number
  spots: Record<string, { x: number; y: number; label?: Label }>
  bends: Record<string, Bend>
}

/** The spot of one end of a route: countries have one for every route. */
export function spotId(place: PlaceFacts, route: RouteFacts): string {
  return place.kind === 'country' ? `${place.id}@${route.id}` : place.id
}

/** List the spots of a board, without positions: cities first, then the dead ends in the order of the routes. */
export function spotsOf(facts: BoardFacts): { id: string; place: PlaceFacts; kind: Spot['kind'] }[] {
  const places = new Map(facts.places.map((place) => [place.id, place]))
  const spots: { id: string; place: PlaceFacts; kind: Spot['kind'] }[] = []
  for (const place of facts.places)
    if (place.kind === 'city') spots.push({ id: place.id, place, kind: place.name ? 'city' : 'junction' })
  for (const route of facts.routes)
    for (const id of route.places) {
      const place = places.get(id)!
      if (place.kind === 'country') spots.push({ id: spotId(place, route), place, kind: 'end' })
    }
  return spots
}

/** Put the routes that lie side by side together. */
export function bundlesOf(facts: BoardFacts, spots: { id: string }[]): Bundle[] {
  const places = new Map(facts.places.map((place) => [place.id, place]))
  const numbers = new Map(spots.map((spot, number) => [spot.id, number]))
  const bundles = new Map<string, Bundle>()
  for (const route of facts.routes) {
    const ends = route.places.map((id) => spotId(places.get(id)!, route)) as [string, string]
    const key = `${[...ends].sort().join()},${route.length}`
    const known = bundles.get(key)
    if (known) known.routes.push(route)
    else
      bundles.set(key, {
        id: route.id,
        from: numbers.get(ends[0])!,
        to: numbers.get(ends[1])!,
        routes: [route],
        length: route.length,
      })
  }
  return [...bundles.values()]
}

/** Half the width of a band with this many lanes. */
export function halfWidth(lanes: number): number {
  return ((lanes - 1) * SIZES.lanePitch + SIZES.spaceWidth) / 2
}
