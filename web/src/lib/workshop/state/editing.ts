/** What can be done to a board. Each function returns another board; the old one stays as it was, to go back to. */
import { dictionary } from '../../dictionary'
import type { Bend, Label, Point } from '../../board/layout/layout-problem'
import { plain } from '../../words'
import type { Table, Value } from '../file/toml'
import {
  between,
  idOf,
  nameOf,
  newKey,
  number,
  tables,
  text,
  withFields,
  type Board,
  type City,
  type Route,
  type Ticket,
} from './board'

/** An id for a name that is not taken. */
export function freeId(name: string, taken: ReadonlySet<string>): string {
  const base = plain(name).replaceAll(' ', '-') || 'city'
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`
    if (!taken.has(id)) return id
  }
}

const takenIds = (board: Board): Set<string> =>
  new Set([...board.cities.map(idOf), ...tables(board.head['countries']).map((country) => text(country['id']))])

const inside = (board: Board, { x, y }: Point): Point => ({
  x: Math.min(Math.max(x, 0), board.width),
  y: Math.min(Math.max(y, 0), board.height),
})

export function addCity(board: Board, name: string, at: Point, more: Table = {}): { board: Board; city: City } {
  const fields = { id: freeId(name, takenIds(board)), name, ...more }
  const city: City = { key: newKey(), fields, at: inside(board, at), label: 0 }
  return { board: { ...board, drawn: true, cities: [...board.cities, city] }, city }
}

export function moveCities(board: Board, keys: ReadonlySet<number>, by: Point): Board {
  if (!by.x && !by.y) return board
  const cities = board.cities.map((city) =>
    keys.has(city.key) ? { ...city, at: inside(board, { x: city.at.x + by.x, y: city.at.y + by.y }) } : city,
  )
  const routes = board.routes.map((route) =>
    route.end && keys.has(route.key)
      ? { ...route, end: { ...route.end, at: inside(board, { x: route.end.at.x + by.x, y: route.end.at.y + by.y }) } }
      : route,
  )
  return { ...board, drawn: true, cities, routes }
}

export function placeLabel(board: Board, key: number, label: Label): Board {
  return {
    ...board,
    drawn: true,
    cities: board.cities.map((city) => (city.key === key ? { ...city, label } : city)),
  }
}

export const bendRoutes = (board: Board, keys: ReadonlySet<number>, bend: Bend | null): Board => ({
  ...board,
  drawn: true,
  routes: board.routes.map((route) => (keys.has(route.key) ? { ...route, bend } : route)),
})

/** Change a city's fields; a new name gives a new id, unless the id was chosen otherwise. */
export function setCity(board: Board, key: number, changes: Partial<Record<string, Value | undefined>>): Board {
  const city = board.cities.find((one) => one.key === key)
  if (!city) return board
  const old = idOf(city)
  const given = { ...changes }
  if (typeof given['name'] === 'string' && given['id'] === undefined) {
    const others = takenIds(board)
    others.delete(old)
    const grown = new RegExp(`^${freeId(nameOf(city.fields), new Set())}(-\\d+)?$`)
    if (grown.test(old)) given['id'] = freeId(given['name'], others)
  }
  const cities = board.cities.map((one) => (one.key === key ? withFields(one, given) : one))
  const next = { ...board, cities }
  return typeof given['id'] === 'string' && given['id'] !== old ? renamed(next, old, given['id']) : next
}

/** Let routes, tickets and marks follow a place's new id. */
function renamed(board: Board, old: string, id: string): Board {
  const follow = <T extends { fields: Table }>(thing: T): T => {
    const ends = between(thing.fields)
    return ends.includes(old) ? withFields(thing, { between: ends.map((end) => (end === old ? id : end)) }) : thing
  }
  return { ...board, routes: board.routes.map(follow), tickets: board.tickets.map(follow) }
}

/** Remove cities, routes and tickets; with a city go its routes and tickets. */
export function remove(board: Board, keys: ReadonlySet<number>): Board {
  const gone = new Set(board.cities.filter(({ key }) => keys.has(key)).map(idOf))
  const stays = ({ key, fields }: Route | Ticket): boolean =>
    !keys.has(key) && !between(fields).some((end) => gone.has(end))
  return {
    ...board,
    drawn: board.drawn || gone.size > 0,
    cities: board.cities.filter(({ key }) => !keys.has(key)),
    routes: board.routes.filter(stays),
    tickets: board.tickets.filter(stays),
  }
}

export function addRoute(board: Board, ends: [string, string], fields: Table): { board: Board; route: Route } {
  const beside = board.routes.find(
    (route) => joins(route.fields, ends) && number(route.fields['length']) === fields['length'],
  )
  const route: Route = {
    key: newKey(),
    fields: { between: ends, ...without(fields, 'between') },
    bend: beside?.bend ?? null,
    end: null,
  }
  return { board: { ...board, routes: [...board.routes, route] }, route }
}

export function joins(fields: Table, [a, b]: readonly [string, string]): boolean {
  const ends = between(fields)
  return (ends[0] === a && ends[1] === b) || (ends[0] === b && ends[1] === a)
}

export const setRoutes = (
  board: Board,
  keys: ReadonlySet<number>,
  changes: Partial<Record<string, Value | undefined>>,
): Board => ({
  ...board,
  routes: board.routes.map((route) => (keys.has(route.key) ? withFields(route, changes) : route)),
})

export function addTicket(board: Board, ends: [string, string], points: number): { board: Board; ticket: Ticket } {
  const ticket = { key: newKey(), fields: { between: ends, points } }
  return { board: { ...board, tickets: [...board.tickets, ticket] }, ticket }
}

export const setTicket = (board: Board, key: number, changes: Partial<Record<string, Value | undefined>>): Board => ({
  ...board,
  tickets: board.tickets.map((ticket) => (ticket.key === key ? withFields(ticket, changes) : ticket)),
})

export const setHead = (board: Board, changes: Partial<Record<string, Value | undefined>>): Board => ({
  ...board,
  head: Object.fromEntries(
    Object.entries({ ...board.head, ...changes }).filter(([, value]) => value !== undefined),
  ) as Table,
})

/** Set a rule's parameters; null removes the rule. */
export function setRule(board: Board, slug: string, parameters: Table | null): Board {
  if (parameters) return { ...board, rules: { ...board.rules, [slug]: parameters } }
  return { ...board, rules: without(board.rules, slug) }
}

/** Give the board another size; the cities keep their places, or are scaled with it. */
export function resize(board: Board, width: number, height: number, scaled: boolean): Board {
  const [sx, sy] = scaled ? [width / board.width, height / board.height] : [1, 1]
  const next = { ...board, drawn: true, width, height }
  const at = (point: Point): Point => inside(next, { x: point.x * sx, y: point.y * sy })
  return {
    ...next,
    cities: board.cities.map((city) => ({ ...city, at: at(city.at) })),
    routes: board.routes.map((route) =>
      route.end ? { ...route, end: { ...route.end, at: at(route.end.at) } } : route,
    ),
  }
}

/** Paint cities with a region or a country. */
export const paint = (board: Board, keys: ReadonlySet<number>, what: 'region' | 'country', id: string): Board => ({
  ...board,
  cities: board.cities.map((city) => (keys.has(city.key) ? withFields(city, { [what]: id || undefined }) : city)),
})

/** Part of a board that can be pasted: cities, and the routes between them. */
export interface Clip {
  cities: City[]
  routes: Route[]
}

export function copied(board: Board, keys: ReadonlySet<number>): Clip {
  const cities = board.cities.filter(({ key }) => keys.has(key))
  const ids = new Set(cities.map(idOf))
  return { cities, routes: board.routes.filter(({ fields }) => between(fields).every((end) => ids.has(end))) }
}

export function paste(board: Board, clip: Clip, by: Point): { board: Board; keys: Set<number> } {
  const ids = dictionary<string>([])
  let next = board
  const keys = new Set<number>()
  for (const city of clip.cities) {
    const { id, name, ...more } = city.fields
    const added = addCity(next, text(name), { x: city.at.x + by.x, y: city.at.y + by.y }, more)
    ids[text(id)] = idOf(added.city)
    keys.add(added.city.key)
    next = placeLabel(added.board, added.city.key, city.label)
  }
  for (const route of clip.routes) {
    const ends = between(route.fields).map((end) => ids[end]!) as [string, string]
    const added = { ...withFields(route, { between: ends }), key: newKey() }
    next = { ...next, routes: [...next.routes, added] }
  }
  return { board: next, keys }
}

const without = (fields: Table, key: string): Table =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))

/** The shortest way between two places, in spaces; null if there is none. */
export function shortest(board: Board, from: string, to: string): number | null {
  const far = new Map([[from, 0]])
  const open = new Set([from])
  const lands = new Set(tables(board.head['countries']).map((country) => text(country['id'])))
  while (open.size > 0) {
    const here = [...open].reduce((best, one) => (far.get(one)! < far.get(best)! ? one : best))
    if (here === to) return far.get(here)!
    open.delete(here)
    // Countries are dead ends.
    if (lands.has(here) && here !== from) continue
    for (const { fields } of board.routes) {
      const ends = between(fields)
      if (!ends.includes(here)) continue
      const there = ends[0] === here ? ends[1] : ends[0]
      const way = far.get(here)! + Math.max(number(fields['length']), 1)
      if (way < (far.get(there) ?? Infinity)) {
        far.set(there, way)
        open.add(there)
      }
    }
  }
  return null
}
