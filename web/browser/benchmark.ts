/**
 * Measure how fast a board loads, how smoothly it moves, and how its trains roll: npm run benchmark -- [board] [size].
 *
 * Input is sent as browser events, one step every sixtieth of a second. Two counts are reported: the frames that the
 * compositor drew and swapped (from a trace), and the animation frames that the page was asked for.
 */
import { loadavg } from 'node:os'
import type { CDPSession, Page } from 'playwright-core'
import { DESKTOP, openBrowser, openPage, PHONE, picturePainted } from './chromium'
import { Player, type Board } from './player'
import { Server } from './server'

const BOARDS: Board[] = ['usa', 'nordic-countries', 'italy', 'northern-lights']
const SIZES = {
  desktop: { viewport: DESKTOP },
  phone: { viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}
const STEP = 1000 / 60
const [board = '', size = ''] = process.argv.slice(2)

interface Point {
  x: number
  y: number
}
interface Movement {
  name: string
  steps: number
  begin?: () => Promise<unknown>
  step: (number: number) => Promise<unknown>
  end?: () => Promise<unknown>
}

const sleep = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time))

/** Mouse: zoom in with the wheel, drag back and forth, zoom out. */
function mouse(cdp: CDPSession, { x, y }: Point): Movement[] {
  const wheel = (deltaY: number) => () =>
    cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY })
  const held = { button: 'left', buttons: 1, clickCount: 1 } as const
  return [
    { name: 'wheel in', steps: 90, step: wheel(-16) },
    {
      name: 'drag',
      steps: 120,
      begin: () => cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, ...held }),
      step: (number) =>
        cdp.send('Input.dispatchMouseEvent', {
          type: 'mouseMoved',
          x: x + 250 * Math.sin(number / 12),
          y: y + 150 * Math.sin(number / 17),
          ...held,
        }),
      end: () => cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, ...held, buttons: 0 }),
    },
    { name: 'wheel out', steps: 90, step: wheel(16) },
  ]
}

/** Claim the longest affordable route: its trains roll in, the cards fly, the points rise. */
async function claim(player: Player): Promise<Movement> {
  await player.learn()
  const length = (route: string): number => player.lengths.get(route) ?? 0
  const [longest] = (await player.offered()).toSorted((a, b) => length(b) - length(a))
  if (!longest) throw new Error('no route can be claimed')
  await player.click(longest)
  const confirm = player.test('confirm')
  // Count frames only while the trains roll, from the first wagon to the last one in place: nothing else needs drawing.
  await player.page.evaluate(`
    const trains = document.querySelector('[data-test="trains"]')
    new MutationObserver(() => {
      const set = (name) => performance.getEntriesByName(name).length > 0
      const rolling = trains.querySelector('.rolling') !== null
      if (rolling && !set('moves')) performance.mark('moves')
      if (!rolling && set('moves') && !set('stands')) performance.mark('stands')
    }).observe(trains, { childList: true, subtree: true, attributeFilter: ['class'] })
  `)
  return {
    name: `trains roll (${length(longest)})`,
    steps: 72,
    begin: () => confirm.click(),
    step: async () => undefined,
  }
}

/** Touch: spread two fingers, drag with one, pinch. */
function fingers(cdp: CDPSession, { x, y }: Point): Movement[] {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  const pair = (apart: number): Point[] => [
    { x: x - apart, y },
    { x: x + apart, y },
  ]
  const end = () => touch('touchEnd', [])
  const pinch = (name: string, from: number, to: number): Movement => ({
    name,
    steps: 90,
    begin: () => touch('touchStart', pair(from)),
    step: (number) => touch('touchMove', pair(from + ((to - from) * number) / 90)),
    end,
  })
  return [
    pinch('pinch in', 40, 150),
    {
      name: 'drag',
      steps: 120,
      begin: () => touch('touchStart', [{ x, y }]),
      step: (number) =>
        touch('touchMove', [{ x: x + 120 * Math.sin(number / 12), y: y + 120 * Math.sin(number / 17) }]),
      end,
    },
    pinch('pinch out', 150, 40),
  ]
}

