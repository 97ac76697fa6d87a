/** The log in words and signs. */
import type { TableModel } from '../../game/table-model'
import type { Entry, Event } from '../../protocol'
import type { IconName } from '../../ui/pictures/Icon.svelte'
import { cardName, m, oneCard, said } from '../../words'
import type { Spotlight } from '../state/desk.svelte'

export interface Line {
  icon: IconName
  seat: number | null
  text: string
  /** Cards shown after the text, by kind. */
  cards: Record<string, number> | null
  ferryCards?: number
  spotlight: Spotlight | null
}

const SILENT = new Set(['display_filled', 'cards_dealt', 'tickets_dealt', 'tickets_chosen'])

type Named = Pick<TableModel, 'name' | 'atlas'>

/** The lines of a log entry; none for entries of no interest. */
export function linesOf(game: Named, entry: Entry): Line[] {
  if (entry.kind !== 'action' && entry.kind !== 'start') return [notice(game, entry)]
  return entry.events.filter((event) => !SILENT.has(event.type)).map((event) => lineOf(game, event))
}

/** Merge consecutive lines with the same text: with all their cards, or with a count. */
export function joined(lines: Line[]): Line[] {
  const runs: { line: Line; times: number }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.line.text === line.text && !line.spotlight) {
      last.times += 1
      last.line = { ...last.line, cards: line.cards && added(last.line.cards ?? {}, line.cards) }
    } else runs.push({ line, times: 1 })
  }
  return runs.map(({ line, times }) => (times > 1 && !line.cards ? { ...line, text: `${line.text} ×${times}` } : line))
}

function added(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const kinds = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return Object.fromEntries(kinds.map((kind) => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)]))
}

/** The lines of several entries, the latest first, also within a move. */
export function newestFirst(game: Named, entries: Entry[]): { seq: number; lines: Line[] }[] {
  return entries.toReversed().map((entry) => ({ seq: entry.seq, lines: linesOf(game, entry).toReversed() }))
}

function notice(game: Named, entry: Entry): Line {
  const name = game.name(entry.by)
  const texts: Partial<Record<Entry['kind'], string>> = {
    undo: m.entry_undo({ name }),
    bot_took_over: m.entry_bot_took_over({ name }),
    person_returned: m.entry_returned({ name }),
    seat_moved: m.entry_seat_moved({ name }),
    end_offered: m.end_offer({ name }),
    end_answered: `${name}: ${entry.yes ? m.yes() : m.no()}`,
    end_agreed: m.entry_end_agreed(),
    skipped: m.entry_skipped({ name }),
  }
  const icon = entry.kind === 'undo' ? 'undo' : 'person'
  return { icon, seat: entry.by, text: texts[entry.kind] ?? entry.kind, cards: null, spotlight: null }
}

const ICONS: Partial<Record<Event['type'], IconName>> = {
  card_taken: 'cards',
  card_drawn: 'cards',
  bonus_cards_drawn: 'cards',
  display_swept: 'cards',
  deck_reshuffled: 'cards',
  ferry_card_drawn: 'ferry',
  tickets_drawn: 'ticket',
  tickets_kept: 'ticket',
  route_claimed: 'train',
  tunnel_opened: 'train',
  tunnel_paid: 'train',
  tunnel_withdrawn: 'train',
  first_player: 'play',
  goals_shown: 'star',
  last_round: 'flag',
  game_over: 'flag',
  passed: 'forward',
}

export function lineOf(game: Named, event: Event): Line {
  const atlas = game.atlas
  const seat = 'seat' in event ? event.seat : null
  const route = 'route' in event ? event.route : null
  const card = 'card' in event ? event.card : undefined
  const count = 'count' in event ? event.count : 0
  const own = event.type === 'card_drawn' && card
  const text = said(own ? 'event_card_drawn_own' : `event_${event.type}`, {
    name: game.name(seat),
    route: route && atlas ? atlas.route(route) : '',
    card: card ? cardName(card) : '',
    one: card ? oneCard(card) : '',
    cards: m.cards_n({ count }),
    tickets: m.tickets_n({ count }),
    points: m.points_n({ count: event.type === 'route_claimed' ? event.points : 0 }),
    goals: event.type === 'goals_shown' ? event.goals.map((goal) => atlas?.goal(goal) ?? goal).join(', ') : '',
  })
  return {
    icon: ICONS[event.type] ?? 'log',
    seat,
    text: text ?? event.type,
    cards: shownCards(event),
    ferryCards: event.type === 'route_claimed' ? event.ferry_cards : 0,
    spotlight: route ? { routes: [route], places: atlas?.routes.get(route)?.places ?? [] } : null,
  }
}

function shownCards(event: Event): Record<string, number> | null {
  if (event.type === 'card_taken') return { [event.card]: 1 }
  if (event.type === 'card_drawn') return event.card ? { [event.card]: 1 } : null
  const cards = event.type === 'tunnel_opened' ? event.revealed : 'cards' in event ? event.cards : null
  if (!cards) return null
  if (!Array.isArray(cards)) return cards
  const counted: Record<string, number> = {}
  for (const card of cards) counted[card] = (counted[card] ?? 0) + 1
  return counted
}
