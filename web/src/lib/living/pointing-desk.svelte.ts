/** The desk of a big screen: a route touched there is paid for on the phone of the player whose turn it is. */
import type { Game } from '../game/game.svelte'
import { Desk } from '../table/state/desk.svelte'

/** How long the answer to a touch stands, in milliseconds. */
const SHOWN = 6000

export class PointingDesk extends Desk {
  /** Why nobody was asked about the route that was touched. */
  refused: string | null = $state(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    game: Game,
    /** Whether this screen may point: it has the table's secret. */
    readonly may: boolean,
  ) {
    super(game)
  }

  override async pick(route: string): Promise<void> {
    if (!this.may || this.game.over) return
    const { ok, error } = await this.game.connection.request({ type: 'point', route })
    clearTimeout(this.#timer)
    this.cancel()
    this.refused = ok ? null : (error?.code ?? null)
    if (ok) this.route = route
    this.#timer = setTimeout(() => {
      this.refused = null
      this.cancel()
    }, SHOWN)
  }

  /** The route stays lit until it is claimed. */
  protected override stale(): boolean {
    return this.route !== null && this.game.owners.has(this.route)
  }
}
