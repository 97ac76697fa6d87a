/** The map: how it moves, and what covers it. */
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { DESKTOP, drawn, LAPTOP, mapRests, openPage, PHONE, picturePainted, resize } from './chromium'
import { ON_A_PHONE, openHouse } from './fixture'
import { Player, type Board } from './player'

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

/** Pause the page's clock as soon as the map has a picture, so that a wheel gesture does not end by itself. */
async function stopClock(page: Page, picture: 'fresh' | 'painted' = 'fresh'): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
  const rests = async () => {
    await page.clock.runFor(500)
    return page.locator(`.board-map canvas[data-${picture}]`).count()
  }
  await expect.poll(rests).toBe(1)
}

/** Return by how many pixels two screenshots clearly differ. */
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
  it('leaves no traces of labels at another size when the page opens at a table', async () => {
    const ann = await house.visit({ viewport: LAPTOP, picture: true })
    await ann.player.sit('usa')
    await ann.page.reload()
    await ann.player.test('ticket').first().check()
    const clip = (await ann.page.locator('.board-map').boundingBox())!
    // With a mouse, the bitmap is painted only once the pointer moves over the map.
    await ann.page.mouse.move(clip.x + 20, clip.y + 20)
    await picturePainted(ann.page)
    const before = await ann.page.screenshot({ clip })
    // Hide and show it again to force a repaint.
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

  it.each(['light', 'dark'])('shows the focus around a route, which keeps its colour: %s', async (theme) => {
    const { page, player, leave } = await house.visit({
      viewport: LAPTOP,
      painted: true,
      settings: { theme, tips: false },
    })
    await player.sit('usa')
    await player.keep(2)
    const { x, y } = await player.pointOf('helena:omaha:red')
    const darkroom = await house.browser.newPage()
    const [inside, around] = [
      { x: x - 3, y: y - 3, width: 6, height: 6 },
      { x: x - 30, y: y - 30, width: 60, height: 60 },
    ]
    const shots = async () =>
      [await page.screenshot({ clip: inside }), await page.screenshot({ clip: around })] as const
    const before = await shots()
    await page.keyboard.press('Tab')
    await page.locator('[data-route="helena:omaha:red"]').focus()
    await page.locator('.map .ring').first().waitFor({ state: 'attached' })
    await drawn(page)
    const changed = async (part: 0 | 1) => different(darkroom, [before[part], (await shots())[part]])
    await expect.poll(() => changed(1)).toBeGreaterThan(100)
    await expect.poll(() => changed(0)).toBe(0)
    await darkroom.context().close()
    await leave()
  })
})

describe('moving the map', () => {
  it('moves a picture while it is moved by hand; then the map itself is there, and takes a click at once', async () => {
    const { page, problems } = await openPage(house.browser, new URL(server.address).origin, { picture: true })
    const player = new Player(page, server.address)
    await page.clock.install()
    await player.start('usa')
    await player.keep(2)
    await player.ready()
    // Move off the tickets, which highlight their routes on hover: leaving them later would repaint the bitmap.
    const { x, y } = await player.pointOf('helena:omaha:red')
    await page.mouse.move(x, y)
    await stopClock(page)
    const before = await shown(page)
    expect(before).toMatchObject({ picture: false, map: true })
    for (let step = 0; step < 4; step++) await page.mouse.wheel(0, -60)
    await expect.poll(() => shown(page)).toMatchObject({ picture: true, map: false })
    // The wheel zooms around this point, so the route is still there.
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

  it('moves its picture also when a finger begins on a route that can be claimed; then a new one is made', async () => {
    const { page } = await openPage(house.browser, new URL(server.address).origin, { ...ON_A_PHONE, picture: true })
    const player = new Player(page, server.address)
    await page.clock.install()
    await player.sit('northern-lights')
    await stopClock(page, 'painted')
    await page.clock.resume()
    await player.keep(2)
    await page.locator('[data-test="deck"].can').waitFor({ state: 'attached' })
    await stopClock(page, 'painted')
    const [offered] = await player.offered()
    const { x, y } = await player.pointNow(offered!)
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', aside: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + aside, y: y + aside }] })
    await touch('touchStart', 0)
    await page.locator('.board-map .ghost').waitFor({ state: 'attached' })
    for (let step = 1; step <= 6; step++) await touch('touchMove', step * 8)
    await expect.poll(() => shown(page)).toMatchObject({ picture: true, map: false })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await stopClock(page)
    await expect.poll(() => shown(page)).toMatchObject({ picture: false, map: true })
    await page.context().close()
  })

  it('makes another picture for fingers when the last one shows wagons that are gone', async () => {
    const { page, player, leave } = await house.visit({ ...ON_A_PHONE, picture: true })
    const game = await player.sit('usa')
    await player.keep(2)
    await page.locator('[data-test="deck"].can').waitFor({ state: 'attached' })
    await player.finishUnseen()
    await page.goto(`${server.address}/#/replay/${game}?at=60&eyes=open`)
    const wagons = () => page.locator('.board-map .routes .train').count()
    await expect.poll(wagons).toBeGreaterThan(0)
    await page.locator('.board-map canvas[data-fresh]').waitFor({ state: 'attached' })
    await player.test('slider').fill('0')
    await expect.poll(wagons).toBe(0)
    await page.locator('.board-map canvas[data-fresh]').waitFor({ state: 'attached' })
    await leave()
  })

  /** Return the cities, routes and fields of the track under the zoom buttons. */
  const covered = (page: Page) =>
    page.locator('.board-map .tools button').evaluateAll((buttons) => {
      const parts = [0.05, 0.35, 0.65, 0.95]
      const points = buttons.flatMap((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return parts.flatMap((right) => parts.map((down) => [left + width * right, top + height * down] as const))
      })
      const things = points.flatMap(([x, y]) => document.elementsFromPoint(x, y))
      return things.flatMap(
        (thing) =>
          thing.getAttribute('data-route') ??
          thing.closest('[data-city]')?.textContent ??
          (thing.matches('.track .frame') ? 'the track' : []),
      )
    })

  it.each(BOARDS)('has its buttons where they cover no city, route or track space: %s', async (board) => {
    const { page, player, leave } = await house.visit()
    await player.sit(board)
    for (const viewport of [DESKTOP, LAPTOP, PHONE]) {
      await resize(page, viewport)
      await mapRests(page)
      const message = `${viewport.width} x ${viewport.height}`
      await expect.poll(() => covered(page), { message }).toEqual([])
    }
    // On a phone the map grows when the tickets are chosen; the first button stays where it was.
    const first = () => page.locator('.board-map .tools button').first().boundingBox()
    const map = () => page.locator('[data-test="map"]').evaluate((pane) => pane.clientHeight)
    const [before, low] = [await first(), await map()]
    await player.keep(3)
    await page.locator('[data-test="deck"].can').waitFor({ state: 'attached' })
    await expect.poll(map).toBeGreaterThan(low)
    await mapRests(page)
    await expect.poll(first).toEqual(before)
    await expect.poll(() => covered(page)).toEqual([])
    await leave()
  })
})
