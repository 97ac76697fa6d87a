/** The final scoring, one step at a time: each adds points to somebody and shows on the map where they come from. */
import type { TableModel } from '../../game/table-model'
import type { Award, FinalScore } from '../../protocol'
import { pointsOf, scoring, sharesSpotlight, valueOf } from './awards'
import { m } from '../../words'
import type { Spotlight } from '../../table/state/desk.svelte'

export interface ScoreStep {
  kind: 'routes' | 'ticket' | 'award'
  text: string
  /** Points added, by seat. */
  adds: number[]
  good: boolean
  spotlight: Spotlight
}

type Facts = Pick<TableModel, 'atlas' | 'owners' | 'name' | 'observation'>

export function scoreSteps(game: Facts, score: FinalScore): ScoreStep[] {
  const players = score.seats.length
  const only = (seat: number, points: number) =>
    Array.from({ length: players }, (_, one) => (one === seat ? points : 0))
  const steps: ScoreStep[] = []
  for (const seat of score.seats) {
    steps.push({
      kind: 'routes',
      text: m.end_routes_of({ name: game.name(seat.seat), points: m.points_n({ count: seat.routes }) }),
      adds: only(seat.seat, seat.routes),
      good: true,
      spotlight: { routes: game.observation?.seats[seat.seat]?.routes ?? [], places: [] },
    })
  }
  for (const seat of score.seats) {
    for (const ticket of seat.tickets) {
      const inputs = {
        name: game.name(seat.seat),
        ticket: game.atlas?.ticket(ticket.id) ?? ticket.id,
        points: ticket.points,
      }
      steps.push({
        kind: 'ticket',
        text: ticket.completed ? m.end_ticket_done(inputs) : m.end_ticket_failed(inputs),
        adds: only(seat.seat, ticket.completed ? ticket.points : -ticket.points),
        good: ticket.completed,
        spotlight: {
          routes: ticket.routes,
          places: game.atlas?.tickets.get(ticket.id)?.places ?? [],
        },
      })
    }
  }
  for (const award of score.awards) steps.push(...awardSteps(game, award, players))
  return steps
}

/** An award with the same points for all who win it is one step; else every share that scores is. */
function awardSteps(game: Facts, award: Award, players: number): ScoreStep[] {
  const what = game.atlas?.award(award) ?? award.id
  const seats = Array.from({ length: players }, (_, seat) => seat)
  if (award.points === 0) {
    return scoring(award).map((share) => ({
      kind: 'award',
      text:
        share.regions.length > 0
          ? m.end_network({
              name: game.name(share.seat),
              regions: m.regions_n({ count: share.value }),
              points: share.points,
            })
          : m.end_contest({ what, names: `${game.name(share.seat)} (${share.value})`, points: share.points }),
      adds: seats.map((seat) => (seat === share.seat ? share.points : 0)),
      good: true,
      spotlight: sharesSpotlight([share]),
    }))
  }
  const names = award.winners.map((seat) => `${game.name(seat)} (${valueOf(award, seat)})`).join(', ')
  return [
    {
      kind: 'award',
      text: names ? m.end_contest({ what, names, points: award.points }) : m.end_contest_nobody({ what }),
      adds: seats.map((seat) => pointsOf(award, seat)),
      good: award.winners.length > 0,
      spotlight: sharesSpotlight(scoring(award)),
    },
  ]
}

/** The points of every seat after `count` steps. Routes were scored during the game, so their points are always in. */
export function totalsAfter(steps: ScoreStep[], count: number, players: number): number[] {
  const totals = Array<number>(players).fill(0)
  steps.forEach((step, at) => {
    if (at >= count && step.kind !== 'routes') return
    step.adds.forEach((points, seat) => (totals[seat] = (totals[seat] ?? 0) + points))
  })
  return totals
}

/** The seats from the first place to the last. */
export function byPlace(score: FinalScore): FinalScore['seats'] {
  const won = (seat: number) => Number(score.winners.includes(seat))
  return score.seats.toSorted((a, b) => won(b.seat) - won(a.seat) || b.total - a.total)
}
