/** A puzzle as a table: one view, questions about it, and an answer in place of every action. */
import type { Caller, Connection, Request, Status } from '../home/connection.svelte'
import { HomeError } from '../home/errors'
import { home } from '../home/here'
import { VERSION, type Answer, type PuzzleAnswer, type PuzzleTable } from '../protocol'
import { settings } from '../settings.svelte'
import { m } from '../words'

export class PuzzleConnection implements Connection {
  status: Status = 'open'

  constructor(
    readonly board: string,
    readonly puzzle: string,
    caller: Caller,
    shown: PuzzleTable,
    readonly answered: (answer: PuzzleAnswer) => void,
  ) {
    const own = shown.view.eyes ?? 0
    const name = settings.name.trim() || m.default_name()
    const seats = shown.table.seats.map((seat) => (seat.seat === own ? { ...seat, name } : seat))
    const table = { ...shown.table, seats }
    caller.heard({
      type: 'welcome',
      version: VERSION,
      game: shown.table.game,
      seats: [own],
      server_time: Date.now() / 1000,
      table,
      invite: null,
      unknown_tokens: 0,
      screen: false,
    })
    caller.heard(shown.view)
  }

  async request(request: Request): Promise<Answer> {
    const id = 'puzzle'
    try {
      if (request.type === 'act')
        this.answered(await home.answerPuzzle(this.board, this.puzzle, { action: request.action }))
      else if (request.type === 'check' || request.type === 'payments')
        return await home.askPuzzle(this.board, this.puzzle, { ...request, id })
      return { type: 'answer', id, ok: true }
    } catch (error) {
      if (error instanceof HomeError) return { type: 'answer', id, ok: false, error: error.info }
      throw error
    }
  }

  close(): void {
    this.status = 'closed'
  }
}
