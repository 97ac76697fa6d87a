// Search for the layouts of boards and write them to layouts/: npm run map:solve -- usa 400000
// Needed when a board has new places or routes; the file may be edited by hand afterwards.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Layout } from '../src/lib/board/layout/layout-problem'
import { routeShapes, spotShapes } from '../src/lib/board/layout/shapes'
import { solve } from '../src/lib/board/layout/solve'
import { PICTURES } from './boards'
import { readFacts } from './facts'
import { lint } from './lint'
import { problemOf } from './problem'

const [wanted = 'all', steps = '300000', heat = '300', reach = '60', seed = '1'] = process.argv.slice(2)

for (const picture of PICTURES) {
  if (wanted !== 'all' && wanted !== picture.id) continue
  const path = fileURLToPath(new URL(`./layouts/${picture.id}.json`, import.meta.url))
  const start = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Layout) : null
  const problem = problemOf(readFacts(picture.id), picture)
  const begun = Date.now()
  const { layout, badness } = solve(problem, start, {
    steps: Number(steps),
    heat: Number(heat),
    reach: Number(reach),
    seed: Number(seed),
  })
  const { id: board, width, height, scenery } = picture
  const shapes = { spots: spotShapes(problem, layout), routes: routeShapes(problem, layout) }
  const wrong = lint({
    board,
    revision: 0,
    width,
    height,
    scenery,
    ground: [],
    ornaments: [],
    lettering: [],
    large: [],
    title: null,
    ...shapes,
  })
  writeFileSync(path, JSON.stringify(layout, null, 1) + '\n')
  console.log(wrong.join('\n'))
  console.log(
    `${picture.id}: ${wrong.length} complaints, badness ${badness.toFixed(0)} after ${((Date.now() - begun) / 1000).toFixed(1)} s`,
  )
}
