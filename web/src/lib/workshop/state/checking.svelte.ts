/** What is wrong with a board, asked for again whenever it has changed. */
import { explain, HomeError } from '../../home/errors'
import { home } from '../../home/here'
import { problemTexts } from '../../plan/file-problems'
import type { BoardDefinition } from '../../protocol'
import { tables, text } from './board'
import type { Editor } from './editor.svelte'
import { flawsOf, type Flaw } from './flaws'

export interface Wrong {
  text: string
  /** What it is about, by key. */
  keys: number[]
  /** A rule that it is about. */
  rule: string | null
}

/** Milliseconds without a change before the board is checked. */
const REST = 350

export class Checking {
  /** What the home says; null until it has answered. */
  problems = $state.raw<Wrong[] | null>(null)
  flaws = $state.raw<{ flaw: Flaw; keys: number[] }[]>([])
  /** The board as the home reads it, if nothing is wrong. */
  board = $state.raw<BoardDefinition | null>(null)
  /** Why there was no answer. */
  failure = $state('')
  /** The file that the answer is about. */
  checked = $state('')

  constructor(private readonly editor: Editor) {}

  /** Check the board once it rests; returns how to stop. */
  later(): () => void {
    // Read here, so that an effect runs again when the board changes.
    void this.editor.board
    const timer = setTimeout(() => {
      this.#draw()
      void this.now()
    }, REST)
    return () => clearTimeout(timer)
  }

  async now(): Promise<void> {
    const { editor } = this
    const asked = editor.text
    try {
      const board = await home.readBoard({ board_file: asked })
      if (asked !== editor.text) return
      this.board = board
      this.problems = []
      this.failure = ''
    } catch (error) {
      if (asked !== editor.text) return
      this.board = null
      const found = error instanceof HomeError ? error.info.problems : undefined
      if (!found) {
        this.failure = explain(error)
        return
      }
      const texts = await problemTexts(found)
      this.failure = ''
      this.problems = texts.map(({ path, text: said }) => this.#placed(path, said))
    }
    this.checked = asked
  }

  #draw(): void {
    const { editor } = this
    const cities = new Map(editor.board.cities.map((city) => [text(city.fields['id']), city.key]))
    this.flaws = flawsOf(editor.drawn).map((flaw) => ({
      flaw,
      keys: [
        ...flaw.routes.flatMap((id) => editor.routeBy(id)?.key ?? []),
        ...flaw.cities.flatMap((id) => cities.get(id) ?? []),
      ],
    }))
  }

  /** Find what a path in the file points at: `routes[3].length`, `tickets.ambel:fenn`. */
  #placed(path: string, said: string): Wrong {
    const { board } = this.editor
    const [, list = '', number = ''] = /^(cities|routes|tickets)\[(\d+)\]/.exec(path) ?? []
    const rule = /^rules\.(\w+)/.exec(path)?.[1] ?? null
    const found = list ? board[list as 'cities' | 'routes' | 'tickets'][Number(number)] : undefined
    const keys = found ? [found.key] : []
    if (found && list !== 'cities') {
      const ends = Array.isArray(found.fields['between']) ? found.fields['between'].map((end) => text(end)) : []
      if (list === 'tickets')
        keys.push(...board.cities.filter(({ fields }) => ends.includes(text(fields['id']))).map(({ key }) => key))
    }
    const field = path.replace(/^(cities|routes|tickets)\[\d+\]\.?/, '')
    return { text: field && !rule ? `${field}: ${said}` : said, keys, rule }
  }
}

export const regionsOf = (editor: Editor): { id: string; name: string }[] =>
  tables(editor.board.head['regions']).map((region) => ({ id: text(region['id']), name: text(region['name']) }))
