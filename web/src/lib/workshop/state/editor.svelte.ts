/** A board that is being edited: what is selected, what can be undone, and that it is kept. */
import type { Scene } from '../../board/ground/ground-for'
import type { Bend, Point } from '../../board/layout/layout-problem'
import { readToml, type Source, type Table } from '../file/toml'
import { writeToml } from '../file/write-toml'
import { boardOf, fileOf, idOf, namesOf, routeIds, type Board, type City, type Route, type Ticket } from './board'
import { copied, paste, remove, type Clip } from './editing'
import { Drawing } from './geometry'
import { startLayout } from './start'
import { keep, keepVersion, type NotSaved } from './store'

export type Tool = 'select' | 'city' | 'route' | 'ticket' | 'paint' | 'ruler'

/** How many steps can be undone. */
const STEPS = 300
/** Milliseconds after which a version of a board that is being changed is kept. */
const VERSION_EVERY = 10 * 60_000
/** How far a copy lies from what was copied. */
const ASIDE: Point = { x: 40, y: 40 }

const clipboard: { clip: Clip | null } = { clip: null }

export class Editor {
  board = $state.raw<Board>() as Board
  /** The board while something is dragged. */
  preview = $state.raw<Board | null>(null)
  selection = $state.raw<ReadonlySet<number>>(new Set())
  tool = $state<Tool>('select')
  /** The city that a route, a ticket or a ruler begins at. */
  from = $state.raw<number | null>(null)
  /** What lies under the board, once it is drawn. */
  scene = $state.raw<Scene | null>(null)
  /** Why the board is not saved; null if it is. */
  trouble = $state.raw<NotSaved | null>(null)
  saving = $state(false)
  /** The name under which it is kept; another one once somebody else has changed it in another tab. */
  id: string = $state('')
  readonly drawing = new Drawing()
  #past = $state.raw<Board[]>([])
  #future = $state.raw<Board[]>([])
  #merging: string | null = null
  #source: Source | null
  #saves: number
  #waiting = false
  #lastVersion = Date.now()
  /** The file as it was opened. */
  #opened: string

  constructor(id: string, text: string, saves: number) {
    const { value, source } = readToml(text)
    this.id = id
    this.#source = source
    this.#saves = saves
    this.#opened = text
    this.board = boardOf(value, null)
  }

  /** Open a file; cities that it does not place find a place. */
  static async open(id: string, text: string, saves: number): Promise<Editor> {
    const editor = new Editor(id, text, saves)
    const { value } = readToml(text)
    const layout = await startLayout(editor.board, value)
    if (layout) editor.board = boardOf(value, layout)
    return editor
  }

