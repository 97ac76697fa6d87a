/** A board while it is drawn: its file in parts, each city with its place and each route with its bend. */
import type { BoardFacts, PlaceFacts, RouteFacts, Scenery } from '../../board/geometry'
import { projectionOf, type WorldPart } from '../../board/ground/projection'
import type { Bend, Label, Layout, Point } from '../../board/layout/layout-problem'
import { changed, type Table, type Value } from '../file/toml'

export interface City {
  key: number
  fields: Table
  at: Point
  /** A place around the city, which its name finds itself, or an offset, where somebody has put it. */
  label: Label
}

export interface Route {
  key: number
  fields: Table
  bend: Bend | null
  /** Where it ends, if it ends in a country. */
  end: { at: Point; label: Label } | null
}

export interface Ticket {
  key: number
  fields: Table
}

export interface Board {
  /** What a file has besides the rest. */
  head: Table
  cities: City[]
  routes: Route[]
  tickets: Ticket[]
  rules: Table
  width: number
  height: number
  scenery: Scenery
  ground: WorldPart | null
  /** Whether the file says how the board is drawn; ours don't, as long as nothing is moved. */
  drawn: boolean
}

/** Millimetres to a unit of the drawing: a space is as wide as a wagon, 9 mm. */
export const MM = 9 / 16
/** A wagon, in millimetres. */
export const WAGON = { length: 20, width: 9 }
/** The standard sizes of a board, in millimetres. */
export const SHEETS = [
  { id: 'small', width: 525, height: 395 },
  { id: 'standard', width: 790, height: 525 },
  { id: 'long', width: 1053, height: 526 },
] as const

let keys = 0
export const newKey = (): number => (keys += 1)

export const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '')
export const number = (value: Value | undefined): number => (typeof value === 'number' ? value : 0)
export const tables = (value: Value | undefined): Table[] =>
  Array.isArray(value) ? value.filter((one): one is Table => isTable(one)) : []
