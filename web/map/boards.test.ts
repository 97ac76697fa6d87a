// @vitest-environment node
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { neighbors } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { describe, expect, it } from 'vitest'

import { badgeAt } from '../src/lib/board/drawing/badges'
import type { BoardGeometry, Box, LabelShape } from '../src/lib/board/geometry'
import { SIZES, type Layout } from '../src/lib/board/layout/layout-problem'
import { namesAt } from '../src/lib/board/lettering/names'
import { TITLE } from '../src/lib/board/lettering/plate'
import { stepOf, wholeBoard } from '../src/lib/board/moving/view'
import { PICTURES } from './boards'
import { discOn, labelBox, overlap } from './lettering/boxes'
import { draw } from './draw'
import { readFacts } from './facts'
import { SHORTEST } from './lettering/lettering'
import { lint } from './lint'
import { LANGUAGES } from '../messages/catalogues'
import { problemOf } from './problem'

const file = (name: string): string =>
  readFileSync(new URL(`../src/lib/board/generated/${name}`, import.meta.url), 'utf8')
const drawn = (id: string): BoardGeometry => JSON.parse(file(`${id}.json`)) as BoardGeometry
const layoutOf = (id: string): Layout =>
  JSON.parse(readFileSync(new URL(`./layouts/${id}.json`, import.meta.url), 'utf8')) as Layout

