import { fireEvent, render } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import BoardMap from './BoardMap.svelte'
import { ENGLISH } from './describe'
import type { BoardFacts, Box } from './geometry'
import { madeUpRoute } from './made-up'
import { routeBeside } from './moving/keyboard'
import { drawGeneric } from './layout/generic'
import { namesAt } from './lettering/names'
import { routeUnder } from './moving/finger'
import { rimAt, spine } from './drawing/glow'
import { fanned, trackCells } from './drawing/track'
import { boxAround, closeUp, fitBox, partOfBoard, placeForTools, wholeBoard } from './moving/view'

const city = (id: string, lat: number, lon: number): BoardFacts['places'][0] => ({
  id,
  name: id,
  names: {},
  aliases: [],
  kind: 'city',
  lat,
  lon,
  region: null,
  country: null,
  tags: id === 'oslo' ? ['capital'] : [],
})
const facts: BoardFacts = {
  id: 'small',
  revision: 1,
  name: { en: 'Small' },
  regions: [],
  places: [city('bergen', 60.4, 5.3), city('oslo', 59.9, 10.7), city('trondheim', 63.4, 10.4)],
  routes: [
    madeUpRoute('bergen', 'oslo', { tunnel: true, length: 3 }),
    madeUpRoute('oslo', 'trondheim', { colour: 'grey', locomotives: 1, bonus_cards: 2 }),
    madeUpRoute('bergen', 'trondheim', { colour: 'blue' }),
  ],
}
const geometry = drawGeneric(facts, 800)
const names = { bergen: 'Bergen', oslo: 'Oslo', trondheim: 'Trondheim' }
const props = { geometry, facts, words: { ...ENGLISH, names, title: 'Small' } }

// happy-dom has no layout, so set the size of the map's window.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
})

