// Draw a whole board as one picture for the documentation: ground, every space of every route, cities with their names.
// `npm run plans -- FOLDER` writes one SVG per board, from the output of `npm run map`.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { BoardFacts, BoardGeometry, RouteFacts, RouteShape } from '../src/lib/board/geometry'
import { CARD_PAINT } from '../src/lib/board/colours/palette'
import { ENGINE, WAVES } from '../src/lib/board/colours/symbols'
import { PICTURES } from './boards'
import { readFacts } from './facts'
import { TONES } from './thumbnail'

function plan(geometry: BoardGeometry, facts: BoardFacts): string {
  const { width, height, scenery } = geometry
  const tone = TONES[scenery]
  const ground = (kind: 'context' | 'focus' | 'lake'): string =>
    geometry.ground
      .filter((layer) => layer.kind === kind)
      .map((layer) => layer.d)
      .join('')
  const routes = new Map(facts.routes.map((route) => [route.id, route]))
  const names = new Map(facts.places.map((place) => [place.id, place.name]))
  const cities = geometry.spots.map(({ x, y, kind }) => `<circle cx="${x}" cy="${y}" r="${kind === 'city' ? 9 : 5}"/>`)
  const labels = geometry.spots.flatMap(({ place, label }) =>
    label
      ? `<text x="${label.x}" y="${label.y}" font-size="${label.size}" text-anchor="${label.anchor}">${escaped(names.get(place) ?? place)}</text>`
      : [],
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(facts.name['en'] ?? facts.id)}</title>`,
    `<rect width="${width}" height="${height}" fill="${tone.sea}"/>`,
    `<path d="${ground('context')}" fill="${tone.context}" stroke="${tone.coast}" stroke-width="6" paint-order="stroke"/>`,
    `<path d="${ground('focus')}" fill="${tone.land}"/><path d="${ground('lake')}" fill="${tone.sea}"/>`,
    ...geometry.routes.map((shape) => spaces(shape, routes.get(shape.id)!)),
    `<g fill="#fff" stroke="#2B2118" stroke-width="3">${cities.join('')}</g>`,
    '<g fill="#2B2118" stroke="#fff" stroke-width="3" paint-order="stroke" font-family="Arial Narrow, Helvetica, sans-serif" font-weight="600" dominant-baseline="central">',
    ...labels,
    '</g></svg>\n',
  ].join('\n')
}

/** Draw the spaces of a route in its colour; an engine or waves mark those that need a locomotive or a ferry card. */
function spaces({ spaces, spaceLength: length, spaceWidth: width }: RouteShape, route: RouteFacts): string {
  const { fill, ink, edge } = CARD_PAINT[route.colour]
  const marked = route.locomotives || route.waves
  const mark = route.locomotives
    ? `<path d="${ENGINE}" transform="scale(.8)" fill="${ink}" stroke="none" fill-rule="evenodd"/>`
    : `<path d="${WAVES}" fill="none" stroke="${ink}" stroke-width="2" stroke-dasharray="none"/>`
  const dashes = route.tunnel ? ' stroke-dasharray="5 3"' : ''
  const drawn = spaces.map(({ x, y, angle }, space) => {
    const slot = `<rect x="${-length / 2}" y="${-width / 2}" width="${length}" height="${width}" rx="3"/>`
    return `<g transform="translate(${x} ${y}) rotate(${angle})">${slot}${space < marked ? mark : ''}</g>`
  })
  return `<g fill="${fill}" stroke="${edge}" stroke-width="${route.tunnel ? 2.5 : 1.2}"${dashes}>${drawn.join('')}</g>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('which folder?')
mkdirSync(folder, { recursive: true })
for (const { id } of PICTURES) {
  const drawn = readFileSync(new URL(`../src/lib/board/generated/${id}.json`, import.meta.url), 'utf8')
  writeFileSync(join(folder, `${id}.svg`), plan(JSON.parse(drawn) as BoardGeometry, readFacts(id)))
}
