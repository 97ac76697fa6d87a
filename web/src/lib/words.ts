/** Names of things in the game, in the current language. No sentence declines a name. */
import {
  BASIC_BOARD,
  type Award,
  type BoardDefinition,
  type Cards,
  type GoalShape,
  type PlaceShape,
  type RouteShape,
} from './protocol'
import { figure, m, said } from './language/messages'
import { settings } from './settings.svelte'

export { figure, m, said }

/** Cards in the order in which they are always shown. */
export const KINDS = ['purple', 'white', 'blue', 'yellow', 'orange', 'black', 'red', 'green', 'locomotive'] as const

/** A name out of several, by language; English is always there. */
export function named(names: Record<string, string>, fallback = ''): string {
  return names[settings.locale] ?? names['en'] ?? fallback
}

/** The order of boards in every list, as homes send them: the basic one first. */
export function byBoard(a: string, b: string): number {
  return Number(b === BASIC_BOARD) - Number(a === BASIC_BOARD) || a.localeCompare(b)
}

const SPANS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** How long ago a moment was: “5 minutes ago”. */
export function ago(moment: number, now = Date.now()): string {
  const past = Math.max(0, now - moment)
  const [unit, length] = SPANS.find(([, span]) => past >= span) ?? []
  if (!unit || !length) return m.just_now()
  return new Intl.RelativeTimeFormat(settings.locale, { numeric: 'auto' }).format(-Math.floor(past / length), unit)
}

/** A date in the language of the page: a moment here, or a day such as `2026-11-17` anywhere. */
export function dated(date: Date | string, dateStyle: 'full' | 'long' = 'long'): string {
  const day = typeof date === 'string'
  const shown = new Intl.DateTimeFormat(settings.locale, { dateStyle, ...(day && { timeZone: 'UTC' }) })
  return shown.format(day ? new Date(`${date}T00:00:00Z`) : date)
}

export function cardName(card: string): string {
  return said(`card_${card}`) ?? card
}

/** “a red card”: what somebody takes. */
export function oneCard(card: string): string {
  return said(`one_${card}`) ?? cardName(card)
}

/** “2 × red, 1 locomotive, 1 ferry card” */
export function cardsText(cards: Cards, ferryCards = 0): string {
  const parts = sorted(cards).map(([card, count]) =>
    card === 'locomotive' ? m.locomotives_n({ count }) : m.cards_count({ count, card: cardName(card) }),
  )
  if (ferryCards > 0) parts.push(m.ferry_cards_n({ count: ferryCards }))
  return parts.length > 0 ? parts.join(', ') : m.nothing()
}

/** The kinds that are there, in the usual order, with their numbers. */
export function sorted(cards: Cards): [string, number][] {
  return KINDS.filter((kind) => (cards[kind] ?? 0) > 0).map((kind) => [kind, cards[kind] ?? 0])
}

export function total(cards: Cards): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0)
}

/** The cards in hand that may pay for a route: of its colour, or of any for a grey one; locomotives where they count. */
export function payingCards({ colour, locomotives, waves, wild }: RouteShape, hand: Cards): Cards {
  const pays = (card: string) =>
    card === 'locomotive' ? wild || locomotives + waves > 0 : colour === 'grey' || card === colour
  return Object.fromEntries(Object.entries(hand).filter(([card, count]) => count > 0 && pays(card)))
}

/** What a goal is scored for: “most completed tickets worth 5 points or less”. */
export function goalText({ measure, at, where: words, limit }: GoalShape): string {
  const count = limit ?? 0
  const where = named(words, Object.values(at ?? {})[0])
  return said(`measure_${measure}`, { where, limit: count, points: m.points_n({ count }) }) ?? ''
}

/** Names of the places of one board. */
export class Atlas {
  readonly places: Map<string, PlaceShape>
  readonly routes: Map<string, RouteShape>
  readonly tickets: Map<string, { places: string[]; points: number }>
  readonly #kinds = new Map<string, string>()

  constructor(readonly board: BoardDefinition) {
    this.places = new Map(board.places.map((place) => [place.id, place]))
    this.routes = new Map(board.routes.map((route) => [route.id, route]))
    this.tickets = new Map(board.tickets.map((ticket) => [ticket.id, ticket]))
  }

  /** Whether locomotives stand in for any colour on every route. */
  get wildEverywhere(): boolean {
    return this.board.routes.every((route) => route.wild)
  }

  place(id: string): string {
    const place = this.places.get(id)
    if (!place) return id
    if (place.name === '') return this.#junction(id)
    if (settings.names === 'local') return place.name
    return place.names[settings.locale] ?? place.name
  }

