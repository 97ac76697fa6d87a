// Texts for parts of the board in the reader's language. The client passes them in; the map has none.

import type { BoardFacts, RouteFacts } from './geometry'
import type { Card, Colour } from './colours/palette'

/** The texts of the map; the client fills them from its messages. */
export interface BoardWords {
  /** The code of the language. */
  language: string
  /** The board's name, written on it. */
  title: string
  /** The name to show of every place, by id. */
  names: Record<string, string>
  /** The whole drawing, for screen readers. */
  map: string
  colour: (colour: Colour | 'grey' | Card) => string
  /** A route in full: "Oslo – Bergen, red, 3 spaces, tunnel, free". */
  route: (route: RouteFacts, from: string, to: string, state: { owner: string | null; closed: boolean }) => string
  /** The line beyond which the places with a tag lie. */
  line: (tag: string) => string
  /** What a region is called. */
  region: (region: string, facts: BoardFacts) => string
  /** What the sign of a region that counts twice says. */
  doubled: string
  zoomIn: string
  zoomOut: string
  fit: string
}

/** English, for the gallery and for tests. */
export const ENGLISH: BoardWords = {
  language: 'en',
  title: '',
  names: {},
  map: 'Map of the board',
  colour: (colour) => (colour === 'grey' ? 'any colour' : colour),
  route: (route, from, to, state) => {
    const parts = [
      `${from} – ${to}`,
      ENGLISH.colour(route.colour),
      route.length === 1 ? '1 space' : `${route.length} spaces`,
    ]
    if (route.locomotives) parts.push(`ferry, ${route.locomotives} locomotive`)
    if (route.waves) parts.push(`ferry, ${route.waves} waves`)
    if (route.tunnel) parts.push('tunnel')
    if (route.bonus_cards) parts.push(`bonus +${route.bonus_cards}`)
    if (route.any_cards_for_one) parts.push(`any ${route.any_cards_for_one} cards for one`)
    parts.push(state.owner ? `claimed by ${state.owner}` : state.closed ? 'closed' : 'free')
    return parts.join(', ')
  },
  line: (tag) => (tag === 'arctic' ? 'Arctic Circle' : tag),
  region: (region, facts) => facts.regions.find(({ id }) => id === region)?.name ?? '',
  doubled: 'Counts twice in a network that has all its cities',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show the whole board',
}
