/** The boards as people with a colour-vision deficiency see them: simulated by the browser, measured in pixels. */
import type { Browser, Page } from 'playwright-core'
import { drawn, mapRests, openPage, resize } from './chromium'
import { asked, HOME, keepTables } from './homes'
import { linear, type Triple } from './oklab'
import type { Board } from './player'

export const VISIONS = ['none', 'protanopia', 'deuteranopia', 'tritanopia'] as const
export type Vision = (typeof VISIONS)[number]
export type Theme = 'light' | 'dark'

/** The maximum number of players on each board. */
const PLAYERS: Record<Board, number> = { usa: 5, 'nordic-countries': 3, italy: 5, 'northern-lights': 5 }

/** Open the replay of a full table about half-way: free routes of all colours, and every player's trains. */
export async function halfPlayed(
  browser: Browser,
  address: string,
  board: Board,
  theme: Theme = 'light',
): Promise<Page> {
  const { page } = await openPage(browser, address, { deviceScaleFactor: 2, painted: true, settings: { theme } })
  if (HOME === 'page') await page.context().addInitScript(keepTables, true)
  const seats = Array.from({ length: PLAYERS[board] }, () => ({ kind: 'bot', level: 'guard' }))
  const { game } = await asked<{ game: string }>(page, address, '/api/games', { board, seats })
  // On a page, games wait for a spectator. On a server they don't, so only what is photographed needs drawing.
  if (HOME === 'page') {
    await page.goto(`${address}/#/game/${game}`)
    await page.locator('[data-test="end"]').waitFor()
  }
  // The record becomes available when the game is over.
  else while (!(await page.request.get(`${address}/api/games/${game}/record`)).ok()) await drawn(page)
  await page.goto(`${address}/#/replay/${game}?at=${PLAYERS[board] * 28}&eyes=open`)
  await page.locator('[data-test="slider"]').waitFor()
  await mapRests(page)
  return page
}

/** A piece of the board, a free space or a player's wagon, with the colours at sample points. */
export interface Piece {
  kind: 'space' | 'wagon'
  /** The fill of the paint, which identifies the colour. */
  fill: string
  /** Rows and columns of sample points across the piece. */
  lights: Triple[][]
  /** The piece and its surroundings at thumbnail size, rotated so that all pieces are aligned. */
  dots: Triple[]
}

/** Sample points in the piece's own units: the whole symbol of a space, most of a wagon. */
const GRID = { space: { across: 6.4, down: 6.4, count: 15 }, wagon: { across: 13, down: 5, count: 15 } }
/** Distance from the centre of a space at which it shows only its colour. */
const PLAIN = 8
/** The thumbnail of a piece: its extent, its dots, and the sample points per side that each dot averages. */
const THUMBNAIL = { across: 21, down: 13.5, columns: 3, rows: 3, points: 4 }
/** How many pieces of each colour to sample. */
const ENOUGH = 9

/** Pieces and the colours at their points, before any vision is simulated. */
export interface Sheet {
  places: { kind: 'space' | 'wagon'; fill: string; points: [number, number][][]; dots: [number, number][][] }[]
  /** The red, green and blue of each point. */
  colours: number[][]
}

