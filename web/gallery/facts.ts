// The facts of the boards for the gallery (and of the toy island, which is drawn in the browser), which has no server to ask.

import { mkdirSync, writeFileSync } from 'node:fs'

import { PICTURES } from '../map/boards'
import { readFacts } from '../map/facts'

const target = new URL('./generated/', import.meta.url)
mkdirSync(target, { recursive: true })
const boards = Object.fromEntries([...PICTURES.map(({ id }) => id), 'toy'].map((id) => [id, readFacts(id)]))
writeFileSync(new URL('facts.json', target), JSON.stringify(boards))
