/** Where the cities of a board lie whose file does not say it. */
import type { Layout } from '../../board/layout/layout-problem'
import type { Table } from '../file/toml'
import { readToml } from '../file/toml'
import { writeToml } from '../file/write-toml'
import { factsOf, isTable, text, type Board } from './board'

const LAYOUTS = import.meta.glob<Layout>('../../../../map/layouts/*.json', { import: 'default' })
const FILES = import.meta.glob<string>('../../../../../src/semafor/boards/*.toml', { query: '?raw', import: 'default' })

/** The file of a board that comes with Semafor. */
export async function builtInFile(id: string): Promise<string> {
  const load = FILES[`../../../../../src/semafor/boards/${id}.toml`]
  if (!load) throw new Error(`there is no board ${id}`)
  return load()
}

/** The layout of one of our boards, or one that is searched for; null if the file places all its cities. */
export async function startLayout(board: Board, file: Table): Promise<Layout | null> {
  const facts = factsOf(board)
  const drawing = isTable(file['drawing']) ? file['drawing'] : null
  const spots = drawing && isTable(drawing['spots']) ? drawing['spots'] : {}
  if (facts.places.every(({ id, kind }) => kind === 'country' || id in spots)) return null
  const own = LAYOUTS[`../../../../map/layouts/${text(board.head['id'])}.json`]
  if (own) {
    const layout = await own()
    if (facts.places.every(({ id, kind }) => kind === 'country' || id in layout.spots)) return layout
  }
  const { genericLayout } = await import('../../board/layout/generic')
  return genericLayout(facts)
}

/** The file of a new board: an empty sheet with the rules of the basic board. */
export async function emptyFile(name: string, rulesOf: string, width: number, height: number): Promise<string> {
  const { value } = readToml(await builtInFile(rulesOf))
  const file: Table = {
    format: 1,
    id: 'my-board',
    revision: 1,
    name: { en: name },
    players: value['players'] ?? { min: 2, max: 5 },
    cities: [],
    routes: [],
    tickets: [],
    rules: value['rules'] ?? {},
    drawing: { width, height, spots: {}, bends: {} },
  }
  return writeToml(file, null)
}