function figures(times: number[]): string {
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
  const sorted = gaps.toSorted((a, b) => a - b)
  const part = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? Infinity).toFixed(1)
  const average = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  return `${(1000 / average).toFixed(1)} a second (p50 ${part(0.5)}, p95 ${part(0.95)}, longest ${part(1)} ms)`
}

interface Traced {
  name: string
  ts: number
  dur?: number
}

async function measure(page: Page, tracer: CDPSession, movement: Movement): Promise<string> {
  const events: Traced[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as Traced[]))
  tracer.on('Tracing.dataCollected', collect)
  await movement.begin?.()
  await tracer.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['viz', 'blink.user_timing'] },
  })
  await page.evaluate(
    'window.moments = []; requestAnimationFrame(function note(time) { moments.push(time); moments && requestAnimationFrame(note) })',
  )
  const before = performance.now()
  const sent: Promise<unknown>[] = []
  for (let number = 0; number < movement.steps; number++) {
    sent.push(movement.step(number))
    await sleep(before + (number + 1) * STEP - performance.now())
  }
  const asked = await page.evaluate('const all = moments; window.moments = null; all')
  const complete = new Promise<void>((done) => tracer.once('Tracing.tracingComplete', () => done()))
  await tracer.send('Tracing.end')
  await complete
  await Promise.all(sent)
  await movement.end?.()
  tracer.off('Tracing.dataCollected', collect)
  // Keep the times between two marks, or all of them if the movement sets no marks.
  const between = (marks: (number | undefined)[], times: number[]): number[] =>
    times.filter((time) => time >= (marks[0] ?? -Infinity) && time <= (marks[1] ?? Infinity))
  const marked = ['moves', 'stands'].map((mark) => events.find(({ name }) => name === mark)?.ts)
  const swaps = events.filter(({ name, dur }) => name === 'Display::DrawAndSwap' && dur !== undefined)
  const shown = between(
    marked,
    swaps.map(({ ts, dur }) => ts + (dur ?? 0)).toSorted((a, b) => a - b),
  ).map((time) => time / 1000)
  const moments = (await page.evaluate(
    `['moves', 'stands'].map((name) => performance.getEntriesByName(name)[0]?.startTime)`,
  )) as (number | undefined)[]
  return `shown ${figures(shown)}; asked for ${figures(between(moments, asked as number[]))}`
}

const server = await new Server().start()
const browser = await openBrowser()
const tracer = await browser.newBrowserCDPSession()
try {
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
  for (const [name, options] of Object.entries(SIZES).filter(([name]) => name.includes(size)))
    for (const id of BOARDS.filter((id) => id.includes(board))) {
      const { page } = await openPage(browser, server.address, {
        ...options,
        picture: true,
        reducedMotion: 'no-preference',
        settings: { speed: 2, tips: false },
      })
      const player = new Player(page, server.address)
      await player.start(id)
      const before = performance.now()
      await page.reload()
      await page.locator('[data-route]').first().waitFor()
      console.log(`${id}, ${name}: ready ${(performance.now() - before).toFixed(0)} ms after the page is asked for`)
      await player.keep(3)
      await page.locator('[data-test="deck"].can').waitFor({ state: 'attached' })
      await sleep(2500)
      const box = await page.locator('[data-test="map"]').boundingBox()
      if (!box) throw new Error('the map is not on the page')
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const cdp = await page.context().newCDPSession(page)
      if (name === 'desktop') await page.mouse.move(middle.x, middle.y)
      for (const movement of name === 'phone' ? fingers(cdp, middle) : mouse(cdp, middle)) {
        // Until the bitmap of the map is painted, the map itself is moved, at a lower frame rate.
        await picturePainted(page)
        console.log(`  ${movement.name}: ${await measure(page, tracer, movement)}`)
        await sleep(1200)
      }
      const rolling = await claim(player)
      await sleep(1200)
      console.log(`  ${rolling.name}: ${await measure(page, tracer, rolling)}`)
      await page.context().close()
    }
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await server.stop()
}
