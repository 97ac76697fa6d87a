import { render } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { settings } from '../../settings.svelte'
import { counted } from '../played'
import { anyGame, LEVELS } from '../samples'
import Strength from './Strength.svelte'

function shown(hinted: boolean | null): string {
  settings.locale = 'en'
  const players = [
    { name: 'Ann', level: null, elo: null, points: 90, won: true },
    { name: 'Ada', level: 'guard', elo: -379, points: 60, won: false },
  ]
  const { own, ...any } = anyGame(0)
  const seat = { ...own[0]!, seat: 0, helped: false, hinted: hinted ?? false }
  const game = { ...any, lesson: null, day: null, players, own: [seat], mine: 0 }
  const games = hinted === null ? [] : counted([game])
  const { container, unmount } = render(Strength, { games, levels: LEVELS })
  const text = container.textContent ?? ''
  unmount()
  return text
}

test('a win with hints is no estimate, and the profile says why', () => {
  expect(shown(null)).toContain('The curve begins with your first game')
  expect(shown(true)).toContain('Your games so far had hints')
  expect(shown(false)).not.toContain('had hints')
})
