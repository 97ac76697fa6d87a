/** The cities of the world that have at least 15,000 inhabitants (GeoNames), to be found by name. */
import { plain } from '../../words'
import { settings } from '../../settings.svelte'
import type { WorldPart } from '../../board/ground/projection'

export interface KnownCity {
  name: string
  country: string
  lat: number
  lon: number
}

/** The list as the build writes it, the largest first: names, codes of countries, hundredths of a degree. */
interface List {
  names: string
  countries: string
  lat: number[]
  lon: number[]
}

const LISTS = import.meta.glob<List>('../../board/generated/world/cities.json', { import: 'default' })
/** How many are offered. */
const MOST = 12
let list: Promise<{ names: string[]; plain: string[]; list: List }> | null = null

function load(): NonNullable<typeof list> {
  list ??= LISTS['../../board/generated/world/cities.json']!().then((found) => {
    const names = found.names.split('\n')
    return { names, plain: names.map(plain), list: found }
  })
  return list
}

/** The cities whose names begin like this; those on the board's ground come first. */
export async function findCities(typed: string, ground: WorldPart | null): Promise<KnownCity[]> {
  const { names, plain: texts, list: known } = await load()
  const countries = new Intl.DisplayNames(settings.locale, { type: 'region' })
  const wanted = plain(typed)
  const found: number[] = []
  for (let index = 0; index < texts.length && found.length < 400; index++)
    if (texts[index]!.startsWith(wanted) || texts[index]!.includes(` ${wanted}`)) found.push(index)
  const inside = (index: number): boolean => {
    const [lat, lon] = [known.lat[index]! / 100, known.lon[index]! / 100]
    return !!ground && lon >= ground.west && lon <= ground.east && lat >= ground.south && lat <= ground.north
  }
  const exact = (index: number): boolean => texts[index] === wanted
  return found
    .sort((a, b) => Number(inside(b)) - Number(inside(a)) || Number(exact(b)) - Number(exact(a)) || a - b)
    .slice(0, MOST)
    .map((index) => ({
      name: names[index]!,
      country: countries.of(known.countries.slice(2 * index, 2 * index + 2)) ?? '',
      lat: known.lat[index]! / 100,
      lon: known.lon[index]! / 100,
    }))
}
