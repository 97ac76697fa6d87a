/** The rules in our own words; fetched when somebody asks, not with the first page. */
import type { BoardDefinition, RouteShape } from '../protocol'
import { bound } from '../messages'
import type { Locale } from '../settings.svelte'

export interface RuleSection {
  name: string
  rules: string[]
}

export interface BoardRules {
  /** What the board is called, also where the server can't be asked. */
  names: Record<Locale, string>
  /** The rules behind each of the five steps. */
  basics: string[][]
  /** Steps that this board tells in words of its own, by their names. */
  own?: Record<string, Record<Locale, string>>
  /** What is not as on the board that the others are measured by. */
  different: string[]
  /** How that is told where the rule itself names what is the same, too. */
  differently?: Record<string, Record<Locale, string>>
  /** What is taught in a first game, if it is not what is different. */
  tips?: string[]
  sections: RuleSection[]
}

export interface RuleBook {
  texts: Record<string, Record<Locale, string>>
  boards: Record<string, BoardRules>
  /** The game in five steps, for every board that has no words of its own: aim, turn, routes, tickets, end. */
  basics: ({ name: string } & Record<Locale, string>)[]
  /** What a rule is about, where the map can show it. */
  shows: Record<string, Feature>
}

export type Feature = 'ferry' | 'waves' | 'tunnel' | 'substitution' | 'bonus' | 'parallel' | 'country'

const FEATURES: Record<Exclude<Feature, 'country'>, (route: RouteShape) => boolean> = {
  ferry: (route) => route.locomotives > 0,
  waves: (route) => route.waves > 0,
  tunnel: (route) => route.tunnel,
  substitution: (route) => route.any_cards_for_one > 0,
  bonus: (route) => route.bonus_cards > 0,
  parallel: (route) => route.parallel_group !== null,
}

/** Whether a route is of that kind. */
export function has(route: RouteShape, feature: Feature): boolean {
  return feature !== 'country' && FEATURES[feature](route)
}

/** The routes or places of a board that a rule is about. */
export function examples(board: BoardDefinition, feature: Feature): { routes: string[]; places: string[] } {
  if (feature === 'country') {
    const places = board.places.filter((place) => place.kind === 'country').map((place) => place.id)
    return { routes: [], places }
  }
  return { routes: board.routes.filter(FEATURES[feature]).map((route) => route.id), places: [] }
}

/** The five steps as a board tells them, each with the rules behind it. */
export function steps(
  book: RuleBook,
  board: string,
  locale: Locale,
): { name: string; text: string; rules: string[] }[] {
  const found = book.boards[board]
  return book.basics.map((step, index) => ({
    name: step.name,
    text: (found?.own?.[step.name] ?? step)[locale],
    rules: found?.basics[index] ?? [],
  }))
}

/** What is not as on the board that the others are measured by, in the order of the rules' numbers. */
export function differences(book: RuleBook, board: string, locale: Locale): { id: string; text: string }[] {
  const found = book.boards[board]
  return (found?.different ?? [])
    .toSorted(byNumber)
    .map((id) => ({ id, text: (found?.differently?.[id] ?? book.texts[id])?.[locale] ?? '' }))
}

/** Rules in the order of their numbers. */
export function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** The same with every sentence bound for its language. */
function boundIn<T>(part: T, locale: Locale | null = null): T {
  if (typeof part === 'string') return (locale ? bound(part, locale) : part) as T
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((one) => boundIn(one)) as T
  const named = Object.entries(part).map(([name, inside]) => [
    name,
    boundIn(inside, name === 'en' || name === 'pl' ? name : null),
  ])
  return Object.fromEntries(named) as T
}

let book: Promise<RuleBook> | null = null

export function ruleBook(): Promise<RuleBook> {
  book ??= import('./rules.json').then((module) => boundIn(module.default as RuleBook))
  return book
}

export async function ruleText(id: string, locale: Locale): Promise<string> {
  return (await ruleBook()).texts[id]?.[locale] ?? ''
}
