import { beforeEach, describe, expect, it, vi } from 'vitest'
import { randomNumbers } from '../board/layout/random'
import type { DayResult } from '../days/results.svelte'
import { merged, NOTHING, readProfile, written, type Profile, type UnreadableProfile } from './file'
import { anyGame } from './samples'

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed)

/** Return a profile that shares some games with others, with its own choices of who played them. */
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
  const ids = ['a', 'b', 'c', 'd'].filter(() => random() < 0.6)
  const puzzles = Object.fromEntries(ids.map((id) => [id, random() < 0.5 ? ('solved' as const) : ('failed' as const)]))
  return { games, days, puzzles }
}

/** A file in the format of version 1. */
const FIRST =
  '{"format":"semafor-profile","version":1,"digest":"7b806a16c0273054","games":[{"game":"abc","board":"usa",' +
  '"board_name":{"en":"USA"},"board_file":false,"at":1763300000000,"day":null,"lesson":null,"players":[{"name":"Ann",' +
  '"level":null,"elo":null,"points":97,"won":true},{"name":"Ada","level":"guard","elo":-379,"points":80,"won":false}],' +
  '"own":[{"seat":0,"helped":false,"hinted":false,"routes":["denver-omaha"],"longest_path":20,"completed":2,' +
  '"tickets":3,"made":["first_win"]}],"mine":0,"chosen":0}],"days":[{"day":"2026-11-16","board":"italy",' +
  '"game":"def","points":60,"margin":-4,"won":false}]}'

