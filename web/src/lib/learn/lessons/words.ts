/** The words of the lessons: loaded when one is opened, not with the first page. */
import { FALLBACK } from '../../language/languages'
import { bound, figure, type Inputs } from '../../language/messages'
import type { Locale } from '../../settings.svelte'

export type Tell = (locale: Locale, key: string, inputs?: Inputs) => string

/** Load the texts of all languages; missing ones fall back to English. */
export async function lessonWords(): Promise<Tell> {
  const spoken = (await import('messages:lessons')).default as Record<string, Record<string, string>>
  return (locale, key, inputs = {}) =>
    bound(spoken[locale]?.[key] ?? spoken[FALLBACK]?.[key] ?? '', locale).replace(
      /\{(\w+)\}/g,
      (blank, name: string) => {
        const value = inputs[name] ?? blank
        return typeof value === 'number' ? figure(value) : value
      },
    )
}
