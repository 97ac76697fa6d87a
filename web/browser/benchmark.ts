/** How quickly a board is there, and how smoothly it moves: npm run benchmark. */
import { openBrowser, openPage } from './chromium'
import { Player, type Board } from './player'
import { Server } from './server'

const BOARDS: Board[] = ['usa', 'nordic-countries', 'italy', 'northern-lights']
const server = await new Server().start()
const browser = await openBrowser()
try {
  for (const board of BOARDS) {
    const { page } = await openPage(browser, server.address)
    const player = new Player(page, server.address)
    await player.start(board)
    const before = Date.now()
    await page.reload()
    await page.locator('[data-route]').first().waitFor()
    const ready = Date.now() - before
    const box = await page.locator('[data-test="map"]').boundingBox()
    if (!box) throw new Error('the map is not on the page')
    await page.evaluate(
      'window.times = []; requestAnimationFrame(function note(time) { times.push(time); requestAnimationFrame(note) })',
    )
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    for (let step = 0; step < 20; step++) await page.mouse.wheel(0, -60)
    await page.mouse.down()
    for (let step = 0; step < 60; step++)
      await page.mouse.move(box.x + box.width / 2 + step * 4, box.y + box.height / 2 + step)
    await page.mouse.up()
    const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
    const average = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    const slow = gaps.filter((gap) => gap > 34).length
    console.log(
      `${board}: board ready ${ready} ms after the page is asked for; ${(1000 / average).toFixed(0)} frames a second while it moves, ${slow} of ${gaps.length} frames late`,
    )
    await page.context().close()
  }
} finally {
  await browser.close()
  await server.stop()
}
