// The facts of the boards for the gallery, which has no server to ask.

import { mkdirSync, writeFileSync } from 'node:fs'

import { PICTURES } from '../map/boards'
import { readFacts } from '../map/facts'
import names from '../map/names.json'

const target = new URL('./generated/', import.meta.url)
mkdirSync(target, { recursive: true })
const polish = Object.fromEntries(Object.entries(names).map(([id, others]) => [id, others.at(-1)!]))
const boards = Object.fromEntries(PICTURES.map(({ id }) => [id, { facts: readFacts(id), polish }]))
writeFileSync(new URL('facts.json', target), JSON.stringify(boards))
