/** The table being set up on the start page. */
import { BOT_NAMES, type Clock, type Colour, type NewGame, type NewSeat } from '../protocol'
import { PLAYER_COLOURS } from '../board/colours/palette'
import { counting } from '../guests/key.svelte'
import { settings } from '../settings.svelte'
import { faceNumber } from '../ui/pictures/faces'
import { m } from '../words'

export type Mode = 'bots' | 'friends' | 'hotseat'

export interface Other {
  kind: 'bot' | 'open' | 'me'
  level: string
  name: string
  /** Chosen by people at this screen; the others get what is left. */
  colour?: Colour
}

export interface ClockChoice {
  id: string
  clock: Clock
}

export const CLOCKS: ClockChoice[] = [
  { id: 'none', clock: { kind: 'none' } },
  { id: 'move-60', clock: { kind: 'move', seconds: 60 } },
  { id: 'move-120', clock: { kind: 'move', seconds: 120 } },
  { id: 'game-10', clock: { kind: 'game', seconds: 600, increment: 10 } },
  { id: 'game-20', clock: { kind: 'game', seconds: 1200, increment: 15 } },
  { id: 'days-1', clock: { kind: 'days', days: 1 } },
  { id: 'days-3', clock: { kind: 'days', days: 3 } },
]

const MODES: readonly Mode[] = ['bots', 'friends', 'hotseat']
const KINDS: readonly Other['kind'][] = ['bot', 'open', 'me']

/** At no table sit more than five. */
const MOST_OTHERS = 4

/** How many moves late others may watch. */
export const DELAYS = [0, 3, 10, 30]

export function clockText(clock: Clock): string {
  switch (clock.kind) {
    case 'move':
      return m.clock_move_seconds({ seconds: clock.seconds ?? 0 })
    case 'game':
      return m.clock_game_minutes({ minutes: Math.round((clock.seconds ?? 0) / 60), increment: clock.increment ?? 0 })
    case 'days':
      return m.clock_days_n({ count: clock.days ?? 1 })
    default:
      return m.clock_none()
  }
}

/** The default name of a player at this screen: the number of the row, or the next free one. */
function numbered(number: number, taken: string[]): string {
  const name = m.player_n({ number })
  return taken.includes(name) ? numbered(number + 1, taken) : name
}

export class Plan {
  mode: Mode = $state('bots')
  others: Other[] = $state([])
  colour: Colour = $state('red')
  clock = $state('none')
  spectators = $state(true)
  /** How many moves late spectators see the game. */
  delay = $state(0)
  listed = $state(false)
  tracker = $state(false)
  /** Whether the table is for children: gentle bots, hints, phrases, no clock. */
  kids = $state(false)
  /** Whether hints can be asked for; until somebody says so, against bots only. */
  #hints: boolean | null = $state(null)
  /** The seat that begins; null if it is drawn by lot. */
  first: number | null = $state(null)
  boardFile: { name: string; text: string } | null = $state.raw(null)

  constructor(private readonly level: () => string) {
    this.setMode('bots')
  }

  /** What to remember of this table for the next one; the bots' levels are remembered by themselves. */
  get kept(): Record<string, unknown> {
    const { mode, colour, clock, spectators, delay, listed, tracker } = this
    return { mode, seats: this.others.map(({ kind }) => kind), colour, clock, spectators, delay, listed, tracker }
  }

  /** Set the table up like the last one, as far as that is known. */
  restore(kept: Record<string, unknown>): void {
    const { mode, seats, colour, clock, spectators, delay, listed, tracker } = kept
    const known = MODES.find((one) => one === mode)
    if (!known) return
    this.setMode(known)
    if (Array.isArray(seats)) {
      const kinds = seats.map((seat) => KINDS.find((kind) => kind === seat)).filter((kind) => kind !== undefined)
      if (kinds.length > 0) this.others = []
      for (const kind of kinds.slice(0, MOST_OTHERS)) this.add(kind)
    }
    const own = PLAYER_COLOURS.find((one) => one === colour)
    if (own) this.paint(-1, own)
    this.clock = CLOCKS.find(({ id }) => id === clock)?.id ?? this.clock
    this.delay = DELAYS.find((one) => one === delay) ?? this.delay
    if (typeof spectators === 'boolean') this.spectators = spectators
    if (typeof listed === 'boolean') this.listed = listed
    if (typeof tracker === 'boolean') this.tracker = tracker
  }

