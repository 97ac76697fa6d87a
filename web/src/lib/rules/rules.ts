/** The rules in our own words; loaded on demand, not with the first page. */
import { dictionary } from '../dictionary'
import type { RouteShape } from '../protocol'
import { FALLBACK } from '../language/languages'
import { bound } from '../language/messages'
import type { Locale } from '../settings.svelte'

export interface RuleSection {
  name: string
  rules: string[]
}

export interface BoardRules {
  /** The name of the board, for pages without a server. */
  names: Record<Locale, string>
  /** The rules behind each of the five steps. */
  basics: string[][]
  /** Steps that this board tells in words of its own, by their names. */
  own: Record<string, Record<Locale, string>>
  /** The rules that differ from the basic board. */
  different: string[]
  /** Other words for some of them, where the rule's own text also covers what is the same. */
  differently: Record<string, Record<Locale, string>>
  sections: RuleSection[]
}

export interface RuleBook {
  texts: Record<string, Record<Locale, string>>
  boards: Record<string, BoardRules>
  /** The game in five steps, for every board that has no words of its own: aim, turn, routes, tickets, end. */
  basics: { name: string; told: Record<Locale, string> }[]
  /** The kind of route that a rule is about. */
  shows: Record<string, Feature>
}

/** The rules in one language: a section of its catalogue. */
export interface RuleTexts {
  boards: Record<string, string>
  basics: Record<string, string>
  own: Record<string, Record<string, string>>
  differently: Record<string, Record<string, string>>
  texts: Record<string, string>
}

/** The structure of the rules, independent of the language. */
interface RulePlan {
  boards: Record<string, Omit<BoardRules, 'names' | 'own' | 'differently'>>
  basics: string[]
  shows: Record<string, Feature>
}

export type Feature = 'ferry' | 'waves' | 'tunnel' | 'substitution' | 'bonus' | 'parallel'

const FEATURES: Record<Feature, (route: RouteShape) => boolean> = {
  ferry: (route) => route.locomotives > 0,
  waves: (route) => route.waves > 0,
  tunnel: (route) => route.tunnel,
  substitution: (route) => route.any_cards_for_one > 0,
  bonus: (route) => route.bonus_cards > 0,
  parallel: (route) => route.parallel_group !== null,
}

/** Whether a route is of that kind. */
export function has(route: RouteShape, feature: Feature): boolean {
  return FEATURES[feature](route)
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
    text: (found?.own[step.name] ?? step.told)[locale] ?? '',
    rules: found?.basics[index] ?? [],
  }))
}

/** The rules that differ from the basic board, in the order of their numbers. */
export function differences(book: RuleBook, board: string, locale: Locale): { id: string; text: string }[] {
  const found = book.boards[board]
  return (found?.different ?? [])
    .toSorted(byNumber)
    .map((id) => ({ id, text: (found?.differently[id] ?? book.texts[id])?.[locale] ?? '' }))
}

/** Rules in the order of their numbers. */
export function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

const added = new Map<string, RuleTexts>()

/** Add the rules in one more language to those that have files. The returned function removes them. */
export function addRules(code: string, texts: RuleTexts): () => void {
  added.set(code, texts)
  book = null
  return () => {
    added.delete(code)
    book = null
  }
}

/** The rules in all languages, with non-breaking spaces for each language. */
async function bindBook(): Promise<RuleBook> {
  const [{ default: plan }, { default: written }] = await Promise.all([
    import('./rules.json') as unknown as Promise<{ default: RulePlan }>,
    import('messages:rules') as unknown as Promise<{ default: Record<string, RuleTexts> }>,
  ])
  const spoken = [...Object.entries(written), ...added]
  const english = spoken.find(([code]) => code === FALLBACK)?.[1]
  const said = (find: (texts: RuleTexts) => string | undefined): Record<Locale, string> =>
    Object.fromEntries(
      spoken.map(([code, texts]) => [code, bound(find(texts) ?? (english && find(english)) ?? '', code)]),
    )
  const all = (keys: object | undefined, find: (texts: RuleTexts, key: string) => string | undefined) =>
    Object.fromEntries(Object.keys(keys ?? {}).map((key) => [key, said((texts) => find(texts, key))]))
  const boards = Object.entries(plan.boards).map(([id, board]): [string, BoardRules] => [
    id,
    {
      ...board,
      names: said((texts) => texts.boards[id]),
      own: all(english?.own[id], (texts, key) => texts.own[id]?.[key]),
      differently: all(english?.differently[id], (texts, key) => texts.differently[id]?.[key]),
    },
  ])
  return {
    texts: all(english?.texts, (texts, key) => texts.texts[key]),
    boards: dictionary(boards),
    basics: plan.basics.map((name) => ({ name, told: said((texts) => texts.basics[name]) })),
    shows: plan.shows,
  }
}

let book: Promise<RuleBook> | null = null

export function ruleBook(): Promise<RuleBook> {
  book ??= bindBook()
  return book
}

export async function ruleText(id: string, locale: Locale): Promise<string> {
  return (await ruleBook()).texts[id]?.[locale] ?? ''
}