describe('the map', () => {
  it('draws every space with its symbol: locomotives on ferries, stones on tunnels, bonus marks', () => {
    const { container } = render(BoardMap, props)
    expect(container.querySelectorAll('.slot')).toHaveLength(7)
    expect(container.querySelectorAll('.bore')).toHaveLength(3)
    expect(container.querySelectorAll('.engine')).toHaveLength(1)
    expect(container.querySelector('.bonus text')!.textContent).toBe('+2')
    expect([...container.querySelectorAll('.names text')].map((text) => text.textContent)).toEqual([
      'Bergen',
      'Oslo',
      'Trondheim',
    ])
    expect(container.querySelectorAll('.capital')).toHaveLength(1)
  })

  it('labels every route with its kind and owner', () => {
    const owners = { 'bergen:trondheim:blue': { colour: 'green' as const, name: 'Ala' } }
    const { container } = render(BoardMap, { ...props, owners, closed: new Set(['bergen:oslo:red']) })
    const said = [...container.querySelectorAll('[data-route]')].map((path) => path.getAttribute('aria-label'))
    expect(said).toEqual([
      'Bergen – Oslo, red, 3 spaces, tunnel, closed',
      'Bergen – Trondheim, blue, 2 spaces, claimed by Ala',
      'Oslo – Trondheim, any colour, 2 spaces, ferry, 1 locomotive, bonus +2, free',
    ])
  })

  it('marks a closed route with one sign, without its symbols', () => {
    const { container } = render(BoardMap, { ...props, closed: new Set(['bergen:oslo:red', 'oslo:trondheim:grey']) })
    expect(container.querySelectorAll('.closed .barred')).toHaveLength(2)
    expect(container.querySelectorAll('.closed .slot')).toHaveLength(5)
    expect(container.querySelectorAll('.engine')).toHaveLength(0)
  })

  it('puts wagons with the owner’s pattern on a claimed route', () => {
    const owners = { 'bergen:trondheim:blue': { colour: 'green' as const, name: 'Ala' } }
    const { container } = render(BoardMap, { ...props, owners })
    expect(container.querySelectorAll('.slot')).toHaveLength(5)
    expect(container.querySelectorAll('.body')).toHaveLength(2)
    expect(container.innerHTML).toContain('-dots)')
  })

  it('reports the route that is clicked, or chosen by Enter', async () => {
    const onroute = vi.fn()
    const { container } = render(BoardMap, { ...props, onroute })
    const path = container.querySelector('[data-route="bergen:oslo:red"]')!
    await fireEvent.click(path)
    await fireEvent.keyDown(path, { key: 'Enter' })
    expect(onroute.mock.calls.map(([id]) => id)).toEqual(['bergen:oslo:red', 'bergen:oslo:red'])
  })

  it('has one tab stop, and arrow keys move to the next route', async () => {
    const { container } = render(BoardMap, props)
    const tabbable = (): string[] =>
      [...container.querySelectorAll('[data-route][tabindex="0"]')].map((path) => path.getAttribute('data-route')!)
    expect(tabbable()).toHaveLength(1)
    const start = container.querySelector<SVGElement>(`[data-route="${tabbable()[0]}"]`)!
    start.focus()
    const next =
      routeBeside(geometry.routes, tabbable()[0]!, 'up') ?? routeBeside(geometry.routes, tabbable()[0]!, 'down')
    const key = routeBeside(geometry.routes, tabbable()[0]!, 'up') ? 'ArrowUp' : 'ArrowDown'
    await fireEvent.keyDown(start, { key })
    expect(tabbable()).toEqual([next])
  })

  it('shows what is offered, selected, proposed, pencilled', () => {
    const { container } = render(BoardMap, {
      ...props,
      offered: new Set(['bergen:oslo:red', 'oslo:trondheim:grey']),
      faint: new Set(['bergen:oslo:red', 'oslo:trondheim:grey']),
      selected: 'bergen:oslo:red',
      ghost: { route: 'bergen:oslo:red', colour: 'blue' as const },
      pencil: new Set(['bergen:trondheim:blue']),
      cities: new Set(['oslo']),
      marks: { bergen: 'ticket' as const },
      scores: [{ colour: 'red' as const, name: 'Ala', points: 107 }],
    })
    expect(container.querySelectorAll('.glow.offered.faint')).toHaveLength(1)
    expect(container.querySelectorAll('.glow.selected')).toHaveLength(1)
    expect(container.querySelectorAll('.ghost .body')).toHaveLength(3)
    expect(container.querySelectorAll('.pencil path')).toHaveLength(1)
    expect(container.querySelectorAll('.halo')).toHaveLength(1)
    expect(container.querySelectorAll('.mark.ticket')).toHaveLength(1)
    expect(container.querySelectorAll('.marker')).toHaveLength(1)
    expect(container.querySelectorAll('.passing')).toHaveLength(0)
  })

  it('reports trains being pointed at, until the pointer leaves', () => {
    const { container } = render(BoardMap, { ...props, ghost: { route: 'bergen:oslo:red', colour: 'blue' as const } })
    expect(container.querySelectorAll('.ghost.passing .body')).toHaveLength(3)
  })

  it('lets cities glow above the routes and below all that is written', () => {
    const { container } = render(BoardMap, { ...props, cities: new Set(['oslo']) })
    const order = [...container.querySelectorAll('.routes, .halo, .written, .spots, .names')]
    expect(order.map((part) => part.classList[0])).toEqual(['routes', 'halo', 'written', 'spots', 'names'])
  })

  it('labels a score marker with its laps, or that it is below zero', () => {
    const scores = [107, -13, 12].map((points, at) => ({
      colour: (['red', 'blue', 'green'] as const)[at]!,
      name: 'Ala',
      points,
    }))
    const { container } = render(BoardMap, { ...props, scores })
    expect([...container.querySelectorAll('.track g text')].map((text) => text.textContent)).toEqual(['1', '−'])
  })

  it('waits for its size before layout: Chromium would leave traces of labels', () => {
    const seen: string[] = []
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function (this: HTMLElement) {
      const sheet = this.querySelector<HTMLElement>('.sheet')
      if (sheet) seen.push(sheet.style.display)
      return 800
    })
    const { container } = render(BoardMap, props)
    expect(seen[0]).toBe('none')
    expect(container.querySelector<HTMLElement>('.sheet')!.style.display).toBe('')
  })

  it('zooms with the wheel at once, but redraws its labels only when it rests', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
    const { container } = render(BoardMap, props)
    const now = () => ({
      at: container.querySelector<HTMLElement>('.sheet')!.style.transform,
      figures: container.querySelectorAll('.track > text').length,
    })
    const before = now()
    expect(before.figures).toBe(10)
    await fireEvent.wheel(container.querySelector('.window')!, { deltaY: -900, clientX: 50, clientY: 50 })
    const moving = now()
    expect(moving.at).not.toBe(before.at)
    expect(moving.figures).toBe(10)
    await vi.waitFor(() => expect(now()).toEqual({ at: moving.at, figures: 20 }))
  })

  it('has fewer and larger numbers on the track of a small map, and larger markers', () => {
    const figures = (container: HTMLElement): string[] =>
      [...container.querySelectorAll('.track > text')].map((text) => text.textContent)
    const size = (container: HTMLElement, thing: string): number =>
      Number(container.querySelector(`${thing} text`)!.getAttribute('font-size'))
    const large = render(BoardMap, props).container
    expect(figures(large)).toHaveLength(20)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
    const small = render(BoardMap, props).container
    expect(figures(small).slice(1)).toEqual(['10', '20', '30', '40', '50', '60', '70', '80', '90'])
    expect(size(small, '.track')).toBeGreaterThan(size(large, '.track') * 1.3)
    expect(size(small, '.bonus')).toBeGreaterThan(size(large, '.bonus') * 1.3)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100)
    expect(render(BoardMap, props).container.querySelector('.bonus')).toBeNull()
  })
})