  /** Start over with the usual seats of a mode. */
  setMode(mode: Mode): void {
    this.mode = mode
    this.#hints = null
    if (mode === 'bots') this.others = [this.#bot(), this.#bot()]
    else if (mode === 'friends') this.others = [{ kind: 'open', level: '', name: '' }]
    else this.others = [this.#person(2)]
  }

  add(kind: Other['kind']): void {
    if (kind === 'bot') this.others.push(this.#bot())
    else if (kind === 'open') this.others.push({ kind, level: '', name: '' })
    else this.others.push(this.#person(this.others.length + 2))
  }

  /** Give a colour to a player at this screen (the first is -1), swapping with the player who has it. */
  paint(index: number, colour: Colour): void {
    const before = this.colourOf(index)
    const holder = this.others.findIndex((other) => other.kind === 'me' && other.colour === colour)
    if (this.colour === colour) this.#setColour(-1, before)
    else if (holder >= 0) this.#setColour(holder, before)
    this.#setColour(index, colour)
  }

  colourOf(index: number): Colour {
    return this.others[index]?.colour ?? this.colour
  }

  #setColour(index: number, colour: Colour): void {
    const other = this.others[index]
    if (other) other.colour = colour
    else this.colour = colour
  }

  get hints(): boolean {
    return this.#hints ?? this.others.every((other) => other.kind === 'bot')
  }

  set hints(wanted: boolean) {
    this.#hints = wanted
  }

  remove(index: number): void {
    this.others.splice(index, 1)
    if (this.first !== null && this.first > this.others.length) this.first = null
  }

  /** Give the bots the levels that they had in the last game, as far as these are known; the others the usual one. */
  levelled(last: string, known: readonly { id: string }[], usual: string): void {
    const levels = last.split(',').filter((id) => known.some((one) => one.id === id))
    for (const [number, bot] of this.others.filter((other) => other.kind === 'bot').entries())
      bot.level = levels[number] ?? usual
  }

  /** Give bots whose level is not offered the strongest one that is. */
  within(offered: readonly { id: string }[]): void {
    const strongest = offered.at(-1)?.id
    if (strongest === undefined) return
    for (const other of this.others)
      if (other.level && !offered.some(({ id }) => id === other.level)) other.level = strongest
  }

  /** Bring the number of seats within the board's limits. */
  fit(min: number, max: number): void {
    while (this.others.length + 1 > max) this.remove(this.others.length - 1)
    while (this.others.length + 1 < min) this.add(this.mode === 'friends' ? 'open' : 'bot')
  }

  /** Whether somebody is to come by link: the table waits for them. */
  get waits(): boolean {
    return this.others.some((other) => other.kind === 'open')
  }

  get ownName(): string {
    return settings.name.trim() || m.default_name()
  }

  /** The names of the others: as typed, or numbered; bots get the first bot names that nobody has. */
  get names(): string[] {
    const people = this.others.map((other) => (other.kind === 'me' ? other.name.trim() : ''))
    for (const [index, other] of this.others.entries())
      if (other.kind === 'me') people[index] ||= numbered(index + 2, [this.ownName, ...people])
    const taken = new Set([this.ownName, ...people].map((name) => name.toLowerCase()))
    const free = BOT_NAMES.filter((name) => !taken.has(name.toLowerCase()))
    return this.others.map((other, index) => (other.kind === 'bot' ? (free.shift() ?? '') : (people[index] ?? '')))
  }

  request(board: string): NewGame {
    const names = this.names
    const face = faceNumber(settings.face)
    const seats: NewSeat[] = [{ kind: 'me', name: this.ownName, colour: this.colour, ...(face && { face }) }]
    for (const [index, other] of this.others.entries()) {
      const name = names[index] ?? ''
      if (other.kind === 'bot') seats.push({ kind: 'bot', level: other.level || this.level(), name })
      else if (other.kind === 'me') seats.push({ kind: 'me', name, colour: this.colourOf(index) })
      else seats.push({ kind: 'open' })
    }
    return {
      ...(this.boardFile ? { board_file: this.boardFile.text } : { board }),
      seats,
      clock: (this.kids ? null : CLOCKS.find((choice) => choice.id === this.clock)?.clock) ?? { kind: 'none' },
      ...(this.kids && { kids: true }),
      spectators: this.spectators,
      ...(this.spectators && this.delay > 0 ? { spectator_delay: this.delay } : {}),
      public: this.listed,
      tracker: this.tracker,
      ...counting(),
      ...(this.#hints === null ? {} : { hints: this.#hints }),
      ...(this.first === null ? {} : { first: this.first }),
    }
  }

  #bot(): Other {
    return { kind: 'bot', level: this.others.at(-1)?.level || this.level(), name: '' }
  }

  #person(number: number): Other {
    const taken = [this.colour, ...this.others.map((other) => other.colour)]
    const colour = PLAYER_COLOURS.find((one) => !taken.includes(one)) ?? this.colour
    return {
      kind: 'me',
      level: '',
      name: numbered(
        number,
        this.others.map((other) => other.name),
      ),
      colour,
    }
  }
}
