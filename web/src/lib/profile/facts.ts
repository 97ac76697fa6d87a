/** A finished game, reduced to what the profile stores. */
import { madeIn } from './achievements'
import type { Ended } from './ended'
import type { OwnSeat, Played } from './played'

function ownSeat(end: Ended): OwnSeat {
  const { seat, score, observation, entries } = end
  const tickets = score.seats[seat]?.tickets ?? []
  return {
    seat,
    helped: entries.some((entry) => entry.kind === 'action' && entry.by === seat && entry.by_bot),
    hinted: end.hinted,
    routes: observation.seats[seat]?.routes ?? [],
    longest_path: score.seats[seat]?.longest_path ?? 0,
    completed: tickets.filter((ticket) => ticket.completed).length,
    tickets: tickets.length,
    made: madeIn(end),
  }
}

/** The game, seen from each seat of this device. With one seat it is clear whose it was; with several it is not. */
export function playedOf(ends: readonly Ended[]): Played {
  const { table, levels, score, entries } = ends[0]!
  const eloOf = (level: string | null) => levels.find((one) => one.id === level)?.elo ?? null
  const own = ends.map(ownSeat)
  return {
    game: table.game,
    board: table.board,
    board_name: table.board_name,
    board_file: table.board_file,
    at: Math.round((entries.at(-1)?.at ?? table.created) * 1000),
    // Nobody can have known a sealed deal: it is a game like any other.
    day: table.sealed ? null : table.day,
    lesson: table.lesson,
    players: table.seats.map(({ seat, name, level }) => ({
      name,
      level,
      elo: eloOf(level),
      points: score.seats[seat]?.total ?? 0,
      won: score.winners.includes(seat),
    })),
    own,
    mine: own.length === 1 ? own[0]!.seat : null,
    chosen: 0,
  }
}