describe.each(PICTURES.map(({ id }) => id))('the drawing of %s', (id) => {
  const geometry = drawn(id)
  const facts = readFacts(id)

  it('has nothing too small, no overlaps, no crossing lines', () => {
    expect(lint(geometry)).toEqual([])
  })

  it('has every route with all its spaces, and every place', () => {
    const spaces = Object.fromEntries(geometry.routes.map((route) => [route.id, route.spaces.length]))
    expect(spaces).toEqual(Object.fromEntries(facts.routes.map((route) => [route.id, route.length])))
    expect(new Set(geometry.spots.map((spot) => spot.place))).toEqual(new Set(facts.places.map((place) => place.id)))
  })

  it('has a name beside every place that has one', () => {
    const named = new Set(facts.places.filter((place) => place.name).map((place) => place.id))
    for (const spot of geometry.spots) expect(spot.label !== null, spot.id).toBe(named.has(spot.place))
  })

  const all = (): string[] => geometry.spots.filter(({ label }) => label).map(({ id: spot }) => spot)

  // The size of the map in a window of 1280 x 720.
  const window = geometry.width / geometry.height > 1.2 ? { width: 886, height: 544 } : { width: 680, height: 656 }

  it('has labels of at least 12 pixels at 1280 x 720', () => {
    const { k } = wholeBoard(geometry, window)
    for (const { id: spot, label } of geometry.spots) if (label) expect(label.size * k, spot).toBeGreaterThan(12)
  })

  it('shows every name at that size, and fewer but readable ones on a phone, cities of tickets first', () => {
    const { k } = wholeBoard(geometry, window)
    expect([...namesAt(geometry, k, new Set()).keys()].sort()).toEqual(all().sort())
    const phone = wholeBoard(geometry, { width: 390, height: 440 }).k
    const some = namesAt(geometry, phone, new Set())
    expect(some.size).toBeGreaterThan(all().length / 2)
    for (const [spot, label] of some) expect(label.size * phone, spot).toBeGreaterThan(10.4)
    // The board of a lesson is small enough to show all names.
    if (some.size === all().length) return
    const few = namesAt(geometry, phone * 0.7, new Set())
    expect(few.size).toBeLessThan(some.size)
    const left = geometry.spots.filter(({ id: spot, label, kind }) => label && kind === 'city' && !some.has(spot))
    expect(left.length).toBeGreaterThan(0)
    for (const spot of left) expect(namesAt(geometry, phone, new Set([spot.place])).has(spot.id), spot.id).toBe(true)
  })

  // Whole boards on phones of several sizes, with and without cities asked for, in every language.
  const looks = [
    { width: 390, height: 405 },
    { width: 390, height: 300 },
    { width: 390, height: 236 },
    { width: 360, height: 400 },
    { width: 500, height: 500 },
  ].map((telephone) => stepOf(wholeBoard(geometry, telephone).k))
  const named = facts.places.filter((place) => place.name)
  const asked = [0, 1, 2, 3, 4].map((from) => named.filter((_, at) => at % 9 === from).map((place) => place.id))
  const languages = [...LANGUAGES, 'local'].map((language) =>
    Object.fromEntries(named.map((place) => [place.id, place.names[language] ?? place.name])),
  )

  it('names every city that is asked for on a phone, none nearer to another city or on another name', () => {
    const spotOf = new Map(geometry.spots.map((spot) => [spot.id, spot]))
    const wrong = new Set<string>()
    let shown = 0
    for (const scale of looks)
      for (const first of [[], ...asked])
        for (const names of languages) {
          const labels = [...namesAt(geometry, scale, new Set(first), names)]
          const boxes = labels.map(([id, label]) => ({ spot: spotOf.get(id)!, box: lettersOf(label) }))
          // On a portrait board as small as two fingertips, a few names have no unambiguous place.
          for (const place of scale < 0.25 ? [] : first)
            if (!boxes.some(({ spot }) => spot.place === place)) wrong.add(`no name of ${place}`)
          // Skip labels where the drawing itself has put them, which follows rules of its own.
          if (labels.every(([id, label]) => label === spotOf.get(id)!.label)) continue
          boxes.forEach(({ spot, box }, number) => {
            shown += 1
            const clear = first.includes(spot.place) ? 1 : 1.05
            const least = Math.max(distance(box, spot) * clear, SIZES.cityRadius)
            for (const city of geometry.spots)
              if (city.place !== spot.place && distance(box, city) < least) wrong.add(`${spot.id} beside ${city.id}`)
            for (const two of boxes.slice(number + 1))
              if (!apart(box, two.box)) wrong.add(`${spot.id} on ${two.spot.id}`)
          })
        }
    expect([...wrong]).toEqual([])
    expect(shown).toBeGreaterThan(all().length * looks.length)
  })

  it('labels its large cities on a phone, and covers no city, mark or plate', () => {
    expect(facts.places.map((place) => place.id)).toEqual(expect.arrayContaining(geometry.large))
    const { k } = wholeBoard(geometry, { width: 390, height: 405 })
    const [end] = facts.routes.filter(({ places }) => !places.some((place) => geometry.large.includes(place)))
    const names = namesAt(geometry, k, new Set(end!.places))
    const shown = geometry.spots.filter(({ id: spot }) => names.has(spot)).map(({ place }) => place)
    expect(shown).toEqual(expect.arrayContaining([...geometry.large, ...end!.places]))
    const { title } = geometry
    for (const [spot, label] of names) {
      const box = labelBox(label)
      for (const city of geometry.spots)
        expect(discOn({ x: city.x, y: city.y, radius: SIZES.cityRadius - 1 }, box), `${spot} on ${city.id}`).toBe(false)
      for (const route of geometry.routes) {
        const badge = badgeAt(route, k)
        if (badge) expect(discOn({ ...badge, radius: badge.radius - 1 }, box), `${spot} on ${route.id}`).toBe(false)
      }
      if (!title) continue
      const plate = { ...title, long: title.width / 2, wide: TITLE.height / 2, cos: 1, sin: 0 }
      expect(overlap(box, plate), `${spot} on the plate`).toBe(false)
    }
  })

  it('connects labels to their areas by visible lines, not specks', () => {
    for (const { area, leader } of geometry.lettering)
      if (leader)
        expect(Math.hypot(leader.to[0] - leader.from[0], leader.to[1] - leader.from[1]), area).toBeGreaterThan(SHORTEST)
  })

  it('leads each route from its first place to its second', () => {
    for (const route of geometry.routes) {
      const { places } = facts.routes.find((known) => known.id === route.id)!
      const spots = route.spots.map((spot) => geometry.spots.find((known) => known.id === spot)!)
      expect(spots.map((spot) => spot.place)).toEqual(places)
      const [from, to] = spots as [(typeof spots)[0], (typeof spots)[0]]
      const first = route.spaces[0]!
      if (route.spaces.length > 1)
        expect(Math.hypot(first.x - from.x, first.y - from.y)).toBeLessThanOrEqual(
          Math.hypot(first.x - to.x, first.y - to.y) + 1,
        )
    }
  })

  it('labels every region or country in one size, 12 pixels at 1440 x 900, on it or connected to it', () => {
    const areas = geometry.ground.filter((layer) => layer.kind === 'region')
    const names = geometry.lettering.filter(({ kind }) => kind !== 'line')
    expect(names.map(({ area }) => area).sort()).toEqual(areas.map((layer) => layer.id!).sort())
    // The size of the map in a window of 1440 x 900.
    const { k } = wholeBoard(geometry, { width: 838, height: 836 })
    for (const { area, size, x, y, width, leader } of geometry.lettering) {
      expect(size * k, area).toBeGreaterThan(11.9)
      if (!leader) continue
      expect(Math.abs(leader.from[0] - x), area).toBeLessThanOrEqual(width / 2 + 1)
      expect(Math.abs(leader.from[1] - y), area).toBeLessThanOrEqual(size * 1.1 + 1)
    }
  })

  it('is below 120 KB compressed, its thumbnail below 20', () => {
    expect(gzipSync(file(`${id}.json`)).length).toBeLessThan(120_000)
    expect(gzipSync(file(`${id}.svg`)).length).toBeLessThan(20_000)
  })
})

