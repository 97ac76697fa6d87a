// Draw the boards and subset the fonts: read src/semafor/boards/*.toml and layouts/, write src/lib/board/generated/.
// A drawing is reused as long as none of its sources have changed.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Layout } from '../src/lib/board/layout/layout-problem'
import { PICTURES } from './boards'
import { writeCities, writeCountries } from './cities'
import { draw } from './draw'
import { readFacts } from './facts'
import { writeFonts, writePrintFonts } from './lettering/fonts'
import { withPictures, type Scene } from './picture'
import { thumbnail } from './thumbnail'

const target = new URL('../src/lib/board/generated/', import.meta.url)
/** What only the workshop loads. */
const world = new URL('world/', target)
const pictures = new URL('pictures/', target)
const stamp = new URL('drawn-from', target)
const root = new URL('../../', import.meta.url)

/** All sources of the maps: this folder, the client's drawing code, boards, messages, and libraries. */
const SOURCES = [
  './',
  '../src/lib/board/',
  '../src/lib/rules/rules.json',
  '../messages/',
  '../package-lock.json',
  '../../src/semafor/boards/',
  '../../src/semafor/engine/definition.py',
]

/** Return the files in a folder, recursively, or the file itself. */
function files(source: URL): URL[] {
  if (!source.pathname.endsWith('/')) return [source]
  return readdirSync(source, { withFileTypes: true })
    .sort((one, two) => (one.name < two.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? files(new URL(`${entry.name}/`, source)) : new URL(entry.name, source)))
    .filter((file) => !file.pathname.startsWith(target.pathname))
}

function drawnFrom(): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of SOURCES.flatMap((source) => files(new URL(source, import.meta.url))))
    hash.update(`\0${file.pathname.slice(root.pathname.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

const key = drawnFrom()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== key) {
  mkdirSync(fileURLToPath(world), { recursive: true })
  writeFileSync(stamp, '')
  mkdirSync(fileURLToPath(pictures), { recursive: true })
  const scenes: Record<string, Scene> = {}
  await withPictures((picture) => {
    for (const board of PICTURES) {
      const layout = JSON.parse(readFileSync(new URL(`./layouts/${board.id}.json`, import.meta.url), 'utf8')) as Layout
      const facts = readFacts(board.id)
      const geometry = draw(facts, board, layout)
      writeFileSync(new URL(`${board.id}.json`, target), JSON.stringify(geometry) + '\n')
      writeFileSync(new URL(`${board.id}.svg`, target), thumbnail(geometry, facts))
      const { svg, scene } = picture(geometry, facts)
      writeFileSync(new URL(`${board.id}.svg`, pictures), svg)
      scenes[board.id] = scene
    }
  })
  writeFileSync(new URL('scenes.json', pictures), JSON.stringify(scenes) + '\n')
  await writeFonts(target)
  await writePrintFonts(world)
  writeCities(world)
  writeCountries(world)
  writeFileSync(stamp, key)
}
