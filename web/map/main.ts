// Draws the boards and cuts the fonts: reads src/semafor/boards/*.toml and layouts/, writes src/lib/board/generated/.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Layout } from '../src/lib/board/layout/problem'
import { PICTURES } from './boards'
import { draw } from './draw'
import { readFacts } from './facts'
import { writeFonts } from './fonts'
import { thumbnail } from './thumbnail'

const target = new URL('../src/lib/board/generated/', import.meta.url)
mkdirSync(fileURLToPath(target), { recursive: true })

for (const picture of PICTURES) {
  const layout = JSON.parse(readFileSync(new URL(`./layouts/${picture.id}.json`, import.meta.url), 'utf8')) as Layout
  const facts = readFacts(picture.id)
  const geometry = draw(facts, picture, layout)
  writeFileSync(new URL(`${picture.id}.json`, target), JSON.stringify(geometry) + '\n')
  writeFileSync(new URL(`${picture.id}.svg`, target), thumbnail(geometry, facts))
}

await writeFonts(target)
