// What places are called in the languages of the client: read from the server's table, the only one there is.

import { readFileSync } from 'node:fs'

const TABLE = new URL('../../src/semafor/server/place_names.py', import.meta.url)

/** English and Polish names by a place's id, where they are not what people there say. */
export function otherNames(): Map<string, { en: string; pl: string }> {
  const names = new Map<string, { en: string; pl: string }>()
  for (const [, id, en, pl] of readFileSync(TABLE, 'utf8').matchAll(/^ {4}"([a-z-]+)": \("([^"]+)", "([^"]+)"\),$/gm))
    names.set(id!, { en: en!, pl: pl! })
  if (!names.size) throw new Error(`${TABLE.pathname} has no lines of the form "id": ("English", "Polish"),`)
  return names
}

/** What a line is called, from the client's own messages. */
export function lineNames(tag: string): string[] {
  return ['en', 'pl'].map((language) => {
    const messages = JSON.parse(
      readFileSync(new URL(`../messages/${language}.json`, import.meta.url), 'utf8'),
    ) as Record<string, string>
    const name = messages[`line_${tag}`]
    if (!name) throw new Error(`messages/${language}.json has no line_${tag}`)
    return name
  })
}
