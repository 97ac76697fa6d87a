/** The words of the lessons: fetched when one is opened, not with the first page. */
import { FALLBACK } from '../languages'
import { bound, figure, type Inputs } from '../messages'
import type { Locale } from '../settings.svelte'

type Texts = Record<string, string>

const files = import.meta.glob<Texts>('../../../lessons/*.json', { import: 'default' })

export type Tell = (locale: Locale, key: string, inputs?: Inputs) => string

/** Fetch the texts of all languages; missing ones fall back to English. */
export async function lessonWords(): Promise<Tell> {
  const texts = Object.entries(files).map(
    async ([path, load]) => [path.replace(/.*\/|\.json$/g, ''), await load()] as const,
  )
  const spoken = new Map(await Promise.all(texts))
  const english = spoken.get(FALLBACK) ?? {}
  return (locale, key, inputs = {}) =>
    bound(spoken.get(locale)?.[key] ?? english[key] ?? '', locale).replace(/\{(\w+)\}/g, (blank, name: string) => {
      const value = inputs[name] ?? blank
      return typeof value === 'number' ? figure(value) : value
    })
}
