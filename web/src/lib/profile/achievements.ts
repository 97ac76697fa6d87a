/**
 * What there is to achieve. Most achievements are decided by one finished game: by its score sheet, its events and its
 * board, as the server has sent them. The others count games. Each one points at something that makes a better player.
 */
import type { AwardShare, Event, RouteShape } from '../protocol'
import type { IconName } from '../ui/pictures/Icon.svelte'
import { eventsOf, type Ended } from './ended'
import { counted, type Played } from './played'

const won = ({ score, seat }: Ended) => score.winners.includes(seat)
const sheet = ({ score, seat }: Ended) => score.seats[seat]!
const completed = (end: Ended) => sheet(end).tickets.filter((ticket) => ticket.completed)
const has = (end: Ended, type: Event['type']) => eventsOf(end).some((event) => event.type === type)

function routes({ board, observation, seat }: Ended): RouteShape[] {
  const own = new Set(observation.seats[seat]?.routes)
  return board.routes.filter((route) => own.has(route.id))
}

/** Tickets drawn during the game and kept, not those that it began with. */
function keptLater(end: Ended): string[] {
  let drawn = false
  return eventsOf(end).flatMap((event) => {
    if (event.type === 'tickets_drawn') drawn = true
    return event.type === 'tickets_kept' && drawn ? (event.kept ?? []) : []
  })
}

/** Whether a seat scores an award. */
function awarded({ score, seat }: Ended, award: string): boolean {
  return score.awards.some(({ id, winners }) => id === award && winners.includes(seat))
}

/** What a seat has of all awards together, share by share. */
function shares({ score, seat }: Ended): AwardShare[] {
  return score.awards.flatMap((award) => award.shares ?? []).filter((share) => share.seat === seat)
}

/** Whether a seat beat a bot as strong as this level or stronger. */
function beat(end: Ended, level: string): boolean {
  const elo = (id: string | null) => end.levels.find((one) => one.id === id)?.elo ?? -Infinity
  return won(end) && end.table.seats.some((one) => one.seat !== end.seat && elo(one.level) >= elo(level))
}

/** Achievements of a single game. */
const IN_A_GAME = {
  journey: { icon: 'train', made: (end) => end.table.lesson !== null },
  first_win: { icon: 'flag', made: won },
  long_route: { icon: 'forward', made: (end) => routes(end).some((route) => route.length >= 5) },
  tunnel: { icon: 'target', made: (end) => routes(end).some((route) => route.tunnel) },
  ferry: { icon: 'ferry', made: (end) => routes(end).some((route) => route.locomotives + route.waves > 0) },
  second_track: {
    icon: 'pause',
    made: (end) => {
      const others = new Set(end.observation.seats.filter((_, seat) => seat !== end.seat).flatMap((one) => one.routes))
      return routes(end).some((route) => route.parallel_group?.some((id) => others.has(id)))
    },
  },
  turned_back: { icon: 'undo', made: (end) => won(end) && has(end, 'tunnel_withdrawn') },
  all_tickets: {
    icon: 'ticket',
    made: (end) => sheet(end).tickets.length >= 3 && completed(end).length === sheet(end).tickets.length,
  },
  late_ticket: {
    icon: 'plus',
    made: (end) => completed(end).some((ticket) => keptLater(end).includes(ticket.id)),
  },
  far_ticket: { icon: 'fit', made: (end) => completed(end).some((ticket) => ticket.points >= 20) },
  six_tickets: { icon: 'cards', made: (end) => completed(end).length >= 6 },
  first_hand: { icon: 'check', made: (end) => won(end) && !has(end, 'tickets_drawn') },
  longest_path: {
    icon: 'sliders',
    made: (end) => {
      const most = Math.max(...end.score.seats.map((seat) => seat.longest_path))
      return most > 0 && sheet(end).longest_path === most
    },
  },
  all_goals: {
    icon: 'star',
    made: (end) => {
      const goals = end.observation.goals ?? []
      return goals.length > 0 && goals.every((goal) => awarded(end, goal))
    },
  },
  regions: { icon: 'book', made: (end) => shares(end).some(({ regions, value }) => regions.length > 0 && value >= 10) },
  comeback: {
    icon: 'last',
    made: (end) =>
      won(end) && end.score.seats.every(({ seat, routes }) => seat === end.seat || routes > sheet(end).routes),
  },
  no_locomotive: {
    icon: 'close',
    made: (end) =>
      won(end) &&
      eventsOf(end).every(
        (event) =>
          (event.type !== 'route_claimed' && event.type !== 'tunnel_paid') || (event.cards['locomotive'] ?? 0) === 0,
      ),
  },
  last_round: { icon: 'bell', made: (end) => won(end) && has(end, 'last_round') },
  empty_hand: {
    icon: 'hidden',
    made: (end) => won(end) && (end.observation.seats[end.seat]?.hand ?? Infinity) <= 2,
  },
  blind: { icon: 'eye', made: (end) => won(end) && !has(end, 'card_taken') },
  dispatcher: { icon: 'bot', made: (end) => beat(end, 'dispatcher') },
} satisfies Record<string, { icon: IconName; made: (end: Ended) => boolean }>