describe('looking at the map', () => {
  it('fits a box into the window, in its middle', () => {
    expect(fitBox([0, 0, 200, 100], { width: 400, height: 400 })).toEqual({ k: 2, x: 0, y: 100 })
    expect(fitBox([0, 0, 200, 100], { width: 400, height: 400 }, 0, 1).k).toBe(1)
  })

  it('puts the buttons where they cover nothing, not even the track, as near the lower right corner as possible', () => {
    const window = { width: 808, height: 608 }
    const board = { ...geometry, width: 800, height: 600, title: null, routes: [], spots: [], lettering: [] }
    const city = { id: 'a', place: 'a', kind: 'city' as const, label: null }
    const band = 28 + 4
    const clear = ({ x, y, lying }: ReturnType<typeof placeForTools>): boolean =>
      x >= band && y >= band && x + (lying ? 116 : 36) <= 808 - band && y + (lying ? 36 : 116) <= 608 - band
    const corner = placeForTools(board, window)
    expect(clear(corner)).toBe(true)
    expect(corner.x).toBeGreaterThan(600)
    expect(corner.y).toBeGreaterThan(400)
    const taken = placeForTools({ ...board, spots: [{ ...city, x: 745, y: 545 }] }, window)
    expect(clear(taken)).toBe(true)
    expect(taken).not.toEqual(corner)
  })

  it('puts them beside the board if there is room', () => {
    const board = { ...geometry, width: 800, height: 600, title: null, routes: [], spots: [], lettering: [] }
    const { y } = placeForTools(board, { width: 500, height: 600 })
    expect(y).toBeGreaterThan(450)
    // The lower edge of a phone's map moves with the panel below it.
    for (const height of [500, 600])
      expect(placeForTools(board, { width: 400, height })).toEqual({ x: 272, y: 4, lying: true })
  })

  it('moves the board aside if that makes room for the buttons', () => {
    const board = { ...geometry, width: 1380, height: 900, title: null, routes: [], spots: [], lettering: [] }
    const window = { width: 390, height: 296 }
    const { k, y } = wholeBoard(board, window)
    expect(y + 900 * k).toBeLessThanOrEqual(296)
    expect(placeForTools(board, window)).toEqual({ x: 262, y: 4, lying: true })
    expect(y).toBeGreaterThanOrEqual(40)
    // Beside a higher board there is room for a row of buttons too, or else for a column.
    const high = { ...board, width: 1280, height: 1180 }
    const left = wholeBoard(high, { width: 390, height: 251 })
    expect(left.x + 1280 * left.k).toBeLessThanOrEqual(262)
    expect(placeForTools(high, { width: 390, height: 251 })).toEqual({ x: 262, y: 4, lying: true })
    expect(placeForTools(high, { width: 390, height: 316 })).toEqual({ x: 350, y: 4, lying: false })
  })

  it('shrinks the board slightly if that makes room for the buttons', () => {
    const empty = { ...geometry, title: null, routes: [], spots: [], lettering: [] }
    const low = { ...empty, width: 1380, height: 900 }
    const beside = wholeBoard(low, { width: 390, height: 236 })
    expect(placeForTools(low, { width: 390, height: 236 }).x).toBeGreaterThanOrEqual(beside.x + 1380 * beside.k)
    const high = { ...empty, width: 1280, height: 1215 }
    const above = wholeBoard(high, { width: 390, height: 405 })
    const row = placeForTools(high, { width: 390, height: 405 })
    expect([row.lying, row.y + 36 <= above.y]).toEqual([true, true])
    expect(above.k).toBeGreaterThan(0.96 * fitBox([0, 0, 1280, 1215], { width: 390, height: 405 }, 4).k)
    // A larger window does not shrink the board.
    const [board, window] = [
      { width: 1280, height: 1180 },
      { width: 680, height: 656 },
    ]
    expect(wholeBoard(board, window).k).toBe(fitBox([0, 0, 1280, 1180], window, 4).k)
  })

  it('comes so close to a route that its cities are in sight with their names, written large', () => {
    const spot = (id: string, x: number, anchor: 'start' | 'end') => ({
      id,
      place: id,
      kind: 'city' as const,
      x,
      y: 450,
      label: { x: anchor === 'start' ? x + 16 : x - 16, y: 450, anchor, width: 120, size: 24 },
    })
    const spots = [spot('pisa', 500, 'end'), spot('roma', 900, 'start')]
    const route = { ...geometry.routes[0]!, id: 'pisa:roma', spots: ['pisa', 'roma'] as [string, string] }
    const long = { ...route, box: [510, 440, 890, 460] as Box, spaces: [{ x: 700, y: 450, angle: 0 }] }
    const board = { ...geometry, width: 1380, height: 900, title: null, routes: [long], spots, lettering: [] }
    const window = { width: 390, height: 400 }
    const shown = { first: new Set(['pisa', 'roma']), names: {} }
    const view = closeUp(board, window, ['pisa:roma', 'pisa', 'roma'], shown, null)
    const labels = namesAt(board, view.k, shown.first)
    expect([...labels.keys()].sort()).toEqual(['pisa', 'roma'])
    for (const { x, anchor, width } of labels.values()) {
      const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
      expect(left * view.k + view.x).toBeGreaterThanOrEqual(0)
      expect((left + width) * view.k + view.x).toBeLessThanOrEqual(390)
    }
  })

  it('zooms to a part of the board with its labels, clear of the buttons, and not beyond the edge', () => {
    const board = { ...geometry, width: 1380, height: 900 }
    const window = { width: 390, height: 400 }
    const tools = { x: 346, y: 280, lying: false }
    const box: [number, number, number, number] = [900, 30, 1300, 400]
    const { k, x, y } = partOfBoard(board, window, box, tools)
    expect(k).toBeGreaterThan(wholeBoard(board, window).k * 1.5)
    expect(y).toBeLessThanOrEqual(4)
    for (const [at, from, to] of [
      [box[0] * k + x, 0, 390],
      [box[2] * k + x, 0, 390],
      [box[1] * k + y, 0, 400],
      [box[3] * k + y, 0, 400],
    ] as const) {
      expect(at).toBeGreaterThanOrEqual(from)
      expect(at).toBeLessThanOrEqual(to)
    }
    const clear = box[2] * k + x <= tools.x || box[3] * k + y <= tools.y
    expect(clear).toBe(true)
  })

  it('shows the whole board if zooming would gain little', () => {
    const board = { ...geometry, width: 1380, height: 900 }
    const window = { width: 390, height: 400 }
    expect(partOfBoard(board, window, [40, 40, 1340, 500], null)).toEqual(wholeBoard(board, window))
  })

  it('includes a city’s name in the box around it', () => {
    const spot = { ...geometry.spots[0]!, x: 300, y: 300 }
    const label = { x: 314, y: 300, anchor: 'start' as const, width: 140, size: 24 }
    const board = { ...geometry, width: 1000, height: 1000, spots: [{ ...spot, label }] }
    expect(boxAround(board, [spot.place])![2]).toBe(454)
  })

  it('finds the box around cities and routes, inside the board', () => {
    const box = boxAround(geometry, ['oslo', 'bergen:oslo:red'])!
    const oslo = geometry.spots.find((spot) => spot.id === 'oslo')!
    expect(box[0]).toBeLessThan(oslo.x)
    expect(box[2]).toBeLessThanOrEqual(geometry.width)
    expect(boxAround(geometry, ['nowhere'])).toBeNull()
  })

  it('has a hundred cells on the track, no two on top of each other', () => {
    const cells = trackCells(1380, 900)
    expect(cells).toHaveLength(100)
    cells.forEach((cell, number) => {
      const next = cells[(number + 1) % 100]!
      expect(Math.hypot(cell.x - next.x, cell.y - next.y)).toBeGreaterThan(20)
    })
  })

  it('puts markers of one cell side by side inside the track, also in corners', () => {
    const cells = trackCells(1380, 900)
    for (const cell of [0, 7, 30, 41, 50, 80])
      for (const count of [2, 3, 4, 5]) {
        const places = fanned(cells, Array<number>(count).fill(cell))
        places.forEach(({ x, y, radius }, at) => {
          const said = `${count} on ${cell}: ${x}, ${y}`
          expect(radius, said).toBeGreaterThan(5)
          // The track is 28 deep: measure from its middle to the nearest edge of the board.
          const deep = Math.min(x, y, 1380 - x, 900 - y)
          expect(deep - radius, said).toBeGreaterThan(1)
          expect(deep + radius, said).toBeLessThan(28.5)
          for (const other of places.slice(at + 1))
            expect(Math.hypot(other.x - x, other.y - y), said).toBeGreaterThanOrEqual(2 * radius)
        })
      }
    const [alone, far] = fanned(cells, [107, -3])
    expect(alone).toMatchObject(cells[7]!)
    expect(far).toMatchObject(cells[97]!)
  })

  it('lets a route glow along its spaces, not into its cities', () => {
    for (const shape of geometry.routes) {
      const points = spine(shape, 2)
        .slice(1)
        .split('L')
        .map((pair) => pair.split(' ').map(Number) as [number, number])
      expect(points).toHaveLength(shape.spaces.length + 2)
      for (const spot of geometry.spots)
        for (const [x, y] of points) expect(Math.hypot(spot.x - x, spot.y - y)).toBeGreaterThan(8)
    }
  })

  it('draws the rim of a glow wide enough for a small board', () => {
    expect(rimAt(1)).toBe(2)
    for (const scale of [0.27, 0.4, 0.7]) expect(rimAt(scale) * scale).toBeCloseTo(1.6)
    expect(rimAt(0.05)).toBe(6)
  })

  it('maps a tap beside a route to the nearest one, and a tap on a city or far away to none', () => {
    for (const shape of geometry.routes)
      for (const { x, y } of shape.spaces) expect(routeUnder(geometry, { x, y }, 0.3)).toBe(shape.id)
    const [shape] = geometry.routes
    const { x, y, angle } = shape!.spaces[0]!
    const turn = (angle * Math.PI) / 180
    const beside = (away: number) => ({ x: x - Math.sin(turn) * away, y: y + Math.cos(turn) * away })
    const found = [8, 20].map((away) => routeUnder(geometry, beside(away), 1))
    expect(found).toEqual([shape!.id, shape!.id])
    expect(routeUnder({ ...geometry, routes: [shape!] }, beside(23), 1)).toBeNull()
    for (const spot of geometry.spots) expect(routeUnder(geometry, spot, 0.3)).toBeNull()
  })
})
