// Check the layouts without drawing the ground: npm run map:check

import { readFileSync } from 'node:fs'

import type { Layout } from '../src/lib/board/layout/layout-problem'
import { routeShapes, spotShapes } from '../src/lib/board/layout/shapes'
import { PICTURES } from './boards'
import { readFacts } from './facts'
import { lint } from './lint'
import { mismatch, problemOf } from './problem'

let wrong = 0
for (const picture of PICTURES) {
  const layout = JSON.parse(readFileSync(new URL(`./layouts/${picture.id}.json`, import.meta.url), 'utf8')) as Layout
  const facts = readFacts(picture.id)
  const problem = problemOf(facts, picture)
  const { width, height, scenery } = picture
  const shapes = { spots: spotShapes(problem, layout), routes: routeShapes(problem, layout) }
  const rest = { ground: [], ornaments: [], lettering: [], large: [], title: null }
  const drawing = { board: facts.id, revision: facts.revision, width, height, scenery, ...shapes, ...rest }
  for (const complaint of [...mismatch(problem, layout), ...lint(drawing)]) {
    console.error(`${picture.id}: ${complaint}`)
    wrong += 1
  }
}
if (wrong) process.exit(1)
