/** The rules in our own words; fetched when somebody asks, not with the first page. */
import type { Locale } from '../settings.svelte'

export interface RuleSection {
  name: string
  rules: string[]
}

export interface RuleBook {
  texts: Record<string, Record<Locale, string>>
  boards: Record<string, { different: string[]; sections: RuleSection[] }>
}

let book: Promise<RuleBook> | null = null

export function ruleBook(): Promise<RuleBook> {
  book ??= import('./rules.json').then((module) => module.default as RuleBook)
  return book
}

export async function ruleText(id: string, locale: Locale): Promise<string> {
  return (await ruleBook()).texts[id]?.[locale] ?? ''
}