/** Return a profile sorted, as it is after reading. */
const tidy = (profile: Profile) => merged(profile, NOTHING)

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
    const { games } = readProfile(written({ ...NOTHING, games: [{ ...one!, players, board_name }] }))
    expect(games).toEqual([{ ...one!, board_name: { en: 'USA' } }])
  })

  it.each([
    ['a time', (profile: Profile) => (profile.games[0]!.at = Number.MAX_SAFE_INTEGER)],
    ['a day of a game', (profile: Profile) => (profile.games[0]!.day = '2026-99-99')],
    ['a day', (profile: Profile) => (profile.days[0]!.day = 'yesterday')],
  ])('is refused with %s that no calendar has', (_, spoil) => {
    const day: DayResult = { day: '2026-11-16', board: 'usa', game: 'd', points: 1, margin: 1, won: true }
    const profile: Profile = { ...NOTHING, games: [{ ...anyGame(1) }], days: [day] }
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
    expect(refused(written(NOTHING).replace('"version":2', '"version":3'))).toBe('newer')
    expect(refused(written(NOTHING).replace('"version":2', '"version":0'))).toBe('damaged')
  })

  it('is refused if its digest is right and a game in it is not', () => {
    const bad = [
      { ...anyGame(1), points: 3 },
      { ...anyGame(1), at: -1 },
      { ...anyGame(1), at: 9e15 },
      { ...anyGame(1), day: 'someday' },
      { ...anyGame(1), players: [{ ...anyGame(1).players[0], elo: 1e15 }] },
      { ...anyGame(1), mine: 7 },
      { ...anyGame(1), players: 'Ann' },
      { ...anyGame(1), own: [{ ...anyGame(1).own[0], seat: 5 }] },
    ]
    for (const game of bad) expect(refused(written({ ...NOTHING, games: [game as never] }))).toBe('damaged')
    for (const day of [5, 'someday', '2026-13-01'])
      expect(refused(written({ ...NOTHING, days: [{ ...anyProfile(1).days[0], day } as never] }))).toBe('damaged')
    for (const puzzles of [[], null, { a: 'perhaps' }])
      expect(refused(written({ ...NOTHING, puzzles: puzzles as never }))).toBe('damaged')
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
    const answered = new Set([...Object.keys(a.puzzles), ...Object.keys(b.puzzles)])
    expect(Object.keys(ab.puzzles)).toEqual([...answered].sort())
    // Every seat known to either is still there, and the latest choice wins.
    for (const one of [...a.games, ...b.games]) {
      const game = ab.games.find(({ game }) => game === one.game)!
      expect(game.own.map(({ seat }) => seat)).toEqual(expect.arrayContaining(one.own.map(({ seat }) => seat)))
      expect(game.chosen).toBeGreaterThanOrEqual(one.chosen)
      expect(readProfile(written({ ...NOTHING, games: [game] })).games).toEqual([game])
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
    expect((await open()).profile.games).toEqual(tidy({ ...NOTHING, games: [anyGame(1), anyGame(2)] }).games)
  })

  it('keeps what another tab has added', async () => {
    const { note } = await open()
    localStorage.setItem('semafor.profile', written({ ...NOTHING, games: [anyGame(3)] }))
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
    const other = written({ ...anyProfile(1), games: [anyGame(1), anyGame(2)] })
    expect(first.imported(other)).toEqual({ games: 1, more: true })
    expect(first.imported(other)).toEqual({ games: 0, more: false })
    expect(readProfile(first.exported())).toEqual(readProfile(other))
    const before = first.exported()
    expect(() => first.imported(other.slice(0, -9))).toThrow('damaged')
    expect(first.exported()).toBe(before)
  })

  it('keeps what other tabs have noted when it imports and exports', async () => {
    const { exported, imported } = await open()
    const { days, puzzles } = anyProfile(1)
    localStorage.setItem('semafor.days', JSON.stringify(days))
    localStorage.setItem('semafor.puzzles', JSON.stringify(puzzles))
    expect(readProfile(exported())).toEqual(tidy({ games: [], days, puzzles }))
    const later = { ...days[0]!, day: '2026-11-30' }
    localStorage.setItem('semafor.days', JSON.stringify([...days, later]))
    imported(written({ ...NOTHING, games: [anyGame(1)] }))
    expect(JSON.parse(localStorage.getItem('semafor.days') ?? '')).toHaveLength(days.length + 1)
  })

  it('reads the file of version 1, which had no puzzles', async () => {
    const { imported, profile } = await open()
    expect(imported(FIRST)).toEqual({ games: 1, more: true })
    expect(profile.games.map(({ game }) => game)).toEqual(['abc'])
    const stored = readProfile(localStorage.getItem('semafor.profile') ?? '')
    expect(stored.games).toEqual(readProfile(FIRST).games)
    vi.resetModules()
    localStorage.setItem('semafor.profile', FIRST)
    expect((await open()).profile).toEqual({ games: stored.games, trouble: null })
  })

  it('imports nothing that there is no room for, and loses nothing', async () => {
    const { imported, note, profile, exported } = await open()
    note(anyGame(1))
    const [before, stored] = [exported(), localStorage.getItem('semafor.profile')]
    const kept = localStorage
    const setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.getItem(key), setItem })
    expect(() => imported(written({ ...anyProfile(2), games: [anyGame(2)] }))).toThrow('no room')
    expect(profile.trouble).toBeNull()
    // A game that ends now stays on the page, which says that it is not stored.
    note(anyGame(3))
    expect(profile.trouble).toBe('unkept')
    vi.unstubAllGlobals()
    expect(localStorage.getItem('semafor.profile')).toBe(stored)
    expect(profile.games).toHaveLength(2)
    note(anyGame(4))
    expect(profile.trouble).toBeNull()
    expect(readProfile(localStorage.getItem('semafor.profile') ?? '').games).toHaveLength(3)
    expect(before).not.toBe(exported())
  })

  it('starts no new profile if there is no room for the unreadable one beside it', async () => {
    localStorage.setItem('semafor.profile', 'something')
    const { profile, startOver, unread } = await open()
    const kept = localStorage
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.getItem(key),
      removeItem: (key: string) => kept.removeItem(key),
      setItem(key: string, text: string) {
        if (key !== 'semafor.profile') throw new DOMException('no room', 'QuotaExceededError')
        kept.setItem(key, text)
      },
    })
    expect(startOver()).toBe(false)
    expect([profile.trouble, unread()]).toEqual(['other', 'something'])
    vi.unstubAllGlobals()
    expect(startOver()).toBe(true)
    expect(profile.trouble).toBeNull()
  })

  it.each([
    ['{"format":"semafor-profile","version":9}', 'newer'],
    ['{"format":"semafor-profile","games":[', 'damaged'],
    ['something', 'other'],
  ])('never writes over what it can’t read: %s', async (text, trouble) => {
    localStorage.setItem('semafor.profile', text)
    const { imported, note, profile, startOver, unread } = await open()
    expect(profile.trouble).toBe(trouble)
    note(anyGame(1))
    expect(unread()).toBe(text)
    // A file can't be added to it either, not even in part.
    expect(() => imported(written(anyProfile(2)))).toThrow(trouble)
    expect(['semafor.days', 'semafor.puzzles'].map((key) => localStorage.getItem(key))).toEqual([null, null])
    expect(profile.games).toHaveLength(1)
    startOver()
    expect(profile.trouble).toBeNull()
    expect(readProfile(unread()).games).toHaveLength(1)
    const aside = Object.keys(localStorage).filter((key) => key.startsWith('semafor.profile.aside'))
    expect(aside.map((key) => localStorage.getItem(key))).toEqual([text])
  })
})
