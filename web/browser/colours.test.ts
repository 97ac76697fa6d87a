/** The map as people with a colour-vision deficiency see it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { CARD_PAINT, COLOURS, PLAYER_PAINT } from '../src/lib/board/colours/palette'
import { openHouse, PROOF } from './fixture'
import { apart, contrast, oklab, type Triple } from './oklab'
import type { Board } from './player'
import {
  halfPlayed,
  photographed,
  piecesSeen,
  VISIONS,
  type Piece,
  type Sheet,
  type Theme,
  type Vision,
} from './vision'

/** All boards share their colours: these two cover every kind of route, with three and with five players. */
const CASES: { board: Board; theme: Theme }[] = PROOF
  ? (['usa', 'nordic-countries', 'italy', 'northern-lights'] as const).flatMap((board) =>
      (['light', 'dark'] as const).map((theme) => ({ board, theme })),
    )
  : [
      { board: 'nordic-countries', theme: 'light' },
      { board: 'northern-lights', theme: 'dark' },
    ]
const house = openHouse()
const { server } = house

/**
 * The least differences: between card colours, between player colours, between players' patterned wagons at thumbnail
 * size, between a symbol and its space, and between trains and free spaces.
 */
const LEAST = { cards: 12, players: 12, afar: 5, ink: 3, built: 4 }
/** The largest allowed overlap of two symbols, where 1 is identical. It is noisy where few spaces are free. */
const MOST_ALIKE = 0.85

describe.each(CASES)('colours of $board, $theme', ({ board, theme }) => {
  let darkroom: Page
  let sheet: Promise<Sheet> | undefined
  const seen = new Map<Vision, Promise<Piece[]>>()
  const photograph = async (): Promise<Sheet> => {
    const page = await halfPlayed(house.browser, server.address, board, theme)
    const taken = await photographed(page, darkroom)
    await page.context().close()
    return taken
  }
  /** Return the pieces as seen with a vision; the board is photographed only once. */
  const look = (vision: Vision): Promise<Piece[]> => {
    sheet ??= photograph()
    const pieces = seen.get(vision) ?? sheet.then((taken) => piecesSeen(taken, darkroom, vision))
    seen.set(vision, pieces)
    return pieces
  }
  // A retry photographs another game.
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

/** Return the median of each channel. */
function middling(lights: Triple[]): Triple {
  return [0, 1, 2].map(
    (part) => lights.map((light) => light[part]!).sort((a, b) => a - b)[lights.length >> 1],
  ) as Triple
}

/** Return the most common colour: under a pattern, the paint, even if stripes leave it less than half of the points. */
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

/** Return the symbol of some spaces: the colour of its ink, and the points that are inked in most of the spaces. */
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

/** Return the overlap of two shapes: intersection over union. */
function alike(one: boolean[], two: boolean[]): number {
  const both = one.filter((ink, point) => ink && two[point]).length
  const any = one.filter((ink, point) => ink || two[point]).length
  return any ? both / any : 1
}

/** Return the standard deviation of a wagon's lightness. */
function roughness({ lights }: Piece): number {
  const light = lights.flat().map((one) => 100 * oklab(one)[0])
  const middle = mean1(light)
  return Math.sqrt(mean1(light.map((one) => (one - middle) ** 2)))
}
