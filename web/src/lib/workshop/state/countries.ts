/** Where the countries of the world lie: a start for the ground of a board. */
import type { WorldPart } from '../../board/ground/projection'

export interface Country {
  code: string
  name: string
  ground: WorldPart
}

type Parts = Record<string, [west: number, south: number, east: number, north: number]>
const PARTS = import.meta.glob<Parts>('../../board/generated/world/countries.json', { import: 'default' })

export async function countriesOfTheWorld(language: string): Promise<Country[]> {
  const parts = await PARTS['../../board/generated/world/countries.json']!()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const collator = new Intl.Collator(language)
  return Object.entries(parts)
    .map(([code, [west, south, east, north]]) => ({
      code,
      name: names.of(code) ?? code,
      ground: { west, south, east, north },
    }))
    .sort((a, b) => collator.compare(a.name, b.name))
}
