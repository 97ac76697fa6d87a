/** The workshop: a board is drawn with mouse, finger and keys, checked, played on and printed; nothing gets lost. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openHouse, type Visit } from './fixture'
import { measured } from './pdf'

const ROOT = resolve(import.meta.dirname, '../..')
const house = openHouse()

/** What a check of an unfinished board answers with. */
const CHECKED = /422/

/** A person at the drawing board. */
class Draughtsman {
  constructor(
    readonly page: Page,
    readonly address: string,
  ) {}

  test(name: string): Locator {
    return this.page.locator(`[data-test="${name}"]`)
  }

  /** Where a point of the board is on the screen; both from 0 to 1. */
  async at(right: number, down: number): Promise<{ x: number; y: number }> {
    const box = await this.page.locator('.board-map .sheet > svg').boundingBox()
    if (!box) throw new Error('there is no board on the screen')
    return { x: box.x + box.width * right, y: box.y + box.height * down }
  }

  place(id: string): Locator {
    return this.page.locator(`[data-place="${id}"]`)
  }

  async count(what: 'place' | 'route'): Promise<number> {
    return this.page.locator(`.board-map [data-${what}]`).count()
  }

  /** Begin an empty board. */
  async begin(): Promise<void> {
    await this.page.goto(`${this.address}/#/workshop`)
    await this.test('new-board').click()
    await this.page.locator('.board-map .sheet > svg').waitFor()
  }

  async city(name: string, right: number, down: number): Promise<void> {
    const { x, y } = await this.at(right, down)
    await this.test('tool-city').click()
    await this.page.mouse.click(x, y)
    await this.page.keyboard.type(name)
    await this.place(name.toLowerCase()).waitFor({ state: 'attached' })
  }

  async join(a: string, b: string): Promise<void> {
    await this.place(a).click()
    await this.place(b).click()
  }

  /** Wait until what was drawn last is kept. */
  async kept(): Promise<void> {
    await expect.poll(() => this.test('saved').textContent()).toContain('Saved')
  }

  /** Save what a button gives, and read it. */
  async file(button: string): Promise<Buffer> {
    const coming = this.page.waitForEvent('download')
    await this.test(button).click()
    return readFileSync(await (await coming).path())
  }
}

const artist = ({ page }: Visit): Draughtsman => new Draughtsman(page, house.server.address)

const NAMES =
  'Ada Bor Cis Dom Ela Fir Gaj Hel Iza Jar Kos Las Mak Nil Osa Pas Rak Sad Tor Ula Wir Zar Bak Cel Dab'.split(' ')
const id = (row: number, column: number): string => NAMES[row * 5 + column]!.toLowerCase()