export const isTable = (value: Value | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The two places of a route or a ticket. */
export function between(fields: Table): [string, string] {
  const ends = Array.isArray(fields['between']) ? fields['between'] : []
  return [text(ends[0]), text(ends[1])]
}

export const idOf = (city: City): string => text(city.fields['id'])
export const nameOf = (fields: Table): string => text(fields['name'])

/** Read a board file; cities that it does not place get theirs from `layout`. */
export function boardOf(file: Table, layout: Layout | null): Board {
  const { cities, routes, tickets, rules, drawing, ...head } = file
  const drawn = isTable(drawing) ? drawing : null
  const spots = drawn && isTable(drawn['spots']) ? drawn['spots'] : {}
  const bends = drawn && isTable(drawn['bends']) ? drawn['bends'] : {}
  const given = (id: string): { at: Point; label: Label } => {
    const spot = isTable(spots[id]) ? spots[id] : (layout?.spots[id] as Table | undefined)
    if (!spot) return { at: { x: 0, y: 0 }, label: 0 }
    const label = spot['label']
    return {
      at: { x: number(spot['x']), y: number(spot['y']) },
      label: Array.isArray(label) ? [number(label[0]), number(label[1])] : number(label),
    }
  }
  const board: Board = {
    head,
    cities: tables(cities).map((fields) => ({ key: newKey(), fields, ...given(text(fields['id'])) })),
    routes: tables(routes).map((fields) => ({ key: newKey(), fields, bend: null, end: null })),
    tickets: tables(tickets).map((fields) => ({ key: newKey(), fields })),
    rules: isTable(rules) ? rules : {},
    width: number(drawn?.['width']) || (layout?.width ?? 1404),
    height: number(drawn?.['height']) || (layout?.height ?? 933),
    scenery: (text(drawn?.['scenery']) || 'plain') as Scenery,
    ground: isTable(drawn?.['ground']) ? (drawn['ground'] as unknown as WorldPart) : null,
    drawn: drawn !== null,
  }
  const lands = countriesOf(board)
  const ids = routeIds(board)
  board.routes = board.routes.map((route, index) => {
    const id = ids[index]!
    const bend = Array.isArray(bends[id]) ? bends[id].map((one) => number(one)) : layout?.bends[id]
    const land = between(route.fields).find((place) => lands.has(place))
    return { ...route, bend: bend?.length === 4 ? (bend as Bend) : null, end: land ? given(`${land}@${id}`) : null }
  })
  return board
}

/** The file of a board. */
export function fileOf(board: Board): Table {
  const file: Table = {
    ...board.head,
    cities: board.cities.map((city) => located(board, city)),
    routes: board.routes.map(({ fields }) => fields),
    tickets: board.tickets.map(({ fields }) => fields),
    rules: board.rules,
  }
  if (!board.drawn) return file
  const layout = layoutOf(board)
  return {
    ...file,
    drawing: {
      width: Math.round(board.width),
      height: Math.round(board.height),
      ...(board.scenery !== 'plain' && { scenery: board.scenery }),
      ...(board.ground && { ground: { ...board.ground } }),
      spots: layout.spots as unknown as Table,
      bends: layout.bends,
    },
  }
}

/** Degrees to a unit of plain paper, which lies nowhere in the world. */
const PLAIN_DEGREES = 0.01

/** A city's fields with degrees, which every file has: those of the ground where it is drawn, unless it has its own. */
function located(board: Board, { fields, at }: City): Table {
  if (typeof fields['lat'] === 'number' && typeof fields['lon'] === 'number') return fields
  const [x, y] = [at.x - board.width / 2, at.y - board.height / 2]
  const plain: [number, number] = [x * PLAIN_DEGREES, -y * PLAIN_DEGREES]
  const projection = board.ground && projectionOf(board.ground, board.width, board.height)
  const [lon, lat] = projection?.invert?.([at.x, at.y]) ?? plain
  const rounded = (degrees: number, most: number): number =>
    Math.round(Math.min(Math.max(degrees, -most), most) * 1000) / 1000
  return changed(fields, { lat: rounded(lat, 90), lon: rounded(lon, 180) })
}

const tenth = (value: number): number => Math.round(value * 10) / 10

function drawnSpot({ at, label }: { at: Point; label: Label }): Layout['spots'][string] {
  const where = Array.isArray(label) ? (label.map(tenth) as [number, number]) : label
  return { x: tenth(at.x), y: tenth(at.y), ...(where !== 0 && { label: where }) }
}

/** Where everything is drawn. Routes side by side bend as the first of them. */
export function layoutOf(board: Board): Layout {
  const layout: Layout = { width: board.width, height: board.height, spots: {}, bends: {} }
  const ids = routeIds(board)
  const lands = countriesOf(board)
  for (const city of board.cities) layout.spots[idOf(city)] = drawnSpot(city)
  board.routes.forEach((route, index) => {
    const id = ids[index]!
    if (route.bend) layout.bends[id] = route.bend.map(tenth) as Bend
    const land = route.end && between(route.fields).find((place) => lands.has(place))
    if (land) layout.spots[`${land}@${id}`] = drawnSpot(route.end!)
  })
  return layout
}

export const countriesOf = (board: Board): Set<string> =>
  new Set(tables(board.head['countries']).map((country) => text(country['id'])))

/** The ids of the routes, as files name them: both places in alphabetical order, the colour, a number if shared. */
export function routeIds(board: Board): string[] {
  const plain = board.routes.map(({ fields }) => `${between(fields).sort().join(':')}:${text(fields['colour'])}`)
  const count = new Map<string, number>()
  for (const id of plain) count.set(id, (count.get(id) ?? 0) + 1)
  const used = new Map<string, number>()
  return plain.map((id) => {
    if (count.get(id) === 1) return id
    used.set(id, (used.get(id) ?? 0) + 1)
    return `${id}:${used.get(id)!}`
  })
}

const places = new WeakMap<Table, PlaceFacts>()
const lanes = new WeakMap<Table, RouteFacts>()

function placeFacts(fields: Table, kind: 'city' | 'country'): PlaceFacts {
  const known = places.get(fields)
  if (known) return known
  const found: PlaceFacts = {
    id: text(fields['id']),
    name: nameOf(fields),
    names: Object.fromEntries(
      Object.entries(isTable(fields['names']) ? fields['names'] : {}).map(([k, v]) => [k, text(v)]),
    ),
    aliases: [],
    kind,
    lat: typeof fields['lat'] === 'number' ? fields['lat'] : null,
    lon: typeof fields['lon'] === 'number' ? fields['lon'] : null,
    region: text(fields['region']) || null,
    country: text(fields['country']) || null,
    tags: Array.isArray(fields['tags']) ? fields['tags'].map((tag) => text(tag)) : [],
  }
  places.set(fields, found)
  return found
}

function routeFacts(fields: Table, id: string): RouteFacts {
  const known = lanes.get(fields)
  if (known?.id === id) return known
  const found: RouteFacts = {
    id,
    places: between(fields),
    length: Math.min(Math.max(Math.round(number(fields['length'])), 1), 30),
    colour: (text(fields['colour']) || 'grey') as RouteFacts['colour'],
    locomotives: number(fields['locomotives']),
    waves: number(fields['waves']),
    tunnel: fields['tunnel'] === true,
    bonus_cards: number(fields['bonus_cards']),
    any_cards_for_one: number(fields['any_cards_for_one']),
    stand_in: null,
    ferry_card_covers: 0,
    wild: true,
    points: 0,
    parallel_group: null,
  }
  lanes.set(fields, found)
  return found
}

/** What the map draws: routes between places that exist. */
export function factsOf(board: Board): BoardFacts {
  const known = [
    ...board.cities.map(({ fields }) => placeFacts(fields, 'city')),
    ...tables(board.head['countries']).map((fields) => placeFacts(fields, 'country')),
  ]
  const there = new Set(known.map(({ id }) => id))
  const ids = routeIds(board)
  return {
    id: text(board.head['id']),
    revision: number(board.head['revision']),
    name: namesOf(board),
    places: known,
    regions: tables(board.head['regions']).map((region) => ({
      id: text(region['id']),
      name: nameOf(region),
      names: {},
      doubled: region['doubled'] === true,
    })),
    routes: board.routes
      .map(({ fields }, index) => routeFacts(fields, ids[index]!))
      .filter(({ places: [a, b] }) => a !== b && there.has(a) && there.has(b)),
  }
}

/** The board's name, by language. */
export function namesOf(board: Board): Record<string, string> {
  const given = board.head['name']
  return isTable(given) ? Object.fromEntries(Object.entries(given).map(([key, one]) => [key, text(one)])) : {}
}

export function withFields<T extends { fields: Table }>(
  thing: T,
  changes: Partial<Record<string, Value | undefined>>,
): T {
  return { ...thing, fields: changed(thing.fields, changes) }
}
