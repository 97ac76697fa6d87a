/** With a pseudo-language, no word of another language is left on any page. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherWords, PSEUDO, pseudoTexts } from '../src/lib/language/pseudo'
import { ANALYSIS } from './chromium'
import { openHouse } from './fixture'
import { step } from './lesson'
import { COMMAND, Server } from './server'

const ROOT = resolve(import.meta.dirname, '../..')
const house = openHouse()
const folder = mkdtempSync(join(tmpdir(), 'semafor-pseudo-'))
const server = new Server()

/** Add the language to every section of the catalogues, as a file in web/messages would. */
const language: Plugin = {
  name: 'pseudo',
  transform(code, id) {
    if (!id.startsWith('\0messages:')) return null
    const texts = JSON.parse(code.slice('export default '.length)) as Record<string, unknown>
    return `export default ${JSON.stringify({ ...texts, [PSEUDO]: pseudoTexts(texts['en']) })}`
  },
}

beforeAll(async () => {
  const python = join(dirname(COMMAND.split(' ')[0]!), 'python')
  execFileSync(python, ['-W', 'ignore', '-m', 'tests.pseudo', folder], { cwd: ROOT })
  const outDir = join(folder, 'semafor/server/web')
  await build({ root: join(ROOT, 'web'), plugins: [language], build: { outDir, minify: false }, logLevel: 'error' })
  server.environment = { PYTHONPATH: [folder, process.env['PYTHONPATH']].filter(Boolean).join(delimiter) }
  await server.start()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * What is the same in every language: the game, the names of people, bots and languages, and an example of a code; and
 * how a browser formats lists of alternatives and dates in an unknown language.
 */
const BOTS = ['Ada', 'Bruno', 'Celina', 'Daniel', 'Emilia', 'Filip', 'Gaja', 'Hugo', 'Irena', 'Jonas']
const DATES = Array.from({ length: 12 }, (_, at) => [
  new Date(2026, 0, at + 1).toLocaleDateString('en', { weekday: 'long' }),
  new Date(2026, at, 1).toLocaleDateString('en', { month: 'long' }),
]).flat()
const SAME = new Set(['Semafor', 'Ann', ...BOTS, ...DATES, 'English', 'Polski', 'abcd', 'efgh', 'or'])

/** Return the words of other languages that can be seen or heard on the page. */
async function left(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const silent = 'style, script, noscript, kbd, [lang]:not(html), [aria-hidden="true"], input, code'
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest(silent)) texts.push(walker.currentNode.textContent ?? '')
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (!element.closest('[lang]:not(html)')) texts.push(element.getAttribute(name) ?? '')
    return texts
  })
  return [...new Set(said.flatMap(otherWords))].filter((word) => !SAME.has(word))
}

/** Open a page in the pseudo-language, and collect the words of other languages by page. */
async function reader() {
  const visit = await house.visit({ settings: { locale: PSEUDO, names: 'language' } }, server)
  const found: Record<string, string[]> = {}
  const look = async (where: string) => {
    await visit.quiet()
    const words = await left(visit.page)
    if (words.length > 0) found[where] = words
  }
  const open = async (place: string) => {
    await visit.page.goto(`${server.address}/${place}`)
    await visit.page.locator('main').first().waitFor()
  }
  return { ...visit, found, look, open }
}

const PLACES = [
  '#/',
  '#/day',
  '#/puzzles',
  '#/score?step=enter',
  '#/profile',
  '#/ladder',
  '#/contest',
  '#/contest/nothing',
  '#/settings',
  ...['usa', 'nordic-countries', 'italy', 'northern-lights'].map((board) => `#/rules/${board}`),
  '#/join/nobody',
  '#/take/nothing',
  '#/guest/nobody',
]

test('every page', async () => {
  const { page, found, look, open, leave } = await reader()
  for (const place of PLACES) {
    await open(place)
    // A page has no heading while it loads.
    await page.locator('main :is(h1, h2)').first().waitFor()
    await look(place)
  }
  expect(found).toEqual({})
  await leave(/40\d/)
})

test('a game with hints, its result, replay, coach and what if', async () => {
  const { page, player, found, look, leave } = await reader()
  await player.start('northern-lights')
  await look('choosing tickets')
  await player.keep()
  await player.ready()
  await look('the table')
  for (const asked of ['hint-text', 'plan']) {
    await player.test('ask-hint').click()
    await player.test(asked).waitFor()
    await look(asked)
  }
  for (const tab of ['goals', 'log', 'chat', 'tickets']) {
    const button = player.test(`tab-${tab}`)
    if ((await button.count()) === 0) continue
    await button.click()
    await look(`the tab ${tab}`)
  }
  await player.finishUnseen()
  await look('the end')
  await player.test('statistics').click()
  await player.test('statistics-globetrotter').or(page.locator('dialog table')).first().waitFor()
  await look('the statistics')
  await player.closeDialog()
  await player.test('to-replay').click()
  await player.test('slider').waitFor()
  await look('the replay')
  await player.test('analyse').click()
  await player.test('coach').getByRole('listitem').first().waitFor({ timeout: ANALYSIS })
  await look('the coach')
  await player.test('open-what-if').click()
  await player.test('let-play').click()
  await player.test('spread').waitFor()
  await look('what if')
  expect(found).toEqual({})
  await leave()
})

test('lessons, a puzzle and a contest', async () => {
  const { player, found, look, open, leave } = await reader()
  for (const lesson of ['first-journey', 'italy']) {
    await open(`#/learn/${lesson}`)
    await step(player)
    await look(`the lesson ${lesson}`)
  }
  await open('#/puzzles')
  await player.test('puzzles-usa').getByRole('link').first().click()
  await player.test('puzzle-verdict').waitFor()
  await player.test('deck').click()
  await expect.poll(() => player.test('puzzle').getByRole('listitem').count()).toBeGreaterThan(0)
  await look('an answered puzzle')
  await open('#/contest')
  await player.test('make-contest').click()
  await player.test('join-contest').click()
  await player.test('own-place').waitFor()
  await look('a contest')
  expect(found).toEqual({})
  await leave()
})