test('a board of 25 cities is drawn by hand, checked, printed in its true size, and played to the end', async () => {
  const visit = await house.visit({ hasTouch: true, acceptDownloads: true })
  const { page, player } = visit
  const hand = artist(visit)
  await hand.begin()
  await hand.test('board-name').fill('Archipelago')

  for (const [number, name] of NAMES.entries()) {
    const [row, column] = [Math.floor(number / 5), number % 5]
    await hand.city(name, 0.12 + column * 0.19 + (row % 2) * 0.01, 0.14 + row * 0.18)
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => hand.count('place')).toBe(25)

  // Routes: with the mouse, and one with a finger.
  await page.keyboard.press('Escape')
  await hand.test('tool-route').click()
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 5; column++) {
      if (column < 4 && row < 4) await hand.join(id(row, column), id(row, column + 1))
      if (row < 4) await hand.join(id(row, column), id(row + 1, column))
    }
  await hand.place(id(4, 0)).tap()
  await hand.place(id(4, 1)).tap()
  await expect.poll(() => hand.count('route')).toBe(37)

  // The last one is selected: six spaces in red, of which there is no other.
  await hand.test('length-6').click()
  await hand.test('colour-red').click()
  await hand.kept()

  // A crash in the middle loses nothing; the last step before it can't be undone any more, but a version is kept.
  await page.reload()
  await hand.place('ada').waitFor({ state: 'attached' })
  await expect.poll(() => hand.count('place')).toBe(25)
  await expect.poll(() => hand.count('route')).toBe(37)

  // Drag a city, undo it, move it by keys; what the mouse and the keys do can be taken back and done again.
  const mak = async (): Promise<number> => Number(await hand.place('mak').getAttribute('cx'))
  const before = await mak()
  const point = (await hand.place('mak').boundingBox())!
  await page.mouse.move(point.x + point.width / 2, point.y + point.height / 2)
  await page.mouse.down()
  await page.mouse.move(point.x + 40, point.y + 30, { steps: 4 })
  await page.mouse.up()
  await expect.poll(mak).not.toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(mak).toBe(before)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(mak).toBeGreaterThan(before)
  await page.keyboard.press('Control+z')
  await expect.poll(mak).toBe(before)

  // Where six wagons don't fit, the drawing says so.
  await page.keyboard.press('Escape')
  await hand.test('tab-routes').click()
  await page.locator('aside .row', { hasText: 'Ada – Fir' }).click()
  await hand.test('length-6').click()
  await page.keyboard.press('Escape')
  await hand.test('tab-problems').click()
  await expect.poll(() => hand.test('flaws').textContent()).toMatch(/a wagon needs 20\smm/)
  await hand.test('undo').click()
  await hand.test('flaws').waitFor({ state: 'detached' })

  // Tickets: two by hand, the others suggested; without any the board can't be played.
  await page.keyboard.press('Escape')
  await hand.test('tool-ticket').click()
  await hand.join('ada', 'dab')
  await hand.join('ela', 'wir')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await hand.test('tab-tickets').click()
  await hand.test('suggest').click()
  await hand.test('tab-problems').click()
  await hand.test('no-problems').waitFor()
  await hand.kept()

  // Print it on one sheet: the six red spaces are as long as six wagons.
  await hand.test('print').click()
  await hand.test('paper').selectOption('one')
  const { pages, sizes, embedded } = measured(await hand.file('pdf'))
  expect(embedded).toBe(true)
  expect(sizes[0]![0]).toBeCloseTo(790 + 20, 0)
  expect(sizes[0]![1]).toBeCloseTo(525 + 20, 0)
  const spaces = pages[0]!.filter(({ height }) => Math.abs(height - 9) < 0.3)
  const fills = [...new Set(spaces.map(({ fill }) => fill))]
  const red = fills.map((fill) => spaces.filter((space) => space.fill === fill)).find((some) => some.length === 6)!
  expect(red.reduce((sum, { width }) => sum + width, 0)).toBeGreaterThan(119)
  expect(red.reduce((sum, { width }) => sum + width, 0)).toBeLessThan(121)
  for (const [number, space] of red.slice(1).entries())
    expect(Math.hypot(space.x - red[number]!.x, space.y - red[number]!.y)).toBeGreaterThan(19.5)
  // Ticket cards of 62 × 45 mm follow.
  expect(pages.slice(1).some((page) => page.some((box) => isCard(box)))).toBe(true)
  await page.keyboard.press('Escape')

  // Play it to the end.
  await hand.test('try').click()
  await player.keep()
  await player.learn()
  await player.finishUnseen()
  await visit.leave(CHECKED)
})

const isCard = ({ width, height }: { width: number; height: number }): boolean =>
  Math.abs(width - 62) < 0.1 && Math.abs(height - 45) < 0.1

test.each(['usa', 'italy', 'nordic-countries', 'northern-lights'])('%s opens and comes out as it is', async (board) => {
  const visit = await house.visit({ acceptDownloads: true })
  const hand = artist(visit)
  await visit.page.goto(`${house.server.address}/#/workshop`)
  await hand.test(`ours-${board}`).click()
  await visit.page.locator('.board-map [data-route]').first().waitFor({ state: 'attached' })
  await hand.test('file').click()
  const saved = await hand.file('save-toml')
  expect(saved.toString('utf8')).toBe(readFileSync(resolve(ROOT, `src/semafor/boards/${board}.toml`), 'utf8'))
  await visit.leave()
})

