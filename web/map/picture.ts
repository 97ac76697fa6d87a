// Draw the pictures of the boards for the start page, with the components of the map itself: one file for day and night
// (`#night`), and what moves above it. A picture is loaded after the page, so it may be large.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { createServer } from 'vite'
import type { PlayerColour } from '../src/lib/board/colours/palette'
import type { BoardFacts, BoardGeometry, RouteShape } from '../src/lib/board/geometry'
import { railsOf } from '../src/lib/board/trains/way'

/** What moves above the picture of a board, in its units. */
export interface Scene {
  width: number
  height: number
  /** The rails of the train. */
  way: [x: number, y: number][]
  /** Waves and ships that the picture leaves out. */
  sea: { kind: 'wave' | 'ship' | 'whale'; x: number; y: number; size: number }[]
  /** Cities whose windows are lit at night. */
  cities: [x: number, y: number][]
}

export interface Picture {
  svg: string
  scene: Scene
}

type Draw = (geometry: BoardGeometry, facts: BoardFacts) => Picture

/** How many routes the other players have. */
const OTHERS: readonly PlayerColour[] = ['blue', 'yellow', 'green']
const CLAIMED = 6
const FLOATS = ['wave', 'ship', 'whale']

/** Compile the components of the map, and pass a function that draws a board with them. */
export async function withPictures(work: (draw: Draw) => void): Promise<void> {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const vite = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    cacheDir: 'node_modules/.vite-pictures',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    plugins: [svelte({ configFile: false, preprocess: vitePreprocess(), compilerOptions: { css: 'injected' } })],
  })
  try {
    const { render } = (await vite.ssrLoadModule('svelte/server')) as typeof import('svelte/server')
    const { default: BoardPicture } = (await vite.ssrLoadModule('/map/BoardPicture.svelte')) as {
      default: typeof import('./BoardPicture.svelte').default
    }
    const tones = tonesOfImage(readFileSync(new URL('../src/lib/board/drawing/scenery.css', import.meta.url), 'utf8'))
    work((geometry, facts) => {
      const way = farthest(geometry)
      const owners = claimed(geometry, way)
      const still = {
        ...geometry,
        lettering: [],
        ornaments: geometry.ornaments.filter(({ kind }) => !FLOATS.includes(kind)),
        spots: geometry.spots.map((spot) => ({ ...spot, label: null })),
      }
      const { head, body } = render(BoardPicture, { props: { geometry: still, facts, owners } })
      return { svg: image(geometry, tones, head, body), scene: sceneOf(geometry, way) }
    })
  } finally {
    await vite.close()
  }
}

/** The tones of the map as those of an image: its root is the map, and its fragment `#night` is the dark theme. */
function tonesOfImage(css: string): string {
  return css.replaceAll(`[data-theme='dark']`, ':target')
}

function image({ width, height, scenery }: BoardGeometry, tones: string, head: string, body: string): string {
  const used = new Set(body.match(/--[\w-]+/g))
  const styles = [tones, ...head.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map((found) =>
    typeof found === 'string' ? found : found[1]!,
  )
  const css = styles
    .join('\n')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
  for (const name of css.matchAll(/var\((--[\w-]+)/g)) used.add(name[1]!)
  const drawn = body
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<title>[^]*?<\/title>|<text[^]*?<\/text>/g, '')
    .replace(/ (?:data-city|aria-hidden)="[^"]*"/g, '')
    .replace(/(\d\.\d)\d+/g, '$1')
    .replace(/>\s+</g, '><')
  const open = `<svg xmlns="http://www.w3.org/2000/svg" id="night" class="board-map" data-scenery="${scenery}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  return `${open}<style>${css.replace(/(--[\w-]+): [^;}]+; ?/g, (rule, name: string) => (used.has(name) ? rule : ''))}</style>${drawn}</svg>\n`
}

function sceneOf(geometry: BoardGeometry, way: readonly RouteShape[]): Scene {
  const points: [number, number][] = []
  let here = start(way)
  for (const shape of way) {
    const rails = railsOf(shape).map(({ x, y }): [number, number] => [Math.round(x), Math.round(y)])
    points.push(...(shape.spots[0] === here ? rails : rails.reverse()))
    here = other(shape, here)
  }
  return {
    width: geometry.width,
    height: geometry.height,
    way: points,
    sea: geometry.ornaments.flatMap(({ kind, x, y, size }) =>
      kind === 'wave' || kind === 'ship' || kind === 'whale' ? [{ kind, x, y, size }] : [],
    ),
    cities: geometry.spots.filter(({ kind }) => kind === 'city').map(({ x, y }) => [Math.round(x), Math.round(y)]),
  }
}

const other = ({ spots: [a, b] }: RouteShape, here: string): string => (here === a ? b : a)

/** The spot where a way begins. */
function start([first, second]: readonly RouteShape[]): string {
  const [a, b] = first!.spots
  return second?.spots.includes(a) ? b : a
}

/** The shortest way between the two cities that are farthest apart, from west to east. */
function farthest({ spots, routes }: BoardGeometry): RouteShape[] {
  const cities = spots.filter(({ kind }) => kind === 'city')
  let [best, from, to] = [0, cities[0]!, cities[0]!]
  for (const a of cities)
    for (const b of cities) {
      const apart = Math.hypot(a.x - b.x, a.y - b.y)
      if (a.x < b.x && apart > best) [best, from, to] = [apart, a, b]
    }
  const reached = new Map<string, { length: number; way: RouteShape[] }>([[from.id, { length: 0, way: [] }]])
  const open = [from.id]
  while (open.length > 0) {
    open.sort((a, b) => reached.get(a)!.length - reached.get(b)!.length)
    const here = open.shift()!
    const { length, way } = reached.get(here)!
    if (here === to.id) return way
    for (const shape of routes.filter(({ spots: ends }) => ends.includes(here))) {
      const there = other(shape, here)
      const longer = length + shape.spaces.length
      if (longer >= (reached.get(there)?.length ?? Infinity)) continue
      reached.set(there, { length: longer, way: [...way, shape] })
      if (!open.includes(there)) open.push(there)
    }
  }
  return routes.slice(0, 1)
}

/** Whose trains stand where: the way is red; the others have routes that hang together, beginning far from it. */
function claimed({ routes, spots }: BoardGeometry, way: readonly RouteShape[]): Map<string, PlayerColour> {
  const owners = new Map<string, PlayerColour>(way.map(({ id }) => [id, 'red']))
  const visited = new Set(way.flatMap((shape) => shape.spots))
  const at = new Map(spots.map((spot) => [spot.id, spot]))
  for (const colour of OTHERS) {
    const far = (id: string): number =>
      Math.min(...[...visited].map((one) => Math.hypot(at.get(one)!.x - at.get(id)!.x, at.get(one)!.y - at.get(id)!.y)))
    let here = spots.map(({ id }) => id).sort((a, b) => far(b) - far(a))[0]!
    for (let count = 0; count < CLAIMED; count++) {
      visited.add(here)
      const next = routes.find((shape) => shape.spots.includes(here) && !visited.has(other(shape, here)))
      if (!next) break
      owners.set(next.id, colour)
      here = other(next, here)
    }
  }
  return owners
}
