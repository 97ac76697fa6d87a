/** The map: how it moves, what covers it, and how it looks to people who see colours differently. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { CARD_PAINT, COLOURS, PLAYER_PAINT } from '../src/lib/board/colours/palette'
import { DESKTOP, drawn, LAPTOP, mapRests, openPage, PHONE, picturePainted, resize } from './chromium'
import { ON_A_PHONE, openHouse } from './fixture'
import { apart, contrast, oklab, type Triple } from './oklab'
import { Player, type Board } from './player'
import { halfPlayed, photographed, piecesSeen, VISIONS, type Piece, type Sheet, type Vision } from './vision'

const BOARDS: Board[] = ['usa', 'nordic-countries', 'italy', 'northern-lights']
const house = openHouse()
const { server } = house

const shown = (page: Page) =>
  page.locator('.board-map').evaluate((map) => {
    const canvas = map.querySelector('canvas')!
    const matrix = map.querySelector<SVGSVGElement>('.sheet > svg')!.getScreenCTM()!
    return {
      picture: getComputedStyle(canvas).visibility === 'visible',
      map: getComputedStyle(map.querySelector('.sheet')!).opacity === '1',
      scale: matrix.a,
    }
  })

/** Lets no time pass on the page any more, as soon as the map rests: a wheel that stands still is not at its end. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
  const rests = async () => {
    await page.clock.runFor(500)
    return page.locator('.board-map canvas[data-fresh]').count()
  }
  await expect.poll(rests).toBe(1)
}

/** Pixels by which two pictures of a page differ, clearly. */
async function different(darkroom: Page, pictures: Buffer[]): Promise<number> {
  return darkroom.evaluate(
    async (texts) => {
      const [one, two] = await Promise.all(
        texts.map(async (text) => {
          const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob())
          const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
          context.drawImage(picture, 0, 0)
          return context.getImageData(0, 0, picture.width, picture.height).data
        }),
      )
      let count = 0
      for (let at = 0; at < one!.length; at += 4)
        if ([0, 1, 2].some((part) => Math.abs(one![at + part]! - two![at + part]!) > 60)) count += 1
      return count
    },
    pictures.map((picture) => picture.toString('base64')),
  )
}

describe('drawing the map', () => {
  it('leaves no traces of names in another size when one comes straight to a table', async () => {
    const ann = await house.visit({ viewport: LAPTOP, picture: true })
    await ann.player.sit('usa')
    await ann.page.reload()
    await ann.player.test('ticket').first().check()
    await ann.page.mouse.move(1, 1)
    await picturePainted(ann.page)
    const clip = (await ann.page.locator('.board-map').boundingBox())!
    const before = await ann.page.screenshot({ clip })
    // Removed and reinserted, it is repainted.
    const sheet = ann.page.locator('.board-map .sheet')
    await sheet.evaluate((element) => (element.style.display = 'none'))
    const empty = await ann.page.screenshot({ clip })
    await sheet.evaluate((element) => (element.style.display = ''))
    await drawn(ann.page)
    const darkroom = await house.browser.newPage()
    const gone = await different(darkroom, [before, empty])
    expect(gone).toBeGreaterThan(10_000)
    const changed = async () => different(darkroom, [before, await ann.page.screenshot({ clip })])
    await expect.poll(changed).toBeLessThan(20)
    await darkroom.context().close()
    await ann.leave()
  })
})

