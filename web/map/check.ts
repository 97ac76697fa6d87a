// Says what is wrong with the drawings: npm run map:check

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { BoardGeometry } from '../src/lib/board/geometry'
import { PICTURES } from './boards'
import { lint } from './lint'

let wrong = 0
for (const { id } of PICTURES) {
  const path = fileURLToPath(new URL(`../src/lib/board/generated/${id}.json`, import.meta.url))
  const complaints = lint(JSON.parse(readFileSync(path, 'utf8')) as BoardGeometry)
  for (const complaint of complaints) console.error(`${id}: ${complaint}`)
  wrong += complaints.length
}
if (wrong) process.exit(1)
