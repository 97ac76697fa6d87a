// The facts of the boards for the gallery, which has no server to ask, and of the toy island, which the browser draws.

import { mkdirSync, writeFileSync } from 'node:fs'

import { PICTURES } from '../map/boards'
import { readFacts } from '../map/facts'

const target = new URL('./generated/', import.meta.url)
mkdirSync(target, { recursive: true })
const boards = Object.fromEntries([...PICTURES.map(({ id }) => id), 'toy'].map((id) => [id, readFacts(id)]))
writeFileSync(new URL('facts.json', target), JSON.stringify(boards))