describe('moving the map', () => {
  it('moves a picture while it is moved by hand; then the map itself is there, and takes a click at once', async () => {
    const { page, problems } = await openPage(house.browser, server.address, { picture: true })
    const player = new Player(page, server.address)
    await page.clock.install()
    await player.start('usa')
    await player.keep(2)
    await player.ready()
    // Off the tickets, whose routes light up under a pointer: when it leaves them, the picture has to be made again.
    const { x, y } = await player.pointOf('helena:omaha:red')
    await page.mouse.move(x, y)
    await stopClock(page)
    const before = await shown(page)
    expect(before).toMatchObject({ picture: false, map: true })
    for (let step = 0; step < 4; step++) await page.mouse.wheel(0, -60)
    await expect.poll(() => shown(page)).toMatchObject({ picture: true, map: false })
    // The wheel turned around this point, so the route is still there.
    await page.mouse.click(x, y)
    await player.test('claim-tray').or(player.test('refusal')).first().waitFor()
    await stopClock(page)
    const after = await shown(page)
    expect(after).toMatchObject({ picture: false, map: true })
    expect(after.scale).toBeGreaterThan(before.scale * 1.2)
    await page.mouse.down()
    for (let step = 1; step <= 10; step++) await page.mouse.move(x + step * 8, y + step * 5)
    await expect.poll(() => shown(page)).toMatchObject({ picture: true, map: false })
    await page.mouse.up()
    await expect.poll(() => shown(page)).toMatchObject({ picture: false, map: true, scale: after.scale })
    const moved = await player.pointNow('helena:omaha:red')
    expect(Math.hypot(moved.x - x, moved.y - y)).toBeGreaterThan(40)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('moves its picture also when a finger begins on a route that can be claimed', async () => {
    const { page } = await openPage(house.browser, server.address, { ...ON_A_PHONE, picture: true })
    const player = new Player(page, server.address)
    await page.clock.install()
    await player.sit('northern-lights')
    await player.keep(2)
    await page.locator('[data-test="deck"].can').waitFor({ state: 'attached' })
    await stopClock(page)
    const [offered] = await player.offered()
    const { x, y } = await player.pointNow(offered!)
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', aside: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + aside, y: y + aside }] })
    await touch('touchStart', 0)
    await page.locator('.board-map .ghost').waitFor({ state: 'attached' })
    for (let step = 1; step <= 6; step++) await touch('touchMove', step * 8)
    await expect.poll(() => shown(page)).toMatchObject({ picture: true, map: false })
    await page.context().close()
  })

  it.each(BOARDS)('has its buttons where they cover no city, no route and no field of the track: %s', async (board) => {
    const { page, player, leave } = await house.visit()
    await player.sit(board)
    for (const viewport of [DESKTOP, LAPTOP, PHONE]) {
      await resize(page, viewport)
      await mapRests(page)
      const covered = await page.locator('.board-map .tools button').evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const { left, top, width, height } = button.getBoundingClientRect()
          return [0.05, 0.35, 0.65, 0.95].flatMap((right) =>
            [0.05, 0.35, 0.65, 0.95].flatMap((down) =>
              document
                .elementsFromPoint(left + width * right, top + height * down)
                .flatMap(
                  (thing) =>
                    thing.getAttribute('data-route') ??
                    thing.closest('[data-city]')?.textContent ??
                    (thing.matches('.track .frame') ? 'the track' : []),
                ),
            ),
          )
        }),
      )
      expect([...new Set(covered)], `${viewport.width} x ${viewport.height}`).toEqual([])
    }
    await leave()
  })
})

/** Any two colours of cards, of players; of these with their patterns, all in one; symbol against space; trains against free spaces. */
const LEAST = { cards: 12, players: 12, afar: 5, ink: 3, built: 4 }
/** How much two symbols may have in common: one has all in common with itself. Where few spaces are free, the points are rough. */
const MOST_ALIKE = 0.85

describe.each(BOARDS)('colours of %s', (board) => {
  let darkroom: Page
  let sheet: Promise<Sheet> | undefined
  const seen = new Map<Vision, Promise<Piece[]>>()
  const photograph = async (): Promise<Sheet> => {
    const page = await halfPlayed(house.browser, server.address, board)
    const taken = await photographed(page, darkroom)
    await page.context().close()
    return taken
  }
  /** The board is photographed once, and looked at with each vision. */
  const look = (vision: Vision): Promise<Piece[]> => {
    sheet ??= photograph()
    const pieces = seen.get(vision) ?? sheet.then((taken) => piecesSeen(taken, darkroom, vision))
    seen.set(vision, pieces)
    return pieces
  }
  // A test that is tried again takes a picture of another game.
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return
    sheet = undefined
    seen.clear()
  })
  beforeAll(async () => {
    darkroom = await house.browser.newPage()
  })
  afterAll(() => darkroom?.context().close())

  it.each(VISIONS)('stay apart, and so do their symbols: %s', async (vision) => {
    const pieces = await look(vision)
    const spaces = COLOURS.map((colour) => ({
      colour,
      own: pieces.filter(({ kind, fill }) => kind === 'space' && fill === CARD_PAINT[colour].fill),
    })).filter(({ own }) => own.length > 0)
    expect(spaces.length, 'colours of free routes').toBeGreaterThanOrEqual(7)
    const plains = spaces.map(({ colour, own }) => [colour, middling(own.flatMap(plainOf))] as const)
    expect(nearest(plains), 'cards').toBeGreaterThan(LEAST.cards)

    const symbols = spaces.map(({ colour, own }) => {
      const [plain, drawn] = [middling(own.flatMap(plainOf)), inked(own, middling(own.flatMap(plainOf)))]
      expect(contrast(plain, drawn.ink), `the symbol of ${colour}`).toBeGreaterThan(LEAST.ink)
      return [colour, drawn.shape] as const
    })
    for (const [one, a] of symbols)
      for (const [two, b] of symbols)
        if (one < two) expect(alike(a, b), `the symbols of ${one} and ${two}`).toBeLessThan(MOST_ALIKE)
  })

  it.each(VISIONS)('tell the trains apart: %s', async (vision) => {
    const pieces = await look(vision)
    const wagons = Object.entries(PLAYER_PAINT)
      .map(([colour, { fill, pattern }]) => ({
        colour,
        pattern,
        own: pieces.filter((piece) => piece.kind === 'wagon' && piece.fill === fill),
      }))
      .filter(({ own }) => own.length > 0)
    expect(wagons.length, 'players with trains').toBe(board === 'nordic-countries' ? 3 : 5)
    const painted = wagons.map(({ colour, own }) => [colour, own.flatMap(({ lights }) => lights.flat())] as const)
    expect(nearest(painted.map(([colour, all]) => [colour, commonest(all)])), 'paint').toBeGreaterThan(LEAST.players)
    expect(nearest(painted.map(([colour, all]) => [colour, mean(all)])), 'from afar').toBeGreaterThan(LEAST.afar)
    for (const { colour, pattern, own } of wagons) {
      const rough = mean1(own.map(roughness))
      if (pattern === 'plain') expect(rough, colour).toBeLessThan(6)
      else expect(rough, colour).toBeGreaterThan(8)
    }
  })

  it.each(VISIONS)('show in a blurred thumbnail what is built and what is free: %s', async (vision) => {
    const pieces = await look(vision)
    const thumbnails = (kind: 'space' | 'wagon', paints: Record<string, { fill: string }>) =>
      Object.entries(paints)
        .map(([colour, { fill }]) => ({ colour, own: pieces.filter((one) => one.kind === kind && one.fill === fill) }))
        .filter(({ own }) => own.length > 1)
        .map(({ colour, own }) => ({
          colour,
          dots: own[0]!.dots.map((_, at) => mean(own.map(({ dots }) => dots[at]!))),
        }))
    const wagons = thumbnails('wagon', PLAYER_PAINT)
    const spaces = thumbnails('space', CARD_PAINT)
    const pairs = wagons.flatMap((wagon) =>
      spaces.map((space) => {
        const off = wagon.dots.map((dot, at) => apart(oklab(dot), oklab(space.dots[at]!)))
        return {
          pair: `${wagon.colour} trains, ${space.colour} spaces`,
          off: Math.sqrt(mean1(off.map((one) => one ** 2))),
        }
      }),
    )
    const nearestPair = pairs.reduce((least, one) => (one.off < least.off ? one : least))
    expect(nearestPair.off, nearestPair.pair).toBeGreaterThan(LEAST.built)
  })
})

