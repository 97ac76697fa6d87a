/** Animations and sounds: wagons roll in, points rise, tickets are punched, cards fly from where they lay. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ON_A_PHONE, openHouse } from './fixture'
import { press, step } from './lesson'

const house = openHouse()

/** A train that rolled into a route: where its wagons were at points in time, and how long it took. */
interface Rolled {
  length: number
  /** The centre of each wagon on the screen, at the start, half-way and at the end. */
  places: { x: number; y: number }[][]
}

interface Noted {
  trains: Rolled[]
  /** Where each card began to fly, and how wide it was when it landed. */
  from: { x: number; y: number }[]
  landed: number[]
  /** How large trains that run are drawn, against those that stand. */
  larger: number[]
}

/** Pause every train that appears and record where its wagons are; also record where cards fly from. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const noted: Noted = { trains: [], from: [], landed: [], larger: [] }
    Object.assign(window, { noted })
    const middle = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
    const scale = (drawn: SVGSVGElement) => {
      const { a, b } = drawn.getScreenCTM()!
      return Math.hypot(a, b)
    }
    new MutationObserver(() => {
      const board = document.querySelector<SVGSVGElement>('.board-map .sheet > svg')!
      for (const train of document.querySelectorAll<SVGSVGElement>('[data-test="trains"] > .running'))
        noted.larger.push(scale(train) / scale(board))
      const wagons = [...document.querySelectorAll('[data-test="trains"] > svg:not(.running, [data-noted])')]
      if (wagons.length === 0) return
      const moves = wagons.map((wagon) => wagon.getAnimations()[0]!)
      const length = Number(moves[0]?.effect?.getComputedTiming().duration)
      const places = [0.02, 0.5, 1].map((part) =>
        wagons.map((wagon, at) => {
          wagon.toggleAttribute('data-noted', true)
          moves[at]!.pause()
          moves[at]!.currentTime = length * part
          return middle(wagon)
        }),
      )
      noted.trains.push({ length, places })
      for (const move of moves) move.finish()
    }).observe(document.querySelector('[data-test="trains"]')!, {
      childList: true,
      subtree: true,
      attributeFilter: ['class'],
    })
    new MutationObserver(() => {
      for (const card of document.querySelectorAll('[data-test="flights"] > span:not([data-noted])')) {
        card.toggleAttribute('data-noted', true)
        noted.from.push(middle(card))
        const flight = card.getAnimations()[0]!
        const { currentTime } = flight
        flight.currentTime = Number(flight.effect?.getComputedTiming().endTime) - 1
        noted.landed.push(card.getBoundingClientRect().width)
        flight.currentTime = currentTime
      }
    }).observe(document.querySelector('[data-test="flights"]')!, { childList: true })
  })
const noted = (page: Page) => page.evaluate(() => (window as unknown as { noted: Noted }).noted)

test('a claim: cards fly from the hand, wagons roll in one by one, the ticket is punched, its path lit', async () => {
  const { page, player, leave } = await house.visit({
    reducedMotion: 'no-preference',
    painted: true,
    settings: { locale: 'en', speed: 2 },
  })
  await page.goto(`${house.server.address}/#/`)
  await player.test('first-journey').click()
  while ((await step(player)) !== 'double') await press(player)
  // The highlight pulses a few times and stops: an idle page runs no animations.
  const running = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await expect.poll(running).toBe(0)
  await press(player)
  await player.test('confirm').waitFor()
  const hand = (await page.locator('[data-anchor="hand-black"]').boundingBox())!
  await watch(page)
  await player.test('confirm').click()

  const moment = player.test('moment-ticket')
  await moment.waitFor()
  // A ticket scores at the end, so it must not look like points just won.
  await expect.poll(() => moment.textContent()).toMatch(/4\spoints at the end/)
  // The whole path of the ticket is highlighted, not only its last route.
  await expect.poll(() => page.locator('.glow.highlighted').count()).toBeGreaterThanOrEqual(2)
  const { trains, from, landed, larger } = await noted(page)
  const [train] = trains
  expect(train?.places.map((wagons) => wagons.length)).toEqual([2, 2, 2])
  const [, halfway, standing] = train!.places as [never, { x: number; y: number }[], { x: number; y: number }[]]
  // Half-way the wagons are well on their way, spaced like their spaces; at the end each stands on its own space.
  const apart = ([one, other]: { x: number; y: number }[]) => Math.hypot(one!.x - other!.x, one!.y - other!.y)
  expect(apart(halfway)).toBeGreaterThan(0.6 * apart(standing))
  expect(Math.hypot(halfway[1]!.x - standing[1]!.x, halfway[1]!.y - standing[1]!.y)).toBeGreaterThan(4)
  expect(train!.length).toBeGreaterThan(300)
  expect(from[0]!.x).toBeGreaterThan(hand.x)
  expect(from[0]!.x).toBeLessThan(hand.x + hand.width)
  // The cards are small when they land: they don't hide the train.
  expect(landed[0]).toBeLessThan(30)
  // The train that runs has the colours of those that it passes over, and is larger.
  expect(Math.min(...larger)).toBeGreaterThan(1.3)
  // It disappears by itself.
  await moment.waitFor({ state: 'detached' })
  await leave()
})

test('the last round says how many turns are left now; the winner’s routes stay lit after the train has run', async () => {
  const { page, player, leave } = await house.visit({
    reducedMotion: 'no-preference',
    settings: { locale: 'en', speed: 3 },
  })
  await page.goto(`${house.server.address}/#/`)
  await player.test('first-journey').click()
  while ((await step(player)) !== 'around') await press(player)
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const text = (selector: string) => document.querySelector(selector)?.textContent.trim() ?? ''
    let ran = false
    new MutationObserver(() => {
      const [moment, tray] = [text('[data-test="moment-last"]'), text('p.last')]
      if (moment && tray) dataset['rounds'] = `${dataset['rounds'] ?? ''}${moment === tray ? '=' : `${moment}≠${tray}`}`
      const runs = document.querySelector('[data-test="result"]') && document.querySelector('.running')
      if (ran && !runs) dataset['lit'] ??= String(document.querySelectorAll('.glow.celebrated').length)
      ran = Boolean(runs)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  while ((await step(player)) !== 'end') await press(player)
  await expect.poll(() => page.locator('html').getAttribute('data-lit')).toBe('5')
  await expect.poll(() => page.locator('html').getAttribute('data-rounds')).toMatch(/^=+$/)
  await expect.poll(() => page.locator('.glow.celebrated').count()).toBe(0)
  await leave()
})

test('the result can be shared as a picture: a PNG of 1200 × 630 with the map, names and points', async () => {
  const { page, player, leave } = await house.sit('nordic-countries', 2, { picture: true })
  await player.finishUnseen()
  await player.test('result').waitFor()
  const coming = page.waitForEvent('download')
  await player.test('picture').click()
  const file = await readFile(await (await coming).path())
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630])
  // The picture includes the map: names on an empty background would be much smaller.
  expect(file.length).toBeGreaterThan(100_000)
  await leave()
})

test('on a phone, too, the picture has the names that fit its own size', async () => {
  const { page, player, leave } = await house.sit('italy', 3, { ...ON_A_PHONE, picture: true })
  await player.finishUnseen()
  await player.test('result').waitFor()
  const shown = () => page.locator('.board-map .names text').count()
  const before = await shown()
  await page.evaluate(() => {
    const plain = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (made: Blob) => {
      const { dataset } = document.documentElement
      const count = (text: string) => (/class="names.*?<\/g>/s.exec(text)?.[0].split('<text').length ?? 1) - 1
      if (made.type === 'image/svg+xml')
        void made.text().then((text) => {
          dataset['names'] = String(Math.max(count(text), Number(dataset['names'] ?? 0)))
        })
      return plain(made)
    }
  })
  const coming = page.waitForEvent('download')
  await player.test('picture').click()
  await coming
  const written = async () => Number(await page.locator('html').getAttribute('data-names'))
  await expect.poll(written).toBeGreaterThan(before + 5)
  await expect.poll(shown).toBe(before)
  await leave()
})

test('sounds are asked about once; then a card is heard, and M mutes', async () => {
  const { page, player, leave } = await house.visit({ settings: { locale: 'en', tips: false, speed: 3 } })
  await page.addInitScript(() => {
    const start = AudioScheduledSourceNode.prototype.start
    AudioScheduledSourceNode.prototype.start = function (this: AudioScheduledSourceNode, ...when) {
      const html = document.documentElement
      html.dataset['heard'] = String(Number(html.dataset['heard'] ?? 0) + 1)
      start.apply(this, when)
    }
  })
  const heard = async () => Number((await page.locator('html').getAttribute('data-heard')) ?? 0)
  await player.sit('usa', 1)
  await player.keep(2)
  await player.reachTurn()
  // Not in the first turn, which has enough to read, but with the first train.
  await expect.poll(() => player.test('sounds-yes').count()).toBe(0)
  await player.claim(await player.untilOffered(() => true))
  await player.reachTurn()
  await player.test('sounds-yes').click()
  await expect.poll(() => player.test('sounds-yes').count()).toBe(0)
  await player.draw()
  await expect.poll(heard).toBeGreaterThan(0)
  await player.reachTurn()
  await expect.poll(() => player.test('sounds-yes').count()).toBe(0)

  await page.keyboard.press('m')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('semafor.settings'))).toContain('"sounds":false')
  const before = await heard()
  await player.draw()
  await player.reachTurn()
  await expect.poll(heard).toBe(before)
  await leave()
})
