// Draw a small picture of a board, for the board selection: ground, routes in their colours, cities.

import type { BoardFacts, BoardGeometry, Scenery } from '../src/lib/board/geometry'
import { CARD_PAINT } from '../src/lib/board/colours/palette'

export const TONES: Record<Scenery, { sea: string; coast: string; context: string; land: string; rim: string }> = {
  prairie: { sea: '#D5E6EE', coast: '#BDD7E3', context: '#E6DDC6', land: '#F3E9CF', rim: '#8A6B42' },
  snow: { sea: '#CFE2EC', coast: '#B4CFDD', context: '#E2E3DF', land: '#F4F3EE', rim: '#5F7A8C' },
  mediterranean: { sea: '#CFE5E8', coast: '#AFD4DB', context: '#E5DCC8', land: '#F3E7CB', rim: '#8A6B42' },
  aurora: { sea: '#A9C0D8', coast: '#97B1CC', context: '#D9DDE0', land: '#EEF0EC', rim: '#2E4460' },
  plain: { sea: '#E9E2D0', coast: '#E9E2D0', context: '#E9E2D0', land: '#E9E2D0', rim: '#8A6B42' },
}

/** Units of the board to a step of the ground. */
const GRID = 4
const COAST = 14 / GRID

export function thumbnail(geometry: BoardGeometry, facts: BoardFacts): string {
  const { width, height, scenery } = geometry
  const tone = TONES[scenery]
  const colours = new Map(facts.routes.map((route) => [route.id, CARD_PAINT[route.colour].fill]))
  const ground = (kind: 'context' | 'focus' | 'lake'): string =>
    coarse(geometry.ground.find((layer) => layer.kind === kind)?.d ?? '')
  const routes = geometry.routes.map((route) => `<path d="${chord(route.path)}" stroke="${colours.get(route.id)}"/>`)
  const cities = geometry.spots.map(({ x, y }) => `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="15"/>`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<clipPath id="b"><rect width="${width}" height="${height}" rx="40"/></clipPath><g clip-path="url(#b)">`,
    `<rect width="${width}" height="${height}" fill="${tone.sea}"/>`,
    `<g transform="scale(${GRID})">`,
    `<path d="${ground('context')}" fill="${tone.context}" stroke="${tone.coast}" stroke-width="${COAST}" paint-order="stroke"/>`,
    `<path d="${ground('focus')}" fill="${tone.land}"/><path d="${ground('lake')}" fill="${tone.sea}"/></g>`,
    `<g fill="none" stroke-width="17" stroke-linecap="round">${routes.join('')}</g>`,
    `<g fill="#fff" stroke="#2B2118" stroke-width="6">${cities.join('')}</g>`,
    `<rect x="10" y="10" width="${width - 20}" height="${height - 20}" rx="32" fill="none" stroke="${tone.rim}" stroke-width="20"/>`,
    '</g></svg>\n',
  ].join('')
}

/**
 * Simplify a path: keep only the larger pieces, and only points far enough apart to be seen, as whole steps on a grid.
 */
function coarse(path: string): string {
  return path
    .split('M')
    .slice(1)
    .map((piece) => {
      const [start, steps = ''] = piece.replace('z', '').split('l') as [string, string?]
      let [x, y] = start.split(' ').map(Number) as [number, number]
      const corners: [number, number][] = [[x, y]]
      const numbers = steps.match(/-?\d*\.?\d+/g)?.map(Number) ?? []
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        x += numbers[i]!
        y += numbers[i + 1]!
        const last = corners.at(-1)!
        if (Math.hypot(x - last[0], y - last[1]) > 9) corners.push([x, y])
      }
      return corners.length < 6 ? '' : onGrid(corners)
    })
    .join('')
}

function onGrid(corners: [number, number][]): string {
  const [first, ...others] = corners.map(([x, y]) => [Math.round(x / GRID), Math.round(y / GRID)] as const)
  let [x, y] = first!
  const steps = others.map(([toX, toY]) => {
    const step = `${toX - x} ${toY - y}`
    ;[x, y] = [toX, toY]
    return step
  })
  return `M${first!.join(' ')}l${steps.join(' ')}z`.replace(/ -/g, '-')
}

/** Return the start, middle and end of a line. */
function chord(path: string): string {
  const points = path.slice(1).split('L')
  const middle = points[Math.floor(points.length / 2)]!
  const short = (pair: string): string =>
    pair
      .split(' ')
      .map((value) => Math.round(Number(value)))
      .join(' ')
  return `M${[points[0]!, middle, points.at(-1)!].map(short).join('L')}`
}
