// What the client writes on the map, in each of its languages.

import { catalogueOf, LANGUAGES } from '../../messages/catalogues'

/** What a line is called, from the client's own messages. */
export function lineNames(tag: string): string[] {
  return LANGUAGES.map((language) => {
    const name = catalogueOf(language)['main']?.[`line_${tag}`]
    if (typeof name !== 'string') throw new Error(`messages/${language}.json has no line_${tag}`)
    return name
  })
}
