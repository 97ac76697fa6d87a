/** The profile of this device. An unreadable one is left as it is, and never overwritten. */
import { results, keep as keepDays } from '../days/results.svelte'
import { settings } from '../settings.svelte'
import { whenStored } from '../storage'
import { merged, readProfile, UnreadableProfile, written, type Profile, type Unreadable } from './file'
import type { Played } from './played'

const KEY = 'semafor.profile'
/** Where an unreadable profile goes when the player starts over. */
const ASIDE = 'semafor.profile.aside'

interface State {
  games: Played[]
  /** Why the stored profile can't be read, or that nothing can be stored. */
  trouble: Unreadable | 'unkept' | null
}

function read(): State {
  let text: string | null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    return { games: [], trouble: 'unkept' }
  }
  if (text === null) return { games: [], trouble: null }
  try {
    return { games: readProfile(text).games, trouble: null }
  } catch (error) {
    return { games: [], trouble: error instanceof UnreadableProfile ? error.reason : 'damaged' }
  }
}

export const profile: State = $state(read())

/** Change the games, after merging in what another tab may have stored meanwhile. */
function change(make: (games: Played[]) => Played[]): void {
  const stored = read()
  if (stored.trouble === null) profile.trouble = null
  else if (profile.trouble !== 'unkept') profile.trouble = stored.trouble
  const all = merged({ games: stored.games, days: [] }, { games: $state.snapshot(profile.games), days: [] })
  profile.games = make(all.games)
  if (profile.trouble !== null) return
  try {
    localStorage.setItem(KEY, written({ games: $state.snapshot(profile.games), days: [] }))
  } catch {
    profile.trouble = 'unkept'
  }
}

export function known(game: string): Played | undefined {
  return profile.games.find((one) => one.game === game)
}

/** Add a finished game; one that is there already stays as it is. A guest's game counts for nobody. */
export function note(played: Played): void {
  const added = settings.guest ? { ...played, mine: null } : played
  change((games) => (games.some((one) => one.game === played.game) ? games : [...games, added]))
}

/** Choose which seat of a game counts as the player's own; null for none. */
export function choose(game: string, mine: number | null): void {
  change((games) => games.map((one) => (one.game === game ? { ...one, mine, chosen: Date.now() } : one)))
}

/** The profile as a file. */
export function exported(): string {
  return written({ games: $state.snapshot(profile.games), days: $state.snapshot(results.all) })
}

/** Merge in a file; return how many of its games are new. Throws UnreadableProfile, and then changes nothing. */
export function imported(text: string): number {
  const other = readProfile(text)
  const before = profile.games.length
  const now: Profile = { games: $state.snapshot(profile.games), days: $state.snapshot(results.all) }
  const both = merged(now, other)
  change((games) => merged({ games, days: [] }, { games: both.games, days: [] }).games)
  keepDays(both.days)
  return profile.games.length - before
}

/** The unreadable text, to save as a file. */
export function unread(): string {
  return localStorage.getItem(KEY) ?? ''
}

/** Start over, keeping the unreadable profile in the browser's storage under another key. */
export function startOver(): void {
  localStorage.setItem(`${ASIDE}.${Date.now()}`, unread())
  localStorage.removeItem(KEY)
  profile.trouble = null
  change((games) => games)
}

whenStored(KEY, () => Object.assign(profile, read()))
