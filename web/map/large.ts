// The cities whose names take priority where the map is too small for all.

const NORTH = ['stockholm', 'helsinki', 'kobenhavn', 'oslo', 'goteborg', 'bergen', 'trondheim', 'tallinn']

export const LARGE = {
  usa: [
    ...['new-york', 'los-angeles', 'chicago', 'washington', 'san-francisco', 'houston', 'miami', 'boston'],
    ...['toronto', 'seattle', 'denver', 'dallas', 'atlanta', 'new-orleans', 'montreal', 'vancouver'],
  ],
  'nordic-countries': [...NORTH, 'tampere', 'turku', 'murmansk', 'tromso'],
  italy: [
    ...['roma', 'milano', 'napoli', 'torino', 'palermo', 'genova', 'venezia', 'firenze', 'bologna', 'bari'],
    ...['catania', 'cagliari', 'verona', 'trieste'],
  ],
  'northern-lights': [...NORTH, 'riga', 'tampere', 'murmansk', 'gdansk'],
  'first-journey': ['warszawa', 'krakow', 'gdansk', 'poznan', 'wroclaw', 'lodz'],
}