test('spreadsheets become a board, and the board spreadsheets and pictures', async () => {
  const visit = await house.visit({ acceptDownloads: true })
  const { page } = visit
  const hand = artist(visit)
  await page.goto(`${house.server.address}/#/workshop`)
  const table = (name: string, ...rows: string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await hand
    .test('open-file')
    .setInputFiles([
      table('tickets.csv', 'From,To,Points', 'Ada,Cis,4', 'Ada,Bor,two'),
      table('routes.csv', 'From;To;Length;Colour', 'Ada;Bor;2;red', 'Bor;Cis;2;mauve'),
      table('stops.csv', 'Name,X,Y', 'Ada,100,120', 'Bor,240,140', 'Cis,380,300'),
    ])
  const notes = hand.test('import-notes').locator('li')
  await expect
    .poll(() => notes.allTextContents())
    .toEqual([
      'routes.csv, line 3: unknown colour mauve: grey',
      'tickets.csv, line 3: the points two are no whole number',
    ])
  await hand.test('import-open').click()
  await hand.place('cis').waitFor({ state: 'attached' })
  await expect.poll(() => hand.count('place')).toBe(3)
  await expect.poll(() => hand.count('route')).toBe(2)

  await hand.test('file').click()
  const tables: Promise<[string, string]>[] = []
  page.on('download', (file) => {
    tables.push(file.path().then((path) => [file.suggestedFilename(), readFileSync(path, 'utf8')]))
  })
  await hand.test('save-csv').click()
  await expect.poll(() => tables.length).toBe(3)
  const saved = new Map(await Promise.all(tables))
  expect(saved.get('new-board-routes.csv')).toContain('Bor,Cis,2,grey')
  expect(saved.get('new-board-tickets.csv')).toContain('Ada,Cis,4')
  expect(saved.get('new-board-stops.csv')).toMatch(/cis,Cis,.*,380/)
  const drawing = await hand.file('save-svg')
  expect(drawing.toString('utf8')).toContain('>Ada</text>')
  const picture = await hand.file('save-png')
  // A PNG says how wide and high it is; a blank one would be much smaller.
  expect(Math.max(picture.readUInt32BE(16), picture.readUInt32BE(20))).toBe(4096)
  expect(picture.length).toBeGreaterThan(60_000)

  // What is saved can be opened again, and nothing is left to say.
  await page.goto(`${house.server.address}/#/workshop`)
  await hand.test('open-file').setInputFiles([...saved].map(([name, text]) => table(name, text)))
  await hand.place('cis').waitFor({ state: 'attached' })
  await expect.poll(() => hand.count('route')).toBe(2)
  await visit.leave(CHECKED)
})

test('two tabs don’t overwrite each other', async () => {
  const visit = await house.visit()
  const one = artist(visit)
  await one.begin()
  await one.city('Ada', 0.3, 0.3)
  await one.kept()
  const page = await visit.page.context().newPage()
  const two = new Draughtsman(page, house.server.address)
  await page.goto(visit.page.url())
  await two.place('ada').waitFor({ state: 'attached' })
  await one.city('Bor', 0.6, 0.3)
  await one.kept()
  await two.place('bor').waitFor({ state: 'attached' })
  await two.city('Cis', 0.6, 0.6)
  await two.kept()
  // The first tab has changes of its own, so it did not follow: from now on it draws a copy.
  await one.city('Dom', 0.3, 0.6)
  await expect.poll(() => one.test('saved').textContent()).toContain('copy')
  await visit.page.goto(`${house.server.address}/#/workshop`)
  await expect.poll(() => one.test('my-boards').locator('li').count()).toBe(2)
  await visit.leave(CHECKED)
})

test('a link has the whole board in it', async () => {
  const visit = await house.visit()
  const hand = artist(visit)
  await hand.begin()
  await hand.city('Ada', 0.3, 0.3)
  await visit.page.keyboard.press('Escape')
  await hand.test('share').click()
  const link = await hand.test('link').inputValue()
  const other = await house.visit()
  await other.page.goto(link)
  await artist(other).place('ada').waitFor({ state: 'attached' })
  await other.leave(CHECKED)
  await visit.leave(CHECKED)
})
