import { beforeEach, describe, expect, it, vi } from 'vitest'
import { randomNumbers } from '../board/layout/random'
import type { DayResult } from '../days/results.svelte'
import { merged, readProfile, written, type Profile, type UnreadableProfile } from './file'
import { anyGame } from './samples'

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed)

/** A profile with some of the same games as others have, and its own choices of whose they were. */
function anyProfile(seed: number): Profile {
  const random = randomNumbers(seed)
  const games = SEEDS.slice(0, 12)
    .filter(() => random() < 0.5)
    .map((one) => {
      const game = anyGame(one)
      const own = game.own.filter(() => random() < 0.8)
      const mine = own[Math.floor(random() * own.length)]?.seat ?? null
      return { ...game, own, mine, chosen: Math.floor(random() * 3) }
    })
  const days = ['2026-11-16', '2026-11-17', '2026-11-18']
    .filter(() => random() < 0.6)
    .map((day): DayResult => {
      const points = Math.floor(random() * 3)
      return { day, board: 'usa', game: `d${seed}`, points, margin: points, won: points > 0 }
    })
  return { games, days }
}

const NONE: Profile = { games: [], days: [] }
/** As it is read: sorted. */
const tidy = (profile: Profile) => merged(profile, NONE)

const refused = (text: string) => {
  try {
    readProfile(text)
  } catch (error) {
    return (error as UnreadableProfile).reason
  }
  return null
}

describe('a file', () => {
  it.each(SEEDS)('is read as it was written (%i)', (seed) => {
    const profile = anyProfile(seed)
    expect(readProfile(written(profile))).toEqual(tidy(profile))
  })

  it('has no names that turn other texts round, whoever wrote it', () => {
    const [one] = anyProfile(3).games
    const players = one!.players.map((sitter) => ({ ...sitter, name: `\u202e${sitter.name}\u0007` }))
    const board_name = { en: 'U\u2066SA' }
    const { games } = readProfile(written({ games: [{ ...one!, players, board_name }], days: [] }))
    expect(games).toEqual([{ ...one!, board_name: { en: 'USA' } }])
  })

  it.each([
    ['a time', (profile: Profile) => (profile.games[0]!.at = Number.MAX_SAFE_INTEGER)],
    ['a day of a game', (profile: Profile) => (profile.games[0]!.day = '2026-99-99')],
    ['a day', (profile: Profile) => (profile.days[0]!.day = 'yesterday')],
  ])('is refused with %s that no calendar has', (_, spoil) => {
    const day: DayResult = { day: '2026-11-16', board: 'usa', game: 'd', points: 1, margin: 1, won: true }
    const profile: Profile = { games: [{ ...anyGame(1) }], days: [day] }
    expect(refused(written(profile))).toBe(null)
    spoil(profile)
    expect(refused(written(profile))).toBe('damaged')
  })

  it('is refused if it ends too early, wherever that is', () => {
    const text = written(anyProfile(3))
    for (let end = 1; end < text.length; end += 37) expect(['damaged', 'other']).toContain(refused(text.slice(0, end)))
  })

  it('is refused if any letter of its content has changed', () => {
    const text = written(anyProfile(5))
    for (let at = text.indexOf('"games"'); at < text.length; at += 11) {
      const letter = text[at] === '1' ? '2' : '1'
      expect(refused(text.slice(0, at) + letter + text.slice(at + 1)), text.slice(at - 5, at + 5)).toBe('damaged')
    }
  })

  it('is refused with a reason if it is something else, or newer', () => {
    for (const text of ['', '{}', '[]', 'null', '7', '"text"', '{"games":[]}', '{"format":"semafor-record"}'])
      expect(refused(text)).toBe('other')
    expect(refused(written(NONE).replace('"version":1', '"version":2'))).toBe('newer')
    expect(refused(written(NONE).replace('"version":1', '"version":0'))).toBe('damaged')
  })

  it('is refused if its digest is right and a game in it is not', () => {
    const bad = [
      { ...anyGame(1), points: 3 },
      { ...anyGame(1), at: -1 },
      { ...anyGame(1), mine: 7 },
      { ...anyGame(1), players: 'Ann' },
      { ...anyGame(1), own: [{ ...anyGame(1).own[0], seat: 5 }] },
    ]
    for (const game of bad) expect(refused(written({ games: [game as never], days: [] }))).toBe('damaged')
    expect(refused(written({ games: [], days: [{ day: 5 } as never] }))).toBe('damaged')
  })
})

