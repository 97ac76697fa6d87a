// The data of a board's drawing. Generated at build time by web/map for built-in boards, and in the browser by
// layout/generic.ts for custom board files. Units are those of the drawing (about pixels at full size), y points down.

import type { BoardDefinition } from '../protocol'

/** What the map draws of a board. */
export type BoardFacts = Pick<BoardDefinition, 'id' | 'revision' | 'name' | 'places' | 'regions' | 'routes'> &
  Partial<Pick<BoardDefinition, 'drawing'>>

export type PlaceFacts = BoardDefinition['places'][number]

export type RouteFacts = BoardDefinition['routes'][number]

/** The look of a board: which set of tones, textures and small drawings it gets. */
export type Scenery = 'prairie' | 'snow' | 'aurora' | 'mediterranean' | 'plain'

export type Box = [left: number, top: number, right: number, bottom: number]

export interface BoardGeometry {
  board: string
  revision: number
  width: number
  height: number
  scenery: Scenery
  /** The ground, in drawing order. */
  ground: GroundLayer[]
  /** Small drawings that make the ground a landscape. */
  ornaments: Ornament[]
  spots: SpotShape[]
  /** The large cities, by place: their names come first where not all have room. */
  large: string[]
  routes: RouteShape[]
  /** Names of countries and regions on the ground. */
  lettering: Lettering[]
  /** The middle of the plate with the board's name, if there is room, and the width reserved for any language. */
  title: { x: number; y: number; width: number } | null
}

export interface GroundLayer {
  kind: 'context' | 'focus' | 'region' | 'region-border' | 'lake' | 'border' | 'state-border' | 'river' | 'circle'
  d: string
  /** A region's id, or a country's code. */
  id?: string
  /** Which of a few tints a region gets; neighbours differ. */
  tint?: number
}

export type OrnamentKind =
  | 'mountain'
  | 'hill'
  | 'fir'
  | 'tree'
  | 'cypress'
  | 'palm'
  | 'cactus'
  | 'wheat'
  | 'bison'
  | 'reindeer'
  | 'wave'
  | 'ship'
  | 'whale'
  | 'compass'

export interface Ornament {
  kind: OrnamentKind
  x: number
  y: number
  size: number
}

export interface Lettering {
  /** A country's code, a region's id, or the tag of the places beyond a line. */
  area: string
  kind: 'country' | 'region' | 'line'
  x: number
  y: number
  /** The size of the letters. */
  size: number
  /** The width reserved for it, flag included. */
  width: number
  /** 2 if the name is broken into two lines. */
  lines: number
  /** If the name stands beside its area: the line from the name to a point inside the area. */
  leader?: { from: [x: number, y: number]; to: [x: number, y: number] }
  /** If the name follows a line: its angle in degrees. */
  angle?: number
}

/** A point where routes end: a city, a junction without a name, or one dead end in a country. */
export interface SpotShape {
  /** The place's id; of a dead end, `place@route`. */
  id: string
  place: string
  kind: 'city' | 'junction' | 'end'
  x: number
  y: number
  label: LabelShape | null
}

export interface LabelShape {
  /** Where the text is anchored: its middle line. */
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  /** The width reserved for the text, in any language. */
  width: number
  /** The size of the letters. */
  size: number
}

export interface SpaceShape {
  x: number
  y: number
  /** Degrees from the x axis, between -90 and 90: text and symbols on it would stand upright. */
  angle: number
}

export interface RouteShape {
  id: string
  /** The two spots' ids, in the order of the route's places. */
  spots: [string, string]
  /** The line that the spaces lie on, from spot to spot. */
  path: string
  /** The hit area: as `path`, but with lanes further apart, so that each has room for a finger. */
  hit: string
  /** From the first place to the second. */
  spaces: SpaceShape[]
  spaceLength: number
  spaceWidth: number
  /** Where a mark that belongs to the whole route is drawn (a bonus, L-8; substitutes, N-8), beside the spaces. */
  badge: { x: number; y: number } | null
  box: Box
}
