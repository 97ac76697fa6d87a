// The facts of the boards for the gallery (and of the toy island, which is drawn in the browser), which has no server to ask.

import { mkdirSync, writeFileSync } from 'node:fs'

import { PICTURES } from '../map/boards'
import { readFacts } from '../map/facts'
import { otherNames } from '../map/names'

const target = new URL('./generated/', import.meta.url)
mkdirSync(target, { recursive: true })
const polish = Object.fromEntries([...otherNames()].map(([id, { pl }]) => [id, pl]))
const boards = Object.fromEntries(
  [...PICTURES.map(({ id }) => id), 'toy'].map((id) => [id, { facts: readFacts(id), polish }]),
)
writeFileSync(new URL('facts.json', target), JSON.stringify(boards))
