/** Rules from another package: their awards appear in the panel, in the scoring on the map and in the statistics. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse } from './fixture'
import { Server } from './server'

const ROOT = resolve(import.meta.dirname, '../..')
const house = openHouse()
const folder = mkdtempSync(join(tmpdir(), 'semafor-rules-'))
const server = new Server()

/** Put both rules where Python finds them, like an installed package; see tests/own_rules. */
function install(): void {
  const page = readFileSync(join(ROOT, 'docs/adding-a-rule.md'), 'utf8')
  const example = /```python file=src\/semafor\/rules\/empty_hand\.py\n(.*?)```/s.exec(page)?.[1]
  if (!example) throw new Error('the page about adding a rule has no example')
  writeFileSync(join(folder, 'empty_hand.py'), example)
  writeFileSync(join(folder, 'most_cities.py'), readFileSync(join(ROOT, 'tests/own_rules/most_cities.py')))
  const metadata = join(folder, 'house_rules-1.0.dist-info')
  mkdirSync(metadata)
  writeFileSync(join(metadata, 'METADATA'), 'Metadata-Version: 2.1\nName: house-rules\nVersion: 1.0\n')
  const points = '[semafor.rules]\nempty_hand = empty_hand:EmptyHand\nmost_cities = most_cities:MostCities\n'
  writeFileSync(join(metadata, 'entry_points.txt'), points)
}

beforeAll(async () => {
  install()
  server.environment = { PYTHONPATH: [folder, process.env['PYTHONPATH']].filter(Boolean).join(delimiter) }
  await server.start()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('awards of third-party rules appear in the panel, in the scoring on the map and in the statistics', async () => {
  const toy = readFileSync(join(ROOT, 'src/semafor/boards/toy.toml'), 'utf8')
  const board_file = `${toy}\n[rules.empty_hand]\npoints = 5\n\n[rules.most_cities]\npoints = 7\n`
  const visit = await house.visit({}, server)
  const { page, player } = visit
  const seats = [
    { kind: 'me', name: 'Ann' },
    { kind: 'bot', level: 'apprentice' },
  ]
  await house.take(visit, 'toy', await house.make(page, { board_file, seats }, server), server)
  await player.keep()

  // During the game, public awards are counted, and secret ones are only named.
  await player.test('tab-goals').click()
  await player.test('award-most_cities').getByText('Most cities', { exact: true }).waitFor()
  await player.test('award-empty_hand').getByText('Empty hand', { exact: true }).waitFor()
  await player.ready()
  await player.finishUnseen()

  // Somebody always has the most cities: the step names the award and highlights the network on the map.
  await player.test('again').click()
  const step = page.locator('.step', { hasText: /Most cities.*\+7/ })
  while ((await step.count()) === 0) await player.test('next').click()
  await expect.poll(() => page.locator('.map .glow.highlighted').count()).toBeGreaterThan(0)

  // The last step stays until the player goes on to the result.
  const last = page.locator('.number', { hasText: /^Step (\d+) of \1$/ })
  while ((await last.count()) === 0) await player.test('next').click()
  await expect.poll(() => page.locator('.step').textContent()).toMatch(/\w/)
  await expect.poll(() => player.test('result').count()).toBe(0)
  await player.test('next').click()
  await player.test('result').waitFor()
  await player.test('again').click()

  await player.test('to-result').click()
  await player.test('result').getByText('Most cities').waitFor()
  await player.test('statistics').click()
  const row = player.test('statistics-most_cities')
  await row.getByText('Most cities').waitFor()
  await expect.poll(async () => (await row.locator('td').allTextContents()).includes('7')).toBe(true)
  await visit.leave()
})