const plainOf = ({ lights }: Piece): Triple[] => lights.at(-1) ?? []

/** The middle one in each part: what most of the points have. */
function middling(lights: Triple[]): Triple {
  return [0, 1, 2].map(
    (part) => lights.map((light) => light[part]!).sort((a, b) => a - b)[lights.length >> 1],
  ) as Triple
}

/** What most points have: under a pattern the paint, though the edges of stripes may leave it less than half of them. */
function commonest(lights: Triple[]): Triple {
  const alike = new Map<string, Triple[]>()
  for (const light of lights) {
    const key = light.map((part) => Math.round(part * 24)).join()
    const same = alike.get(key)
    if (same) same.push(light)
    else alike.set(key, [light])
  }
  return mean([...alike.values()].reduce((most, some) => (some.length > most.length ? some : most)))
}

function mean(lights: Triple[]): Triple {
  return [0, 1, 2].map((part) => mean1(lights.map((light) => light[part]!))) as Triple
}

function mean1(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function nearest(colours: (readonly [string, Triple])[]): number {
  const points = colours.map(([, light]) => oklab(light))
  return Math.min(...points.flatMap((one, number) => points.slice(number + 1).map((two) => apart(one, two))))
}

/** The symbol of some spaces: which points have its ink, in most of them, and how bright that is. */
function inked(pieces: Piece[], plain: Triple): { ink: Triple; shape: boolean[] } {
  const ground = oklab(plain)
  const grids = pieces.map(({ lights }) => lights.slice(0, -1).flat())
  const all = grids.flat()
  const far = Math.max(...all.map((light) => apart(oklab(light), ground)))
  const ink = middling(all.filter((light) => apart(oklab(light), ground) > far * 0.8))
  const paint = oklab(ink)
  const isInk = (light: Triple): boolean => apart(oklab(light), paint) < apart(oklab(light), ground)
  const shape = grids[0]!.map((_, point) => mean1(grids.map((grid) => (isInk(grid[point]!) ? 1 : 0))) > 0.5)
  return { ink, shape }
}

/** How much two shapes have in common, of what they have together. */
function alike(one: boolean[], two: boolean[]): number {
  const both = one.filter((ink, point) => ink && two[point]).length
  const any = one.filter((ink, point) => ink || two[point]).length
  return any ? both / any : 1
}

/** How uneven a wagon is, in lightness. */
function roughness({ lights }: Piece): number {
  const light = lights.flat().map((one) => 100 * oklab(one)[0])
  const middle = mean1(light)
  return Math.sqrt(mean1(light.map((one) => (one - middle) ** 2)))
}