describe('merging', () => {
  it.each(SEEDS)('loses nothing, in any order, however often (%i)', (seed) => {
    const [a, b, c] = [anyProfile(seed), anyProfile(seed + 100), anyProfile(seed + 200)]
    const ab = merged(a, b)
    expect(ab).toEqual(merged(b, a))
    expect(merged(ab, b)).toEqual(ab)
    expect(merged(ab, ab)).toEqual(ab)
    expect(merged(ab, c)).toEqual(merged(a, merged(b, c)))
    const ids = new Set([...a.games, ...b.games].map(({ game }) => game))
    expect(ab.games.map(({ game }) => game).sort()).toEqual([...ids].sort())
    const deals = new Set([...a.days, ...b.days].map(({ day }) => day))
    expect(ab.days.map(({ day }) => day)).toEqual([...deals].sort())
    // Every seat that either knew is still there, and whoever chose last has chosen.
    for (const one of [...a.games, ...b.games]) {
      const game = ab.games.find(({ game }) => game === one.game)!
      expect(game.own.map(({ seat }) => seat)).toEqual(expect.arrayContaining(one.own.map(({ seat }) => seat)))
      expect(game.chosen).toBeGreaterThanOrEqual(one.chosen)
      expect(readProfile(written({ games: [game], days: [] })).games).toEqual([game])
    }
  })
})

describe('the profile of a device', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.resetModules()
  })

  const open = async () => ({ ...(await import('./profile.svelte')), ...(await import('../settings.svelte')) })

  it('adds a game once, and has it on the next visit', async () => {
    const { note, profile } = await open()
    note(anyGame(1))
    note({ ...anyGame(1), at: 5 })
    note(anyGame(2))
    expect(profile.games).toHaveLength(2)
    vi.resetModules()
    expect((await open()).profile.games).toEqual(merged({ games: [anyGame(1), anyGame(2)], days: [] }, NONE).games)
  })

  it('keeps what another tab has added', async () => {
    const { note } = await open()
    localStorage.setItem('semafor.profile', written({ games: [anyGame(3)], days: [] }))
    note(anyGame(4))
    expect(readProfile(localStorage.getItem('semafor.profile') ?? '').games).toHaveLength(2)
  })

  it('does not count a guest’s games until somebody says whose they were', async () => {
    const { choose, note, profile, settings } = await open()
    settings.guest = true
    const game = { ...anyGame(1), own: [{ ...anyGame(1).own[0]!, seat: 0 }], mine: 0 }
    note(game)
    expect(profile.games[0]?.mine).toBeNull()
    choose(game.game, 0)
    expect(profile.games[0]?.mine).toBe(0)
  })

  it('exports, imports and merges, with the results of the days', async () => {
    const first = await open()
    first.note(anyGame(1))
    const other = written({ games: [anyGame(1), anyGame(2)], days: anyProfile(1).days })
    expect(first.imported(other)).toBe(1)
    expect(first.imported(other)).toBe(0)
    expect(readProfile(first.exported())).toEqual(readProfile(other))
    const before = first.exported()
    expect(() => first.imported(other.slice(0, -9))).toThrow('damaged')
    expect(first.exported()).toBe(before)
  })

  it.each([
    ['{"format":"semafor-profile","version":9}', 'newer'],
    ['{"format":"semafor-profile","games":[', 'damaged'],
    ['something', 'other'],
  ])('never writes over what it can’t read: %s', async (text, trouble) => {
    localStorage.setItem('semafor.profile', text)
    const { note, profile, startOver, unread } = await open()
    expect(profile.trouble).toBe(trouble)
    note(anyGame(1))
    expect(unread()).toBe(text)
    startOver()
    expect(profile.trouble).toBeNull()
    expect(readProfile(unread()).games).toHaveLength(1)
    const aside = Object.keys(localStorage).filter((key) => key.startsWith('semafor.profile.aside'))
    expect(aside.map((key) => localStorage.getItem(key))).toEqual([text])
  })
})
