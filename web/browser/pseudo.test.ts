/** With a pseudo-language, no word of another language is left on any page. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherWords, PSEUDO, pseudoTexts } from '../src/lib/pseudo'
import { openHouse } from './fixture'
import { COMMAND, Server } from './server'

const ROOT = resolve(import.meta.dirname, '../..')
const house = openHouse()
const folder = mkdtempSync(join(tmpdir(), 'semafor-pseudo-'))
const server = new Server()

/** Adds the language to every section of the catalogues, as a file in web/messages would. */
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
 * What every language writes alike: the game, the names of people, bots and languages, and an example of a code; and how
 * a browser joins alternatives, and writes dates, in a language that it does not know.
 */
const BOTS = ['Ada', 'Bruno', 'Celina', 'Daniel', 'Emilia', 'Filip', 'Gaja', 'Hugo', 'Irena', 'Jonas']
const DATES = Array.from({ length: 12 }, (_, at) => new Date(2026, at, at + 1)).flatMap((date) => [
  date.toLocaleDateString('en', { weekday: 'long' }),
  date.toLocaleDateString('en', { month: 'long' }),
])
const SAME = new Set(['Semafor', 'Ann', ...BOTS, ...DATES, 'English', 'Polski', 'abcd', 'efgh', 'or'])

/** The words of other languages that somebody can see or hear on the page. */
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

test('from the start page to the statistics of a finished game', async () => {
  const settings = { locale: PSEUDO, names: 'language' }
  const visit = await house.visit({ settings }, server)
  const { page, player, quiet } = visit
  const found: Record<string, string[]> = {}
  const look = async (where: string) => {
    await quiet()
    const words = await left(page)
    if (words.length > 0) found[where] = words
  }
  for (const place of [
    '#/',
    '#/day',
    '#/puzzles',
    '#/score?step=enter',
    '#/settings',
    '#/rules/usa',
    '#/rules/italy',
    '#/join/nobody',
    '#/take/nothing',
  ]) {
    await page.goto(`${server.address}/${place}`)
    await page.locator('main').first().waitFor()
    await look(place)
  }
  await page.goto(`${server.address}/#/`)
  await player.start('northern-lights')
  await look('choosing tickets')
  await player.keep()
  await player.ready()
  await look('the table')
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
  expect(found).toEqual({})
  await visit.leave(/40\d/)
})
