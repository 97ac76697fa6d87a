/** The table that somebody is putting together on the start page. */
import type { Clock, Colour, NewGame, NewSeat } from '../protocol'
import { settings } from '../settings.svelte'
import { m } from '../words'

export type Mode = 'bots' | 'friends' | 'hotseat'

export interface Other {
  kind: 'bot' | 'open' | 'me'
  level: string
  name: string
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
  boardFile: { name: string; text: string } | null = $state.raw(null)

  constructor(
    private readonly level: () => string,
    private readonly levelName: (id: string) => string,
  ) {
    this.setMode('bots')
  }

  /** Begins again with who usually sits at such a table. */
  setMode(mode: Mode): void {
    this.mode = mode
    if (mode === 'bots') this.others = [this.#bot(), this.#bot()]
    else if (mode === 'friends') this.others = [{ kind: 'open', level: '', name: '' }]
    else this.others = [this.#person(2)]
  }

  add(kind: Other['kind']): void {
    if (kind === 'bot') this.others.push(this.#bot())
    else if (kind === 'open') this.others.push({ kind, level: '', name: '' })
    else this.others.push(this.#person(this.others.filter((other) => other.kind === 'me').length + 2))
  }

  remove(index: number): void {
    this.others.splice(index, 1)
  }

  /** Brings the number of seats within what the board allows. */
  fit(min: number, max: number): void {
    while (this.others.length + 1 > max) this.others.pop()
    while (this.others.length + 1 < min) this.add(this.mode === 'friends' ? 'open' : 'bot')
  }

  request(board: string): NewGame {
    const seats: NewSeat[] = [{ kind: 'me', name: settings.name.trim() || m.default_name(), colour: this.colour }]
    for (const other of this.others) {
      if (other.kind === 'bot') {
        const level = other.level || this.level()
        const before = seats.filter((seat) => seat.kind === 'bot' && seat.level === level).length
        const name = this.levelName(level)
        seats.push({ kind: 'bot', level, name: before > 0 ? `${name} ${before + 1}` : name })
      } else if (other.kind === 'me') seats.push({ kind: 'me', name: other.name.trim() || m.default_name() })
      else seats.push({ kind: 'open' })
    }
    return {
      ...(this.boardFile ? { board_file: this.boardFile.text } : { board }),
      seats,
      clock: CLOCKS.find((choice) => choice.id === this.clock)?.clock ?? { kind: 'none' },
      spectators: this.spectators,
      ...(this.spectators && this.delay > 0 ? { spectator_delay: this.delay } : {}),
      public: this.listed,
      tracker: this.tracker,
    }
  }

  #bot(): Other {
    return { kind: 'bot', level: this.others.at(-1)?.level || this.level(), name: '' }
  }

  #person(number: number): Other {
    return { kind: 'me', level: '', name: m.player_n({ number }) }
  }
}
