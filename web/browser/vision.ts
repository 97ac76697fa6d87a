/** The boards as people with a colour-vision deficiency see them: simulated by the browser, measured in its pixels. */
import type { Browser, Page } from 'playwright-core'
import { drawn, mapRests, openPage, resize } from './chromium'
import { linear, type Triple } from './oklab'
import { Player, type Board } from './player'

export const VISIONS = ['none', 'protanopia', 'deuteranopia', 'tritanopia'] as const
export type Vision = (typeof VISIONS)[number]

/** The most players of a board. */
const PLAYERS: Record<Board, number> = { usa: 5, 'nordic-countries': 3, italy: 5, 'northern-lights': 5 }

/** A game of as many as can play, about half-way: free routes of all colours, and everybody's trains. */
export async function halfPlayed(browser: Browser, address: string, board: Board): Promise<Page> {
  const { page } = await openPage(browser, address, { deviceScaleFactor: 2 })
  const bots = Array.from({ length: PLAYERS[board] - 1 }, () => ({ kind: 'bot', level: 'guard' }))
  const answer = await page.request.post(`${address}/api/games`, {
    data: { board, seats: [{ kind: 'me', name: 'Ann' }, ...bots] },
  })
  const made = (await answer.json()) as { game: string; seats: unknown[] }
  const own = JSON.stringify([{ ...made, board, opened: 1 }])
  await page.context().addInitScript((text) => localStorage.setItem('semafor.seats', text), own)
  await page.goto(`${address}/#/game/${made.game}`)
  const player = new Player(page, address)
  await player.keep(3)
  await player.finish()
  await page.goto(`${address}/#/replay/${made.game}?at=${PLAYERS[board] * 28}&eyes=open`)
  await player.test('slider').waitFor()
  await page.locator('[data-route]').first().waitFor({ state: 'attached' })
  await mapRests(page)
  return page
}

/** A piece of the board: a free space of a colour, or a wagon of a player; and the light at points of it. */
export interface Piece {
  kind: 'space' | 'wagon'
  /** Of the paint: it names the colour. */
  fill: string
  /** Rows and columns of points across the piece. */
  lights: Triple[][]
}

/** Points of a piece, in its own units: of a space all that its symbol covers, of a wagon most of it. */
const GRID = { space: { across: 6.4, down: 6.4, count: 15 }, wagon: { across: 13, down: 5, count: 15 } }
/** Beside the symbol, where a space has nothing but its colour. */
const PLAIN = 11
/** Pieces of a colour that are looked at. */
const ENOUGH = 9

/** A picture of a page, as PNG in base64, and where its pieces are. */
export interface Sheet {
  picture: string
  places: { kind: 'space' | 'wagon'; fill: string; points: [number, number][][] }[]
}

/** Photographs a page once, and notes where the pieces are on the picture. */
export async function photographed(page: Page): Promise<Sheet> {
  const places = await page.evaluate(
    ({ grid, plain, enough }) => {
      const found: Sheet['places'] = []
      for (const rect of document.querySelectorAll<SVGRectElement>('.board-map .slot, .board-map .body')) {
        if (rect.closest('.closed, .ghost')) continue
        const fill = rect.getAttribute('fill') ?? ''
        const kind = rect.classList.contains('slot') ? 'space' : 'wagon'
        const marks = rect.closest('g[transform^=translate]')?.querySelector('.badge, .waves')
        if (kind === 'space' && marks) continue
        const matrix = rect.getScreenCTM()
        if (!matrix || found.filter((one) => one.kind === kind && one.fill === fill).length === enough) continue
        // A symbol stands upright however its space is turned; what is beside it turns with the space.
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
        found.push({ kind, fill, points })
      }
      return found
    },
    { grid: GRID, plain: PLAIN, enough: ENOUGH },
  )
  await drawn(page)
  return { places, picture: (await page.screenshot()).toString('base64') }
}

/** Reads the pieces off a picture, as somebody sees it: the browser changes the pixels of any page in the same way. */
export async function piecesSeen({ picture, places }: Sheet, darkroom: Page, vision: Vision): Promise<Piece[]> {
  const seen = await developed(darkroom, picture, vision)
  const read = await darkroom.evaluate(
    async ([picture, points]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('nothing to paint on')
      context.drawImage(bitmap, 0, 0)
      const { data, width } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      return points.map(([x, y]) => {
        const start = 4 * (Math.round(y) * width + Math.round(x))
        return [data[start], data[start + 1], data[start + 2]]
      })
    },
    [seen, places.flatMap(({ points }) => points.flat())] as [string, [number, number][]],
  )
  let next = 0
  return places.map(({ kind, fill, points }) => ({
    kind,
    fill,
    lights: points.map((row) => row.map(() => linear(read[next++] as Triple))),
  }))
}

/** Shows a picture in its own size on an empty page, and photographs it as somebody sees it. */
async function developed(darkroom: Page, picture: string, vision: Vision): Promise<string> {
  await darkroom.setContent('<body style="margin: 0"><img style="display: block" alt="">')
  const size = await darkroom.locator('img').evaluate(async (image: HTMLImageElement, text) => {
    image.src = `data:image/png;base64,${text}`
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  }, picture)
  await resize(darkroom, size)
  const cdp = await darkroom.context().newCDPSession(darkroom)
  await cdp.send('Emulation.setEmulatedVisionDeficiency', { type: vision })
  await drawn(darkroom)
  const taken = await darkroom.screenshot()
  await cdp.detach()
  return taken.toString('base64')
}
