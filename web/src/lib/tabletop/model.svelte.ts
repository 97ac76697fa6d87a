/** A game played on a real table, shown like any other: the entries, and the home's count. */
import type { TableModel } from '../game/table-model'
import type { Entry, TableSeat, TabletopScore, View } from '../protocol'
import { m, type Atlas } from '../words'
import type { Sheet } from './score-sheet.svelte'

export class TabletopModel implements TableModel {
  readonly table = null
  readonly eyes = null
  readonly log: Entry[] = []
  readonly seats: number[] = []
  readonly silent = false
  /** The last answer of the home. */
  counted: TabletopScore | null = $state.raw(null)

  constructor(
    readonly sheet: Sheet,
    readonly atlas: Atlas,
  ) {}

  get view(): View | null {
    return this.counted?.view ?? null
  }

  get observation(): View['observation'] | null {
    return this.view?.observation ?? null
  }

  get over(): boolean {
    return this.view !== null
  }

  owners = $derived.by(
    () => new Map(this.sheet.players.flatMap(({ routes }, seat) => routes.map((route) => [route, seat] as const))),
  )

  seat(number: number): TableSeat | null {
    const player = this.sheet.players[number]
    if (!player) return null
    return {
      seat: number,
      kind: 'person',
      name: this.name(number),
      colour: player.colour,
      level: null,
      connected: true,
      played_by_bot: false,
      external_bot: false,
      face: null,
    }
  }

  name(number: number | null | undefined): string {
    if (number === null || number === undefined) return '?'
    return this.sheet.players[number]?.name.trim() || m.player_n({ number: number + 1 })
  }
}