describe('drawing', () => {
  it('gives the same picture every time', () => {
    const picture = PICTURES.find(({ id }) => id === 'nordic-countries')!
    const again = draw(readFacts(picture.id), picture, layoutOf(picture.id))
    expect(JSON.stringify(again) + '\n').toBe(file('nordic-countries.json'))
  })

  it('refuses a layout that lacks a city, and says which', () => {
    const picture = PICTURES.find(({ id }) => id === 'usa')!
    const layout = layoutOf('usa')
    delete layout.spots['denver']
    expect(() => draw(readFacts('usa'), picture, layout)).toThrow(/spot denver is missing/)
  })

  it('puts the Arctic Circle between the cities with the tag and the others', () => {
    const geometry = drawn('northern-lights')
    const arctic = new Set(
      readFacts('northern-lights')
        .places.filter((place) => place.tags.includes('arctic'))
        .map((place) => place.id),
    )
    const line = absolute(geometry.ground.find((layer) => layer.kind === 'circle')!.d)
    for (const spot of geometry.spots) {
      const there = line.reduce((best, point) =>
        Math.abs(point.x - spot.x) < Math.abs(best.x - spot.x) ? point : best,
      )
      expect(spot.y < there.y, spot.id).toBe(arctic.has(spot.place))
      expect(Math.abs(spot.y - there.y), spot.id).toBeGreaterThan(12)
    }
  })

  it('writes the name of the Arctic Circle along it', () => {
    const { ground, lettering } = drawn('northern-lights')
    const name = lettering.find(({ kind }) => kind === 'line')!
    expect(name.area).toBe('arctic')
    const line = absolute(ground.find((layer) => layer.kind === 'circle')!.d)
    const nearest = Math.min(...line.map(({ x, y }) => Math.hypot(x - name.x, y - name.y)))
    expect(nearest).toBeLessThan(name.width)
    expect(Math.abs(name.angle!)).toBeLessThan(20)
  })

  it('gives neighbouring regions of Italy different tints', () => {
    const regions = drawn('italy').ground.filter((layer) => layer.kind === 'region')
    expect(new Set(regions.map((layer) => layer.id))).toEqual(
      new Set(readFacts('italy').regions.map((region) => region.id)),
    )
    const map = JSON.parse(readFileSync(new URL('./data/italy-regions.json', import.meta.url), 'utf8')) as Regions
    const { geometries } = map.objects.regions
    const tintOf = (number: number): number => regions.find((layer) => layer.id === geometries[number]!.id)!.tint!
    const near = neighbors(geometries)
    expect(near.flat().length).toBeGreaterThan(40)
    near.forEach((others, number) => {
      for (const other of others) expect(tintOf(other), String(geometries[number]!.id)).not.toBe(tintOf(number))
    })
  })

  it('keeps cities near where geography puts them', () => {
    for (const picture of PICTURES) {
      const layout = layoutOf(picture.id)
      const moves = problemOf(readFacts(picture.id), picture)
        .spots.map((spot) => {
          const { x, y } = layout.spots[spot.id]!
          return Math.hypot(x - spot.home.x, y - spot.home.y)
        })
        .sort((a, b) => a - b)
      expect(moves[Math.floor(moves.length / 2)], picture.id).toBeLessThan(picture.width / 12)
    }
  })
})

/** Return the box of a name's letters, without ascenders and descenders. */
function lettersOf({ x, y, anchor, width, size }: LabelShape): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return [left, y - size * 0.35, left + width, y + size * 0.35]
}

function distance([left, top, right, bottom]: Box, { x, y }: { x: number; y: number }): number {
  return Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0))
}

function apart(one: Box, two: Box): boolean {
  return one[0] >= two[2] || two[0] >= one[2] || one[1] >= two[3] || two[1] >= one[3]
}

type Regions = Topology<{ regions: GeometryCollection }>

function absolute(path: string): { x: number; y: number }[] {
  return path
    .split('M')
    .slice(1)
    .flatMap((piece) => {
      const [start, steps = ''] = piece.split('l') as [string, string?]
      let [x, y] = start.split(' ').map(Number) as [number, number]
      const numbers = steps.match(/-?\d*\.?\d+/g)!.map(Number)
      const points = [{ x, y }]
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        x += numbers[i]!
        y += numbers[i + 1]!
        points.push({ x, y })
      }
      return points
    })
}
