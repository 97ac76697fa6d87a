/** The words of scoring a table-top game: fetched with its page. */
import { w } from 'words:tabletop'
import type { TabletopProblem } from '../protocol'
import { settings } from '../settings.svelte'
import { cardName, type Atlas } from '../words'

const PROBLEMS: Record<TabletopProblem['code'], (inputs: Record<string, string | number>) => string> = {
  wrong_number_of_players: w.problem_players,
  route_twice: w.problem_route_twice,
  parallel_held: w.problem_parallel_held,
  parallel_closed: w.problem_parallel_closed,
  too_many_trains: w.problem_too_many_trains,
  ticket_twice: w.problem_ticket_twice,
  too_many_cards: w.problem_too_many_cards,
  wrong_number_of_goals: w.problem_goals,
  impossible: w.problem_impossible,
}

/** A list in the current language, each member once: “Ala and Ola”. */
function list(members: readonly string[]): string {
  return new Intl.ListFormat(settings.locale, { type: 'conjunction' }).format(new Set(members))
}

/** What is wrong with a game, and what would be right. */
export function problemText(problem: TabletopProblem, atlas: Atlas, name: (seat: number) => string): string {
  const { code, message, rule, seats, routes, tickets, cards, numbers } = problem
  return PROBLEMS[code]({
    ...numbers,
    message,
    rule: rule ?? '',
    names: list(seats.map(name)),
    routes: list(routes.map((id) => atlas.route(id))),
    tickets: list(tickets.map((id) => atlas.ticket(id))),
    cards: list(cards.map(cardName)),
  })
}
