/**
 * One action prepared while others play. It stays in this page: the server, and so everybody else, learns of it only
 * when it is carried out, by a request that is checked like any other. A claim names its exact cards, so it can't cost
 * anything but what was shown.
 */
import type { Game } from '../../game/game.svelte'
import type { Action } from '../../protocol'
import { m, oneCard, said } from '../../words'

/** How long the player before may take a move back, in milliseconds; bots wait as long. */
const UNDO = 3000

export class Prepared {
  /** Whether the next press on a card, a pile or a route prepares it. */
  choosing = $state(false)
  action: Action | null = $state.raw(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly game: Game) {}

  /**
   * Whether the player of this screen waits for other people: bots are too fast to prepare anything, and who shares a
   * screen decides when it is theirs.
   */
  possible: boolean = $derived.by(() => {
    const { game } = this
    if (game.eyes === null || game.seats.length !== 1 || game.over || game.table?.lesson) return false
    const others = game.table?.seats.some(({ seat, kind }) => kind === 'person' && seat !== game.eyes) ?? false
    return others && !game.offers && !game.playedByBot(game.eyes) && (game.view?.tickets.length ?? 0) > 0
  })

  /** What is prepared, in words. */
  text: string = $derived.by(() => {
    const { action, game } = this
    if (!action) return ''
    if (action.type === 'claim') return m.claim_title({ route: game.atlas?.route(action.route) ?? '' })
    if (action.type === 'draw_card')
      return action.card ? m.prepared_card({ card: oneCard(action.card) }) : m.draw_deck_confirm()
    return said(`${action.type}_confirm`) ?? ''
  })

  /** Begin to choose, stop it, or take back what is prepared. */
  toggle(): void {
    const idle = this.action === null && !this.choosing
    this.drop()
    this.choosing = idle && this.possible
  }

  take(action: Action): void {
    this.action = action
    this.choosing = false
  }

  drop(): void {
    clearTimeout(this.#timer)
    this.action = null
    this.choosing = false
  }

  /** The game has moved on: carry the action out if it is the player's turn and `offered` allows it, or say why not. */
  settle(offered: (action: Action) => boolean): void {
    const { game } = this
    clearTimeout(this.#timer)
    if (game.over || game.eyes === null || game.playedByBot(game.eyes)) return this.drop()
    if (!game.offers) return
    this.choosing = false
    if (!this.action || game.offers.decision !== 'take_turn') return
    this.#timer = setTimeout(() => void this.#carryOut(offered), game.view?.undo == null ? 0 : UNDO)
  }

  async #carryOut(offered: (action: Action) => boolean): Promise<void> {
    const { action, game } = this
    this.drop()
    if (!action || !game.offers) return
    if (offered(action)) await game.act(action)
    else await game.whyNot(action)
  }
}
