/** The profile of this device. What can't be read is left as it is, and never written over. */
import { results, keep as keepDays } from '../days/results.svelte'
import { settings } from '../settings.svelte'
import { whenStored } from '../tabs'
import { merged, readProfile, UnreadableProfile, written, type Profile, type Unreadable } from './file'
import type { Played } from './played'

const KEY = 'semafor.profile'
/** Where a profile goes that could not be read, when somebody starts over. */
const ASIDE = 'semafor.profile.aside'

interface State {
  games: Played[]
  /** What is kept here can't be read, and why; or nothing can be kept. */
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

/** Change the games. Another tab may have changed them meanwhile: its games are there before the change. */
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

/** Say which seat of a game was one's own; null: none. */
export function choose(game: string, mine: number | null): void {
  change((games) => games.map((one) => (one.game === game ? { ...one, mine, chosen: Date.now() } : one)))
}

/** The profile as a file. */
export function exported(): string {
  return written({ games: $state.snapshot(profile.games), days: $state.snapshot(results.all) })
}

/** Add what a file has; returns how many games of it are new. Fails with an UnreadableProfile, and changes nothing. */
export function imported(text: string): number {
  const other = readProfile(text)
  const before = profile.games.length
  const now: Profile = { games: $state.snapshot(profile.games), days: $state.snapshot(results.all) }
  const both = merged(now, other)
  change((games) => merged({ games, days: [] }, { games: both.games, days: [] }).games)
  keepDays(both.days)
  return profile.games.length - before
}

/** The text that can't be read, for somebody to keep. */
export function unread(): string {
  return localStorage.getItem(KEY) ?? ''
}

/** Start anew beside a profile that can't be read. It stays in the browser's storage, under another name. */
export function startOver(): void {
  localStorage.setItem(`${ASIDE}.${Date.now()}`, unread())
  localStorage.removeItem(KEY)
  profile.trouble = null
  change((games) => games)
}

whenStored(KEY, () => Object.assign(profile, read()))
