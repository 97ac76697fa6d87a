// The languages of the client, and what it writes on the map in each.

import { readdirSync, readFileSync } from 'node:fs'

const MESSAGES = new URL('../../messages/', import.meta.url)

/** The languages that have a file of messages. */
export const LANGUAGES = readdirSync(MESSAGES)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort()

/** What a line is called, from the client's own messages. */
export function lineNames(tag: string): string[] {
  return LANGUAGES.map((language) => {
    const messages = JSON.parse(readFileSync(new URL(`${language}.json`, MESSAGES), 'utf8')) as Record<string, string>
    const name = messages[`line_${tag}`]
    if (!name) throw new Error(`messages/${language}.json has no line_${tag}`)
    return name
  })
}
