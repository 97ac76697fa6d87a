/** The games of this device and the open tables, as the start page lists them. */
import { home } from '../home/here'
import { refusedAs } from '../home/errors'
import { isAway } from '../home/meet/away.svelte'
import type { Table } from '../protocol'
import { forget, own, tokensOf } from '../seats.svelte'
import { m, named, said } from '../words'

/** How many games are shown at first, and requested at a time. */
export const SHOWN = 8

export interface Mine {
  table: Table
  /** The seats that must decide now. */
  toAct: number[]
  /** Once it is over: everybody's points, and who won. */
  points: number[] | null
  winners: number[]
}

/** The seats of this device at a table. */
export const seatsOf = ({ game }: Table) => tokensOf(game).map(({ seat }) => seat)
export const boardOf = (table: Table) => named(table.board_name, table.board)
const taken = (table: Table) => table.seats.filter((seat) => seat.kind !== 'open')
export const people = (table: Table) =>
  taken(table)
    .map((seat) => seat.name)
    .join(', ')
export const status = (table: Table) =>
  table.status === 'waiting'
    ? m.seats_taken({ taken: taken(table).length, all: table.seats.length })
    : (said(`status_${table.status}`) ?? '')

/** Whether it is the turn of somebody here. */
export const isMine = ({ table, toAct }: Mine) => toAct.some((seat) => seatsOf(table).includes(seat))

/** Whether the others have begun a rematch, and this device has not gone there yet. */
export const isInvited = ({ table }: Mine) =>
  table.rematch !== null &&
  table.seats.some(({ kind, seat }) => kind === 'person' && !seatsOf(table).includes(seat)) &&
  !own.games.some(({ game }) => game === table.rematch)

/** The state of a game; with several players at this screen, who is to move. */
export function standing(one: Mine): string {
  const { table, toAct } = one
  if (toAct.length === 0) return status(table)
  if (isMine(one) && seatsOf(table).length === 1) return m.status_your_turn()
  return m.status_to_move({ names: toAct.map((seat) => table.seats[seat]?.name ?? '').join(', ') })
}

/** How many games that wait for the player stand above everything else. */
const MOST = 3
const IN_PROGRESS = 3

/** First the player's turn, then tables that fill up, then rematches of others; games in progress, finished ones. */
function urgency(one: Mine): number {
  if (isMine(one)) return 0
  if (one.table.status === 'waiting') return 1
  if (isInvited(one)) return 2
  return one.table.status === 'over' ? IN_PROGRESS + 1 : IN_PROGRESS
}

export class Games {
  #mine: Mine[] = $state.raw([])
  /** Games that an older version has left behind: they can only be removed. */
  old: { game: string; board: string }[] = $state.raw([])
  /** Games at the pages of others, who can't be asked now. */
  away: { game: string; board: string }[] = $state.raw([])
  /** The server has not answered yet: the games of this device can't be listed. */
  silent = $state(false)
  /** Tables of others. */
  lobby: Table[] = $state.raw([])
  /** Whether all games are wanted, not just those opened last. */
  all = $state(false)
  /** What is over does not change any more: asked for once. */
  readonly #over = new Map<string, Mine>()

  readonly #seated = $derived(this.#mine.filter(({ table }) => seatsOf(table).length > 0))
  /** Those that wait for the player, as many as leave the rest of the page in sight. */
  readonly waiting: Mine[] = $derived(
    this.#seated
      .filter((one) => urgency(one) < IN_PROGRESS)
      .toSorted((a, b) => urgency(a) - urgency(b))
      .slice(0, MOST),
  )
  readonly rest: Mine[] = $derived(
    this.#seated.filter((one) => !this.waiting.includes(one)).toSorted((a, b) => urgency(a) - urgency(b)),
  )
  readonly open: Table[] = $derived(this.lobby.filter((table) => seatsOf(table).length === 0))

  async #ask(game: string, token: string): Promise<Mine | 'old' | null> {
    const known = this.#over.get(game)
    if (known) return known
    try {
      const table = await home.table(game)
      if (table.status === 'waiting') return { table, toAct: [], points: null, winners: [] }
      const { to_act: toAct, points, winners } = await home.turn(game, token)
      const found = { table, toAct, points, winners }
      if (table.status === 'over') this.#over.set(game, found)
      return found
    } catch (error) {
      // Leave out games that no longer exist.
      return refusedAs(error, 'old_game') ? 'old' : null
    }
  }

  async refresh(): Promise<void> {
    const open = home.can('lobby') ? home.lobby() : Promise.resolve([])
    this.lobby = await open.then(
      (found) => ((this.silent = false), found),
      () => ((this.silent = true), []),
    )
    const known = own.games.slice(0, this.all ? undefined : SHOWN)
    const found: (Mine | 'old' | null)[] = []
    while (found.length < known.length) {
      const next = known.slice(found.length, found.length + SHOWN)
      found.push(...(await Promise.all(next.map(({ game, seats }) => this.#ask(game, seats[0]?.token ?? '')))))
    }
    this.#mine = found.filter((one) => one !== null && one !== 'old')
    const outdated = known.filter((_, at) => found[at] === 'old')
    const elsewhere = known.filter(({ game }, at) => found[at] === null && isAway(game))
    const boards = outdated.length + elsewhere.length > 0 ? await home.boards().catch(() => []) : []
    const title = (id: string) => named(boards.find((board) => board.id === id)?.names ?? {}, id)
    this.old = outdated.map(({ game, board }) => ({ game, board: title(board) }))
    this.away = elsewhere.map(({ game, board }) => ({ game, board: title(board) }))
  }

  remove(game: string): void {
    forget(game)
    home.forget(game)
    this.old = this.old.filter((one) => one.game !== game)
    this.away = this.away.filter((one) => one.game !== game)
  }

  showAll(): void {
    this.all = true
    void this.refresh()
  }
}
