// The boards that come with Semafor, read from their files: the only source of places and routes.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { parse } from 'smol-toml'

import type { BoardFacts, PlaceFacts, RouteFacts } from '../src/lib/board/geometry'

interface BoardFile {
  id: string
  revision: number
  name: Record<string, string>
  cities: (Partial<PlaceFacts> & { id: string; name: string })[]
  countries?: { id: string; name: string }[]
  regions?: { id: string; name: string; doubled?: boolean }[]
  routes: (Partial<RouteFacts> & { between: [string, string]; length: number; colour: RouteFacts['colour'] })[]
}

/** Read a board's file as the server would describe it. */
export function readFacts(id: string): BoardFacts {
  const path = fileURLToPath(new URL(`../../src/semafor/boards/${id}.toml`, import.meta.url))
  return factsOf(parse(readFileSync(path, 'utf8')) as unknown as BoardFile)
}

export function factsOf(file: BoardFile): BoardFacts {
  const cities = file.cities.map((city) => place(city, 'city'))
  const countries = (file.countries ?? []).map((country) => place(country, 'country'))
  return {
    id: file.id,
    revision: file.revision,
    name: file.name,
    places: [...cities, ...countries],
    regions: (file.regions ?? []).map(({ id, name, doubled }) => ({ id, name, doubled: doubled ?? false })),
    routes: numbered(file.routes.map(route)),
  }
}

function place(entry: Partial<PlaceFacts> & { id: string; name: string }, kind: PlaceFacts['kind']): PlaceFacts {
  const { id, name, lat = null, lon = null, region = null, country = null, tags = [] } = entry
  return { id, name, kind, lat, lon, region, country, tags }
}

function route(entry: BoardFile['routes'][number]): RouteFacts {
  const { between, length, colour } = entry
  const { locomotives = 0, waves = 0, tunnel = false, bonus_cards = 0, any_cards_for_one = 0 } = entry
  const id = `${[...between].sort().join(':')}:${colour}`
  return { id, places: between, length, colour, locomotives, waves, tunnel, bonus_cards, any_cards_for_one }
}

/** Routes that share places and colour get a number, in the order of the file (docs/adding-a-board.md). */
function numbered(routes: RouteFacts[]): RouteFacts[] {
  return routes.map((route) => {
    const same = routes.filter((other) => other.id === route.id)
    return same.length > 1 ? { ...route, id: `${route.id}:${same.indexOf(route) + 1}` } : route
  })
}
