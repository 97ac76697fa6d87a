/** Bonuses and goals as the server counted them: each seat's share, and where it is on the map. */
import type { Award, AwardShare } from '../../protocol'
import type { Spotlight } from '../../table/state/desk.svelte'

/** The shares of a seat. */
export function sharesOf({ shares }: Award, seat: number): AwardShare[] {
  return (shares ?? []).filter((share) => share.seat === seat)
}

/** What a seat scores. */
export function pointsOf(award: Award, seat: number): number {
  return sharesOf(award, seat).reduce((sum, share) => sum + share.points, 0)
}

/** What a seat has of what is counted, the most of its shares. */
export function valueOf(award: Award, seat: number): number {
  return Math.max(0, ...sharesOf(award, seat).map((share) => share.value))
}

/** The routes and places that some shares come from. */
export function sharesSpotlight(shares: readonly AwardShare[]): Spotlight {
  const all = (of: 'routes' | 'places') => [...new Set(shares.flatMap((share) => share[of]))]
  return { routes: all('routes'), places: all('places') }
}

/** The shares that score. */
export function scoring(award: Award): AwardShare[] {
  return (award.shares ?? []).filter((share) => share.points > 0)
}