  readonly shown = $derived(this.preview ?? this.board)
  readonly drawn = $derived(this.drawing.draw(this.shown, this.scene))
  readonly canUndo = $derived(this.#past.length > 0)
  readonly canRedo = $derived(this.#future.length > 0)
  readonly cities: City[] = $derived(this.board.cities.filter(({ key }) => this.selection.has(key)))
  readonly routes: Route[] = $derived(this.board.routes.filter(({ key }) => this.selection.has(key)))
  readonly tickets: Ticket[] = $derived(this.board.tickets.filter(({ key }) => this.selection.has(key)))

  get text(): string {
    return writeToml(fileOf(this.board) as Table, this.#source)
  }

  get name(): string {
    return namesOf(this.board)['en'] ?? ''
  }

  city(id: string): City | undefined {
    return this.board.cities.find((city) => idOf(city) === id)
  }

  /** Go on with another board. What has the same `merging` as the step before is undone together with it. */
  commit(next: Board, { moved, merging = null }: { moved?: ReadonlySet<number>; merging?: string | null } = {}): void {
    this.preview = null
    if (next === this.board) return
    if (!merging || merging !== this.#merging) this.#past = [...this.#past.slice(-STEPS + 1), this.board]
    this.#merging = merging
    this.#future = []
    this.board = next.drawn ? this.drawing.nameCities(next, moved) : next
    this.#changed()
  }

  undo(): void {
    const before = this.#past.at(-1)
    if (!before) return
    this.#future = [...this.#future, this.board]
    this.#past = this.#past.slice(0, -1)
    this.#go(before)
  }

  redo(): void {
    const next = this.#future.at(-1)
    if (!next) return
    this.#past = [...this.#past, this.board]
    this.#future = this.#future.slice(0, -1)
    this.#go(next)
  }

  /** Take a whole file, as one step. */
  take(text: string): void {
    const { value } = readToml(text)
    this.commit({ ...boardOf(value, null), drawn: true })
  }

  #go(board: Board): void {
    this.preview = null
    this.#merging = null
    this.board = board
    const there = new Set([...board.cities, ...board.routes, ...board.tickets].map(({ key }) => key))
    this.selection = new Set([...this.selection].filter((key) => there.has(key)))
    this.from = null
    this.#changed()
  }

  select(keys: Iterable<number>, { add = false } = {}): void {
    const next = new Set(add ? this.selection : [])
    for (const key of keys)
      if (add && this.selection.has(key)) next.delete(key)
      else next.add(key)
    this.selection = next
  }

  use(tool: Tool): void {
    this.tool = tool
    this.from = null
  }

  removeSelected(): void {
    if (this.selection.size === 0) return
    this.commit(remove(this.board, this.selection))
    this.selection = new Set()
  }

  copy(): void {
    const clip = copied(this.board, this.selection)
    if (clip.cities.length > 0) clipboard.clip = clip
  }

  paste(): void {
    if (!clipboard.clip) return
    const { board, keys } = paste(this.board, clipboard.clip, ASIDE)
    this.commit(board, { moved: keys })
    this.selection = keys
  }

  /** The routes that lie beside a route and bend with it. */
  bundle(route: number): Set<number> {
    const shape = this.board.routes.find(({ key }) => key === route)
    const index = shape ? this.board.routes.indexOf(shape) : -1
    const id = this.routeId(index)
    const bundle = this.drawn.problem.bundles.find(({ routes }) => routes.some((one) => one.id === id))
    const ids = new Set(bundle?.routes.map((one) => one.id))
    return new Set(this.board.routes.filter((_, number) => ids.has(this.routeId(number))).map(({ key }) => key))
  }

  readonly #ids = $derived(routeIds(this.board))

  routeId(index: number): string {
    return this.#ids[index] ?? ''
  }

  routeBy(id: string): Route | undefined {
    return this.board.routes[this.#ids.indexOf(id)]
  }

  bendOf(route: Route): Bend | null {
    return route.bend
  }

  #changed(): void {
    if (this.saving) this.#waiting = true
    else void this.save()
  }

  /** Keep the board as it is now; what changes meanwhile is kept after it. */
  async save(): Promise<void> {
    this.saving = true
    do {
      this.#waiting = false
      const text = this.text
      if (this.#opened && Date.now() - this.#lastVersion > VERSION_EVERY) await this.version(false)
      const { cities, routes } = this.board
      const facts = { name: this.name, text, cities: cities.length, routes: routes.length }
      let kept = await keep({ id: this.id, ...facts }, this.#saves)
      if (kept === 'elsewhere') {
        // Another tab has changed it: what is drawn here goes on as a board of its own.
        this.id = crypto.randomUUID()
        kept = await keep({ id: this.id, ...facts }, 0)
        this.trouble = 'elsewhere'
      } else if (typeof kept === 'number' && this.trouble !== 'elsewhere') this.trouble = null
      if (typeof kept === 'number') this.#saves = kept
      else this.trouble = kept
    } while (this.#waiting)
    this.saving = false
  }

  /** Keep a version to go back to. */
  async version(wanted: boolean): Promise<void> {
    this.#lastVersion = Date.now()
    await keepVersion({ board: this.id, at: this.#lastVersion, text: this.text, wanted }).catch(() => null)
  }

  /** Keep what the board was when it was opened, before it changes. */
  async versionOpened(): Promise<void> {
    const version = { board: this.id, at: Date.now(), text: this.#opened, wanted: false }
    await keepVersion(version).catch(() => null)
  }

  get unchanged(): boolean {
    return this.#past.length === 0
  }
}