  /** A junction is called after the city that is nearest by rail. */
  #junction(id: string): string {
    const near = this.board.routes
      .filter(({ places }) => places.includes(id))
      .sort((a, b) => a.length - b.length)
      .flatMap(({ places }) => places)
      .find((place) => this.places.get(place)?.name)
    return near ? m.junction_near({ place: this.place(near) }) : m.junction()
  }

  between(ids: readonly string[]): string {
    return m.route_name({ a: this.place(ids[0] ?? ''), b: this.place(ids[1] ?? '') })
  }

  /** An example of what to type to find one of these: the first letters of the ends of the first. */
  example([first]: readonly Pair[]): string {
    return (first?.places ?? []).map((id) => plain(this.place(id)).slice(0, 3)).join(' ')
  }

  route(id: string): string {
    return this.between(this.routes.get(id)?.places ?? id.split(':'))
  }

  ticket(id: string): string {
    return this.between(this.tickets.get(id)?.places ?? id.split(':'))
  }

  region(id: string): string {
    const region = this.board.regions.find((one) => one.id === id)
    if (!region) return id
    return settings.names === 'local' ? region.name : (region.names[settings.locale] ?? region.name)
  }

  /** The name of a bonus or goal; a third-party rule has its own. */
  award({ id, names }: Award): string {
    return named(names) || (said(id) ?? id)
  }

  /** The description of a bonus or goal. */
  awardAbout({ id, about }: Award): string {
    const goal = this.board.goals.find((one) => one.id === id)
    return named(about) || (goal ? goalText(goal) : (said(`measure_${id}`) ?? ''))
  }

  /** A goal by its id. */
  goal(id: string): string {
    const goal = this.board.goals.find((one) => one.id === id)
    return goal ? named(goal.name, id) : id
  }

  /** What the symbols of a ferry take, with what may stand in for a locomotive (N-10, L-7). */
  symbols({ locomotives: count, stand_in }: Pick<RouteShape, 'locomotives' | 'stand_in'>): string {
    if (stand_in?.one_colour) return m.locomotives_or_pairs_n({ count })
    const locomotives = m.locomotives_n({ count })
    return stand_in ? `${locomotives} (${m.route_substitution({ count: stand_in.cards })})` : locomotives
  }

  /** What a route costs: “3 × red”, “2 waves + 2 cards of any one colour”. */
  price(route: RouteShape): string {
    const { length, colour, locomotives, waves } = route
    const parts = locomotives > 0 ? [this.symbols(route)] : waves > 0 ? [m.waves_n({ count: waves })] : []
    const count = length - locomotives - waves
    if (count > 0) parts.push(colour === 'grey' ? m.needs_any({ count }) : cardsText({ [colour]: count }))
    return parts.join(' + ')
  }

  /** What a route is: “3 spaces, red, tunnel”. It is asked of every route whenever the map changes, so it is kept. */
  routeKind(id: string): string {
    const key = `${settings.locale} ${id}`
    const known = this.#kinds.get(key) ?? this.kindOf(id)
    this.#kinds.set(key, known)
    return known
  }

  /** The same with those beside it: “3 spaces, red or blue, double”. */
  kindOf(id: string, beside: readonly RouteShape[] = []): string {
    const route = this.routes.get(id)
    if (!route) return ''
    const colours = [...new Set([route, ...beside].map(({ colour }) => said(`route_colour_${colour}`) ?? colour))]
    const either = new Intl.ListFormat(settings.locale, { type: 'disjunction' }).format(colours)
    const parts = [m.spaces_n({ count: route.length }), either]
    if (route.locomotives > 0) parts.push(`${m.route_ferry()}: ${this.symbols(route)}`)
    if (route.waves > 0) parts.push(`${m.route_ferry()}: ${m.waves_n({ count: route.waves })}`)
    if (route.tunnel) parts.push(m.route_tunnel())
    if (route.bonus_cards > 0) parts.push(m.route_bonus({ count: route.bonus_cards }))
    if (route.any_cards_for_one > 0) parts.push(m.route_substitution({ count: route.any_cards_for_one }))
    if (route.parallel_group) parts.push(route.parallel_group.length > 1 ? m.route_triple() : m.route_double())
    return parts.join(', ')
  }
}

const LETTERS: Record<string, string> = { ø: 'o', ł: 'l', æ: 'ae', ß: 'ss', đ: 'd' }

/** A text in plain small letters, for searching: `København` is `kobenhavn`. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłæßđ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

interface Pair {
  id: string
  places: readonly string[]
}

/** The routes that fit what was typed: every word begins a word of one of the two places (“osl ber”). */
export const findRoutes = (atlas: Atlas, text: string): string[] => findPairs(atlas, atlas.board.routes, text)

/** The tickets that fit. */
export const findTickets = (atlas: Atlas, text: string): string[] => findPairs(atlas, atlas.board.tickets, text)

function findPairs(atlas: Atlas, pairs: readonly Pair[], text: string): string[] {
  const words = plain(text).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const found = pairs.filter(({ places }) => {
    const ends = places.map((id) => {
      const place = atlas.places.get(id)
      return place ? plain([place.name, ...Object.values(place.names), ...place.aliases].join(' ')).split(' ') : []
    })
    return fits(words, ends)
  })
  const collator = new Intl.Collator(settings.locale)
  return found
    .toSorted((a, b) => collator.compare(atlas.between(a.places), atlas.between(b.places)))
    .map(({ id }) => id)
}

function fits(words: string[], ends: string[][]): boolean {
  const begins = (word: string, end: string[] | undefined) => (end ?? []).some((part) => part.startsWith(word))
  if (words.length === 1) return begins(words[0] ?? '', ends[0]) || begins(words[0] ?? '', ends[1])
  // Some words name one end, the others the other one.
  return words.some((_, cut) => {
    const first = words.slice(0, cut)
    const second = words.slice(cut)
    if (first.length === 0) return [0, 1].some((end) => second.every((word) => begins(word, ends[end])))
    return [0, 1].some(
      (end) => first.every((word) => begins(word, ends[end])) && second.every((word) => begins(word, ends[1 - end])),
    )
  })
}
