/** The profile of this device. An unreadable one is left as it is, and never overwritten. */
import { results, keep as keepDays, reread as rereadDays } from '../days/results.svelte'
import { answers, keep as keepAnswers, reread as rereadAnswers } from '../puzzles/answers.svelte'
import { settings } from '../settings.svelte'
import { whenStored } from '../storage'
import {
  Blocked,
  merged,
  NoRoom,
  NOTHING,
  readProfile,
  UnreadableProfile,
  written,
  type Profile,
  type Unreadable,
} from './file'
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
  const all = merged({ ...NOTHING, games: stored.games }, { ...NOTHING, games: $state.snapshot(profile.games) })
  profile.games = make(all.games)
  if (profile.trouble !== null) return
  try {
    localStorage.setItem(KEY, written({ ...NOTHING, games: $state.snapshot(profile.games) }))
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

/** All that is kept on this device, also by other tabs. */
function whole(): Profile {
  rereadDays()
  rereadAnswers()
  return {
    games: $state.snapshot(profile.games),
    days: $state.snapshot(results.all),
    puzzles: $state.snapshot(answers.all),
  }
}

/** The profile as a file. */
export function exported(): string {
  return written(whole())
}

/** What an import has added: how many games, and whether anything else is new. */
export interface Imported {
  games: number
  more: boolean
}

/** Merge in a file. Throws UnreadableProfile, NoRoom or Blocked, and then changes nothing. */
export function imported(text: string): Imported {
  const other = readProfile(text)
  const { trouble } = read()
  if (trouble !== null && trouble !== 'unkept') throw new Blocked(trouble)
  const before = whole()
  const unkept = profile.trouble === 'unkept'
  const both = merged(before, other)
  change((games) => merged({ ...NOTHING, games }, { ...NOTHING, games: other.games }).games)
  if (profile.trouble === 'unkept' && !unkept) {
    profile.games = before.games
    profile.trouble = null
    throw new NoRoom('no room')
  }
  keepDays(both.days)
  keepAnswers(both.puzzles)
  const rest = ({ days, puzzles }: Profile) => JSON.stringify([days, puzzles])
  return { games: profile.games.length - before.games.length, more: rest(both) !== rest(merged(before, NOTHING)) }
}

/** The unreadable text, to save as a file. */
export function unread(): string {
  return localStorage.getItem(KEY) ?? ''
}

/** Start over, keeping the unreadable profile in the browser's storage under another key; return whether it had room. */
export function startOver(): boolean {
  const text = unread()
  // There may not be room for it twice.
  localStorage.removeItem(KEY)
  try {
    localStorage.setItem(`${ASIDE}.${Date.now()}`, text)
  } catch {
    localStorage.setItem(KEY, text)
    return false
  }
  profile.trouble = null
  change((games) => games)
  return true
}

whenStored(KEY, () => Object.assign(profile, read()))
