/** Bots of one's own: `semafor play --bot` puts them among the opponents of the start page. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse } from './fixture'
import { Household } from './server'

const TOY = readFileSync(resolve(import.meta.dirname, '../../src/semafor/boards/toy.toml'))
const house = openHouse()
const folder = mkdtempSync(join(tmpdir(), 'semafor-bots-'))
const file = join(folder, 'mine.py')
const server = new Household('--bot', `${file}:Mine`)

/** It takes the last action, and writes down which seat it sat in and how often it has decided there. */
const MINE = `
from pathlib import Path


class Mine:
    def __init__(self):
        self.decisions = 0

    def choose(self, seen, legal, chance, seconds):
        self.decisions += 1
        with Path(__file__).with_name("log").open("a") as log:
            log.write(f"{seen.seat} {self.decisions}\\n")
        return list(legal)[-1]
`

beforeAll(async () => {
  writeFileSync(file, MINE)
  await server.start()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a person picks a bot of their own on the start page and plays a game against it', async () => {
  const { page, player, leave } = await house.visit({}, server)
  await page.goto(`${server.address}/#/`)
  await page.getByText('More options').click()
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'toy.toml', mimeType: 'text/plain', buffer: TOY })
  await player.test('own-board').getByText('Toy Island').waitFor()
  await player.opponents(1)
  await player.choose('Mine')
  await page.getByText('A bot of your own.').waitFor()
  await player.test('play').click()
  await player.keep()
  await page.locator('[data-test^="seat-"] .level', { hasText: 'Mine' }).waitFor()
  await player.play(6)
  await player.finishUnseen()
  const log = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
  expect(log.length).toBeGreaterThan(5)
  expect(new Set(log.map((line) => line.split(' ')[0]))).toEqual(new Set(['1']))
  await leave()
})
