/** The keyboard at the table. */
import { DIRECTIONS, type Direction } from '../../board/moving/keyboard'
import type { Game } from '../../game/game.svelte'
import { settings } from '../../settings.svelte'
import type { Desk } from './desk.svelte'

export interface Keyed {
  search: () => void
  help: () => void
  log: () => void
  fit: () => void
  zoom: (factor: number) => void
  push: (direction: Direction) => void
}

/** The zoom factor of one key press. */
const NEARER = 1.35
const TYPING = 'input:not([type="radio"]):not([type="checkbox"]), select, textarea, dialog'

/** Handle a key; returns whether it did something. */
export function pressed(event: KeyboardEvent, game: Game, desk: Desk, keyed: Keyed): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || game.curtain !== null) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TYPING)) return false
  if (/^[1-9]$/.test(event.key)) {
    choose(Number(event.key) - 1, game, desk)
    return true
  }
  const direction = DIRECTIONS[event.key]
  if (direction) {
    if (!event.shiftKey || target?.closest('input')) return false
    keyed.push(direction)
    return true
  }
  switch (event.key) {
    case '+':
    case '=':
      keyed.zoom(NEARER)
      return true
    case '-':
      keyed.zoom(1 / NEARER)
      return true
    case 'd':
    case 'D':
      void desk.try({ type: 'draw_card', from: 'deck' })
      return true
    case 't':
    case 'T':
      void desk.try({ type: 'draw_tickets' })
      return true
    case 'f':
    case 'F':
      void desk.try({ type: 'draw_ferry_card' })
      return true
    case 'w':
    case 'W':
      if (game.offers?.tunnel?.withdraw) void game.act({ type: 'withdraw' })
      return true
    case 'z':
    case 'Z':
      void game.undo()
      return true
    case 'q':
    case 'Q':
      desk.prepared.toggle()
      return true
    case 'h':
    case 'H':
      desk.askHint()
      return true
    case 'p':
    case 'P':
      desk.pencil = !desk.pencil
      return true
    case 'm':
    case 'M':
      settings.sounds = !settings.sounds
      return true
    case 'l':
    case 'L':
      keyed.log()
      return true
    case '0':
      keyed.fit()
      return true
    case '/':
      keyed.search()
      return true
    case '?':
      keyed.help()
      return true
    case 'Escape':
      desk.cancel()
      desk.prepared.choosing = false
      desk.colour = null
      desk.show(null)
      return true
    case 'Enter':
      return !event.repeat && confirm(target, game, desk)
    default:
      return false
  }
}

/** A number key chooses a ticket, a payment, or else a face-up card. */
function choose(at: number, game: Game, desk: Desk): void {
  const { keep, tunnel } = game.offers ?? {}
  const ticket = keep?.tickets[at]
  const cards = tunnel?.payments[at]
  const card = game.observation?.display[at]
  if (ticket) desk.tick(ticket)
  else if (cards) void game.act({ type: 'pay_tunnel', cards })
  else if (desk.route && at < desk.payments.length) desk.chosen = at
  else if (card && !desk.route && !keep && !tunnel) void desk.try({ type: 'draw_card', from: 'display', card })
}

/** Enter confirms what is waiting to be confirmed, unless it presses the button that has the focus. */
function confirm(target: Element | null, game: Game, desk: Desk): boolean {
  // After the turn the focused button, such as the deck, does nothing: Enter hands the screen over.
  const idle = game.passing !== null && target?.closest('[aria-disabled="true"]')
  if (!idle && target?.closest('button, a, [role="button"], summary')) return false
  if (game.passing !== null) game.handOver()
  else if (desk.route) void desk.claim()
  else if (desk.asking) void desk.try({ type: desk.asking })
  else if (game.offers?.keep) void desk.keepTickets()
  else if (game.offers?.pass) void desk.try({ type: 'pass' })
  else if (game.canUndo) void game.goOn()
  else if (game.canSkip) void game.skip()
  else return false
  return true
}