/** Take one screenshot of a page, and read the colours of the pieces off it. */
export async function photographed(page: Page, darkroom: Page): Promise<Sheet> {
  const found = await page.evaluate(
    ({ grid, plain, enough, thumbnail }) => {
      const found: Sheet['places'] = []
      for (const rect of document.querySelectorAll<SVGRectElement>('.board-map .slot, .board-map .body')) {
        if (rect.closest('.closed, .ghost')) continue
        const fill = rect.getAttribute('fill') ?? ''
        const kind = rect.classList.contains('slot') ? 'space' : 'wagon'
        const marks = rect.closest('g[transform^=translate]')?.querySelector('.badge, .waves')
        if (kind === 'space' && marks) continue
        const matrix = rect.getScreenCTM()
        if (!matrix || found.filter((one) => one.kind === kind && one.fill === fill).length === enough) continue
        // A symbol is upright whatever the angle of its space; the samples next to it rotate with the space.
        const size = Math.hypot(matrix.a, matrix.b)
        const middle = new DOMPoint(0, 0).matrixTransform(matrix)
        const pixel = (x: number, y: number): [number, number] => [x * devicePixelRatio, y * devicePixelRatio]
        const at = (x: number, y: number): [number, number] =>
          kind === 'space'
            ? pixel(middle.x + x * size, middle.y + y * size)
            : pixel(matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f)
        const { across, down, count } = grid[kind]
        const steps = Array.from({ length: count }, (_, number) => (2 * number) / (count - 1) - 1)
        const points = steps.map((y) => steps.map((x) => at(x * across, y * down)))
        const turned = (x: number): [number, number] => pixel(middle.x + x * matrix.a, middle.y + x * matrix.b)
        if (kind === 'space') points.push([turned(-plain), turned(plain)])
        const part = (number: number, of: number) => (2 * (number + 0.5)) / of - 1
        const dots: [number, number][][] = []
        for (let row = 0; row < thumbnail.rows; row++)
          for (let column = 0; column < thumbnail.columns; column++) {
            const dot: [number, number][] = []
            for (let down = 0; down < thumbnail.points; down++)
              for (let across = 0; across < thumbnail.points; across++) {
                const x = part(column + (across + 0.5) / thumbnail.points - 0.5, thumbnail.columns) * thumbnail.across
                const y = part(row + (down + 0.5) / thumbnail.points - 0.5, thumbnail.rows) * thumbnail.down
                const { a, b, c, d, e, f } = matrix
                dot.push(pixel(a * x + c * y + e, b * x + d * y + f))
              }
            dots.push(dot)
          }
        found.push({ kind, fill, points, dots })
      }
      return JSON.stringify(found)
    },
    { grid: GRID, plain: PLAIN, enough: ENOUGH, thumbnail: THUMBNAIL },
  )
  await drawn(page)
  const places = JSON.parse(found) as Sheet['places']
  const points = places.flatMap((place) => [...place.points.flat(), ...place.dots.flat()])
  return { places, colours: await read(darkroom, await page.screenshot(), points) }
}

/** Return the colours of a screenshot at some points; passed as text, as many small objects are slow to transfer. */
async function read(darkroom: Page, picture: Buffer, points: [number, number][]): Promise<number[][]> {
  const colours = await darkroom.evaluate(
    async ([text, places]) => {
      const points = JSON.parse(places) as [number, number][]
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('nothing to paint on')
      context.drawImage(bitmap, 0, 0)
      const { data, width } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      const colours = points.map(([x, y]) => {
        const start = 4 * (Math.round(y) * width + Math.round(x))
        return [...data.slice(start, start + 3)]
      })
      return JSON.stringify(colours)
    },
    [picture.toString('base64'), JSON.stringify(points)] as const,
  )
  return JSON.parse(colours) as number[][]
}

/** The side of a square canvas with one pixel for each point of a sheet. */
const SIDE = 256

/** Return the pieces as seen with a vision; the simulation is per pixel, so position does not matter. */
export async function piecesSeen({ places, colours }: Sheet, darkroom: Page, vision: Vision): Promise<Piece[]> {
  if (colours.length > SIDE * SIDE) throw new Error(`there are ${colours.length} points`)
  await darkroom.setContent(
    `<body style="margin: 0"><canvas style="display: block" width="${SIDE}" height="${SIDE}"></canvas>`,
  )
  await darkroom.locator('canvas').evaluate((canvas: HTMLCanvasElement, text) => {
    const colours = JSON.parse(text) as number[][]
    const context = canvas.getContext('2d')
    if (!context) throw new Error('nothing to paint on')
    const pixels = context.createImageData(canvas.width, canvas.height)
    for (const [at, colour] of colours.entries()) pixels.data.set([...colour, 255], 4 * at)
    context.putImageData(pixels, 0, 0)
  }, JSON.stringify(colours))
  await resize(darkroom, { width: SIDE, height: SIDE })
  const cdp = await darkroom.context().newCDPSession(darkroom)
  await cdp.send('Emulation.setEmulatedVisionDeficiency', { type: vision })
  await drawn(darkroom)
  const taken = await darkroom.screenshot()
  await cdp.detach()
  const all = colours.map((_, at): [number, number] => [at % SIDE, Math.floor(at / SIDE)])
  const seen = await read(darkroom, taken, all)
  let next = 0
  const light = (): Triple => linear(seen[next++] as Triple)
  const blurred = (dot: Triple[]): Triple =>
    [0, 1, 2].map((part) => dot.reduce((sum, one) => sum + one[part]!, 0) / dot.length) as Triple
  return places.map(({ kind, fill, points, dots }) => ({
    kind,
    fill,
    lights: points.map((row) => row.map(light)),
    dots: dots.map((dot) => blurred(dot.map(light))),
  }))
}
