/** The profile: games fill it, and it moves to another device and back. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violations } from './axe'
import { openHouse, type Visit } from './fixture'

const house = openHouse()
const folder = mkdtempSync(join(tmpdir(), 'semafor-profile-'))

/** Play a whole game on the smallest board against a Passenger. */
async function play(visit: Visit): Promise<string> {
  const seats = [
    { kind: 'me', name: 'Ann' },
    { kind: 'bot', level: 'passenger' },
  ]
  const made = await house.make(visit.page, { board: 'toy', seats })
  await house.take(visit, 'toy', made)
  // A page that is already open picks up the seat on the next load.
  await visit.page.reload()
  visit.player.low = true
  await visit.player.playToEnd()
  return made.game
}

const figure = ({ player }: Visit, name: string) => player.test(`figure-${name}`).locator('b').textContent()

async function open(visit: Visit): Promise<void> {
  await visit.page.goto(`${house.server.address}/#/profile`)
}

async function take({ player }: Visit, text: string): Promise<void> {
  const path = join(folder, 'profile.json')
  writeFileSync(path, text)
  await player.test('profile-import').setInputFiles(path)
}

test('a game enters the profile once; export, import on another device, merge, refusal of a damaged file', async () => {
  // On the first device, play a game to its end and open it once more.
  const first = await house.visit()
  const game = await play(first)
  await first.player.test('result').waitFor()
  await first.page.reload()
  await first.player.test('result').waitFor()
  await open(first)
  await expect.poll(() => figure(first, 'games')).toBe('1')
  await first.player.test(`played-${game}`).getByText('Passenger').waitFor()
  await expect.poll(() => first.player.test('rating').textContent()).toMatch(/ ± /)
  const downloading = first.page.waitForEvent('download')
  await first.player.test('profile-export').click()
  const text = readFileSync(await (await downloading).path(), 'utf8')
  expect(text).not.toContain('token')

  // The start page lists it with its result, and offers another game at the same table.
  await first.page.goto(`${house.server.address}/#/`)
  await first.player.test('my-result').getByText('Passenger').waitFor()
  await first.player.test('play-again').click()
  await first.player.test('keep-tray').waitFor()
  expect(first.player.game()).not.toBe(game)
  await first.page.locator('aside [data-test^="seat-"]').getByText('Passenger').waitFor()

  // On the second device, play another game without looking at its end: the profile finds it.
  const second = await house.visit()
  await open(second)
  await second.player.test('profile-empty').waitFor()
  const other = await play(second)
  await second.page.evaluate(() => localStorage.removeItem('semafor.profile'))
  await open(second)
  await second.page.reload()
  await second.player.test(`played-${other}`).waitFor()
  await expect.poll(() => figure(second, 'games')).toBe('1')

  // Damaged files are rejected entirely; a valid one adds its game, and only once.
  await take(second, text.slice(0, -40))
  await second.player.test('profile-problem').getByText('damaged').waitFor()
  await take(second, text.replace('"points":', '"points":1'))
  await second.player.test('profile-problem').getByText('damaged').waitFor()
  await expect.poll(() => figure(second, 'games')).toBe('1')
  await take(second, text)
  await second.player.test('profile-news').getByText('1').waitFor()
  await expect.poll(() => figure(second, 'games')).toBe('2')
  await take(second, text)
  await second.player.test('profile-news').getByText('already').waitFor()
  await second.page.reload()
  await second.player.test(`played-${game}`).waitFor()
  await second.player.test(`played-${other}`).waitFor()
  await expect.poll(() => figure(second, 'games')).toBe('2')
  await expect.poll(() => violations(second.page)).toEqual([])

  // A guest’s game is listed, but counts for nobody.
  await second.player.test(`played-${game}`).getByRole('combobox').selectOption('nobody')
  await expect.poll(() => figure(second, 'games')).toBe('1')
  await first.leave()
  await second.leave()
})
