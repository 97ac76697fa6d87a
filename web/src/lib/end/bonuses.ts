/** Where a bonus or goal comes from, to be shown on the map. The server has counted; this only points. */
import type { TableModel } from '../game/table-model'
import type { Contest, FinalScore, GoalShape, NetworkView, PlaceShape, RouteShape } from '../protocol'
import type { Spotlight } from '../table/state/desk.svelte'

type Facts = Pick<TableModel, 'atlas' | 'owners'>

/** The routes and places that brought a contest to its winners. */
export function contestSpotlight(game: Facts, score: FinalScore, contest: Contest): Spotlight {
  const goal = game.atlas?.board.goals.find((one) => one.id === contest.id)
  const measure = goal?.measure ?? contest.id
  const lights = contest.winners.map((seat): Spotlight => {
    if (measure === 'longest_path')
      return { routes: routesAlong(game, score.seats[seat]?.longest ?? [], seat), places: [] }
    if (['globetrotter', 'tickets_at', 'tickets_up_to'].includes(measure)) return ofTickets(game, score, seat, goal)
    const counted = ownRoutes(game, seat).filter((route) => counts(game, route, measure, goal))
    return { routes: counted.map((route) => route.id), places: [] }
  })
  return { routes: lights.flatMap((light) => light.routes), places: lights.flatMap((light) => light.places) }
}

function ownRoutes(game: Facts, seat: number): RouteShape[] {
  return (game.atlas?.board.routes ?? []).filter((route) => game.owners.get(route.id) === seat)
}

function counts(game: Facts, route: RouteShape, measure: string, goal: GoalShape | undefined): boolean {
  switch (measure) {
    case 'routes_of_length':
      return route.length === goal?.limit
    case 'ferries':
      return route.locomotives > 0 || route.waves > 0
    case 'countries':
      return true
    case 'routes_at':
      return route.places.some((id) => isAt(game.atlas?.places.get(id), goal))
    default:
      return false
  }
}

function isAt(place: PlaceShape | undefined, goal: GoalShape | undefined): boolean {
  if (!place || !goal?.at) return false
  return place.tags.includes(goal.at['tag'] ?? '') || place.country === goal.at['country']
}

/** The seat's routes in the regions of a network, with the places they join. */
export function networkSpotlight(game: Facts, seat: number, network: NetworkView): Spotlight {
  const regions = new Set(network.regions)
  const inside = (id: string) => regions.has(game.atlas?.places.get(id)?.region ?? '')
  const routes = ownRoutes(game, seat).filter((route) => route.places.every(inside))
  return { routes: routes.map((route) => route.id), places: [...new Set(routes.flatMap((route) => route.places))] }
}

/** How many regions a network counts. */
export function regionsOf(network: NetworkView): number {
  return network.regions.length + network.doubled.length
}

/** The completed tickets that count, with the ways that complete them. */
function ofTickets(game: Facts, score: FinalScore, seat: number, goal: GoalShape | undefined): Spotlight {
  const tickets = (score.seats[seat]?.tickets ?? []).filter((ticket) => {
    if (!ticket.completed) return false
    if (goal?.measure === 'tickets_up_to') return ticket.points <= (goal.limit ?? 0)
    const places = game.atlas?.tickets.get(ticket.id)?.places ?? []
    return goal?.measure !== 'tickets_at' || places.some((id) => isAt(game.atlas?.places.get(id), goal))
  })
  return {
    routes: tickets.flatMap((ticket) => routesAlong(game, ticket.path, seat)),
    places: tickets.flatMap((ticket) => game.atlas?.tickets.get(ticket.id)?.places ?? []),
  }
}

/** The seat's routes between the places of a path, one after the other; none twice. */
export function routesAlong(game: Pick<TableModel, 'atlas' | 'owners'>, path: string[], seat: number): string[] {
  const used = new Set<string>()
  for (let at = 0; at + 1 < path.length; at++) {
    const ends = [path[at], path[at + 1]]
    const found = game.atlas?.board.routes.find(
      (route) =>
        game.owners.get(route.id) === seat &&
        !used.has(route.id) &&
        ends.every((end) => end !== undefined && route.places.includes(end)),
    )
    if (found) used.add(found.id)
  }
  return [...used]
}