/** What the achievements over several games look at. */
export interface Course {
  games: Played[]
  /** The boards that one can play on. */
  boards: string[]
  /** The most days in a row with a result on the deal of the day. */
  days: number
}

/** Achievements over several games: the progress, and the target. */
const OVER_GAMES = {
  three_wins: {
    icon: 'people',
    have: ({ games }) => longestRun(counted(games).map(({ me }) => me.won)),
    need: () => 3,
  },
  every_board: {
    icon: 'search',
    have: ({ games, boards }) => boards.filter((board) => counted(games).some((game) => game.board === board)).length,
    need: ({ boards }) => Math.max(1, boards.length),
  },
  days: { icon: 'calendar', have: ({ days }) => days, need: () => 3 },
} satisfies Record<string, { icon: IconName; have: (course: Course) => number; need: (course: Course) => number }>

export type AchievementId = keyof typeof IN_A_GAME | keyof typeof OVER_GAMES

export interface Achievement {
  id: AchievementId
  icon: IconName
  /** The progress, and the target. */
  have: number
  need: number
  /** The first game that was enough, if one game is. */
  first: Played | null
}

/** The achievements that a game earns, whether or not it counts. */
export function madeIn(end: Ended): string[] {
  return Object.entries<{ made: (end: Ended) => boolean }>(IN_A_GAME)
    .filter(([, one]) => one.made(end))
    .map(([id]) => id)
}

/** The longest run of hits. */
export function longestRun(hits: readonly boolean[]): number {
  let [run, most] = [0, 0]
  for (const hit of hits) {
    run = hit ? run + 1 : 0
    most = Math.max(most, run)
  }
  return most
}

/** The games that can earn achievements, the oldest first: those that count, and the player's own lessons. */
function schooling(games: readonly Played[]): { game: Played; made: string[] }[] {
  const lessons = games.filter((one) => one.lesson !== null && one.mine !== null)
  return [
    ...lessons.map((game) => ({
      game,
      made: game.own.find((own) => own.seat === game.mine)?.made.filter((id) => id === 'journey') ?? [],
    })),
    ...counted(games).map((game) => ({ game: game as Played, made: game.seat.made })),
  ]
}

/** All achievements, with their progress. */
export function achievements(course: Course): Achievement[] {
  const found = schooling(course.games)
  const single = Object.entries(IN_A_GAME).map(([id, { icon }]): Achievement => {
    const first = found.find(({ made }) => made.includes(id))?.game ?? null
    return { id: id as AchievementId, icon, have: first ? 1 : 0, need: 1, first }
  })
  const several = Object.entries(OVER_GAMES).map(([id, { icon, have, need }]): Achievement => {
    const most = need(course)
    return { id: id as AchievementId, icon, have: Math.min(most, have(course)), need: most, first: null }
  })
  return [...single, ...several]
}
