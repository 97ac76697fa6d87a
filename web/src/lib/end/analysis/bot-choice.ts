/** What the bot would have done at a step of a finished game, in words and on the map. */
import type { TableModel } from '../../game/table-model'
import type { Action, Entry, MoveAdvice } from '../../protocol'
import { cardName, cardsText, m, said } from '../../words'

/** “The Dispatcher would rather have claimed Denver – Omaha.”; `entry` is what was done. */
export function adviceText({ atlas }: Pick<TableModel, 'atlas'>, { action, same }: MoveAdvice, entry: Entry): string {
  if (same) return m.analysis_same()
  switch (action.type) {
    case 'claim':
      return entry.events.some((event) => 'route' in event && event.route === action.route)
        ? m.analysis_cards({ cards: cardsText(action.cards, action.ferry_cards) })
        : m.analysis_claim({ route: atlas?.route(action.route) ?? action.route })
    case 'keep_tickets':
      return m.analysis_keep({ tickets: action.tickets.map((ticket) => atlas?.ticket(ticket) ?? ticket).join(', ') })
    case 'draw_card':
      return action.card ? m.analysis_card({ card: cardName(action.card) }) : m.analysis_deck()
    case 'pay_tunnel':
      return m.analysis_tunnel({ cards: cardsText(action.cards) })
    case 'draw_tickets':
      return m.analysis_tickets()
    case 'draw_ferry_card':
      return m.analysis_ferry()
    case 'withdraw':
      return m.analysis_withdraw()
    case 'pass':
      return m.analysis_pass()
  }
}

/** The reason, and the runner-up if the bot compared actions; an external bot's reason is its own text. */
export function reasonText(model: Pick<TableModel, 'atlas'>, { reason }: MoveAdvice): string {
  const { code, actions, games, over, by, text } = reason
  const why = said(`reason_${code}`) ?? text ?? ''
  const searched = actions ? m.reason_searched({ reason: why, actions, games: games ?? 0 }) : why
  return over ? m.reason_lead({ reason: searched, over: optionText(model, over), by: by ?? 0 }) : searched
}

/** “claiming Denver – Omaha” */
export function optionText({ atlas }: Pick<TableModel, 'atlas'>, action: Action): string {
  switch (action.type) {
    case 'claim':
      return m.option_claim({ route: atlas?.route(action.route) ?? action.route })
    case 'keep_tickets':
      return m.option_keep({ tickets: action.tickets.map((ticket) => atlas?.ticket(ticket) ?? ticket).join(', ') })
    case 'draw_card':
      return action.card ? m.option_card({ card: cardName(action.card) }) : m.option_deck()
    case 'pay_tunnel':
      return m.option_tunnel({ cards: cardsText(action.cards) })
    case 'draw_tickets':
      return m.option_tickets()
    case 'draw_ferry_card':
      return m.option_ferry()
    case 'withdraw':
      return m.option_withdraw()
    case 'pass':
      return m.option_pass()
  }
}

/** The route that the bot would have claimed where something else was done. */
export function missedRoute({ action, same }: MoveAdvice): string | null {
  return action.type === 'claim' && !same ? action.route : null
}

/** The number of the last of these steps that is not after one; -1 if all are. */
export function lastUpTo(steps: readonly number[], at: number): number {
  return steps.findLastIndex((step) => step <= at)
}
