/** A game played on a real table, while it is being entered. It stays in this browser until it is cleared. */
import { PLAYER_COLOURS } from '../board/colours/palette'
import { BASIC_BOARD, type BoardDefinition, type Cards, type Colour, type Tabletop } from '../protocol'
import { store, stored } from '../storage'

export interface SheetPlayer {
  name: string
  colour: Colour
  routes: string[]
  tickets: string[]
  hand: Cards
}

/** What a player has of a board: each route and each ticket exists once. */
export type Part = 'routes' | 'tickets'

const KEY = 'semafor.tabletop'
const FEWEST = 2

const isText = (value: unknown): value is string => typeof value === 'string'
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : [])

function newPlayer(colour: Colour, name = ''): SheetPlayer {
  return { name, colour, routes: [], tickets: [], hand: {} }
}

/** A player as it was stored; null if it is something else. */
function playerFrom(value: unknown): SheetPlayer | null {
  if (typeof value !== 'object' || value === null) return null
  const { name, colour, routes, tickets, hand } = value as Record<string, unknown>
  const known = PLAYER_COLOURS.find((one) => one === colour)
  if (!isText(name) || !known) return null
  const cards = Object.entries(hand ?? {}).filter((one): one is [string, number] => Number.isInteger(one[1]))
  return { name, colour: known, routes: texts(routes), tickets: texts(tickets), hand: Object.fromEntries(cards) }
}

export class Sheet {
  board = $state<string>(BASIC_BOARD)
  players: SheetPlayer[] = $state([newPlayer('red'), newPlayer('blue')])
  /** Those that were face up. */
  goals: string[] = $state([])
  /** The player whose routes and tickets are being entered. */
  active = $state(0)

  /** Whether nothing but names has been entered. */
  get empty(): boolean {
    return this.goals.length === 0 && this.players.every(({ routes, tickets }) => routes.length + tickets.length === 0)
  }

  get player(): SheetPlayer {
    return this.players[this.active] ?? this.players[0]!
  }

  /** Who has a route or a ticket. */
  holder(part: Part, id: string): number | null {
    const at = this.players.findIndex((player) => player[part].includes(id))
    return at < 0 ? null : at
  }

  /** Enter something for the active player, or take it back; false if another player has it. */
  toggle(part: Part, id: string): boolean {
    const holder = this.holder(part, id)
    if (holder !== null && holder !== this.active) return false
    if (holder === null) this.player[part].push(id)
    else this.remove(part, id)
    return true
  }

  /** Enter something for the active player, even if another one has it. */
  give(part: Part, id: string): void {
    this.remove(part, id)
    this.player[part].push(id)
  }

  remove(part: Part, id: string): void {
    for (const player of this.players) player[part] = player[part].filter((one) => one !== id)
  }

  toggleGoal(id: string): void {
    this.goals = this.goals.includes(id) ? this.goals.filter((one) => one !== id) : [...this.goals, id]
  }

  add(): void {
    const free = PLAYER_COLOURS.find((colour) => this.players.every((player) => player.colour !== colour))
    if (free) this.players.push(newPlayer(free))
  }

  leave(seat: number): void {
    this.players.splice(seat, 1)
    this.active = Math.min(this.active, this.players.length - 1)
  }

  /** Give a player a colour, swapping with the player who has it. */
  paint(seat: number, colour: Colour): void {
    const [player, other] = [this.players[seat], this.players.find((one) => one.colour === colour)]
    if (!player) return
    if (other) other.colour = player.colour
    player.colour = colour
  }

  /** Fit the players to a board, and drop what it does not have: the board may be another, or a newer revision. */
  fit({ id, players, routes, tickets, goals }: BoardDefinition): void {
    if (id !== this.board) return
    const known = new Set([...routes, ...tickets].map((one) => one.id))
    this.goals = this.goals.filter((goal) => goals.some((one) => one.id === goal))
    while (this.players.length > players.max) this.leave(this.players.length - 1)
    while (this.players.length < Math.max(FEWEST, players.min)) this.add()
    for (const player of this.players) {
      player.routes = player.routes.filter((route) => known.has(route))
      player.tickets = player.tickets.filter((ticket) => known.has(ticket))
    }
  }

  /** Clear everything but the names. */
  clear(): void {
    this.goals = []
    this.active = 0
    for (const player of this.players) Object.assign(player, { routes: [], tickets: [], hand: {} })
  }

  /** The request for the score. Cards count only for some goals, so they are left out unless they do. */
  request(withHands: boolean): Tabletop {
    const seats = this.players.map(({ routes, tickets, hand }) => ({
      routes: [...routes],
      tickets: [...tickets],
      hand: withHands ? { ...hand } : {},
    }))
    return { board: this.board, seats, goals: [...this.goals] }
  }

  /** Store it; reads everything, so an effect runs again when anything changes. */
  keep(): void {
    const { board, players, goals, active } = this
    store(KEY, { board, players, goals, active })
  }

  /** The sheet stored in this browser, or an empty one. */
  static kept(): Sheet {
    const sheet = new Sheet()
    const data = stored(KEY)
    if (typeof data !== 'object' || data === null) return sheet
    const { board, players, goals, active } = data as Record<string, unknown>
    const found = (Array.isArray(players) ? players : []).map(playerFrom).filter((player) => player !== null)
    if (!isText(board) || found.length < FEWEST) return sheet
    sheet.board = board
    sheet.players = found
    sheet.goals = texts(goals)
    sheet.active = Number.isInteger(active) ? Math.min(Math.max(0, active as number), found.length - 1) : 0
    return sheet
  }
}
