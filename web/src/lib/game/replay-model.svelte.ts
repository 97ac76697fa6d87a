/** A step of a replay, shown like a table. */
import type { Entry, Frame, Observation, OpenSeat, Table, TableSeat, View } from '../protocol'
import type { Atlas } from '../words'
import type { TableModel } from './table-model'

export class ReplayModel implements TableModel {
  frames: Frame[] = $state.raw([])
  at = $state(0)
  readonly seats: number[] = []
  readonly silent = false

  constructor(
    readonly table: Table,
    readonly atlas: Atlas,
  ) {}

  frame: Frame | null = $derived(this.frames[this.at] ?? null)
  view: View | null = $derived(this.frame?.view ?? null)
  /** Every seat's cards and tickets, where everything is open. */
  open: OpenSeat[] = $derived(this.frame?.open ?? [])
  observation: Observation | null = $derived(this.view?.observation ?? null)
  eyes: number | null = $derived(this.view?.eyes ?? null)
  over: boolean = $derived(this.observation?.decision === 'over')
  log: Entry[] = $derived(this.frames.slice(0, this.at + 1).map((frame) => frame.entry))
  owners = $derived(
    new Map((this.observation?.seats ?? []).flatMap((seat, number) => seat.routes.map((route) => [route, number]))),
  )

  seat(number: number): TableSeat | null {
    return this.table.seats[number] ?? null
  }

  name(number: number | null | undefined): string {
    return (number === null || number === undefined ? null : this.seat(number)?.name) ?? '?'
  }
}
