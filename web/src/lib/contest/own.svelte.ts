/** The contests of this device: the secrets of its players, and of its host. */
import { store, stored, whenStored } from '../storage'

export interface OwnContest {
  contest: string
  name: string
  board: string
  deals: number
  /** The host's secret, if this device may manage it. */
  host?: string
  /** The player's secret, if somebody here takes part. */
  token?: string
}

const KEY = 'semafor.contests'
const KEPT = 50

function read(): OwnContest[] {
  const data = stored(KEY)
  return Array.isArray(data) ? (data as OwnContest[]).filter((one) => typeof one?.contest === 'string') : []
}

export const mine: { contests: OwnContest[] } = $state({ contests: read() })

// Otherwise this tab would write over the secrets that another one has just got.
whenStored(KEY, () => (mine.contests = read()))

export function ownContest(contest: string): OwnContest | undefined {
  return mine.contests.find((one) => one.contest === contest)
}

/** Remember what this device is in a contest, in addition to what is known already; the newest comes first. */
export function rememberContest(one: OwnContest): void {
  const others = mine.contests.filter(({ contest }) => contest !== one.contest)
  mine.contests = [{ ...ownContest(one.contest), ...one }, ...others].slice(0, KEPT)
  store(KEY, mine.contests)
}
