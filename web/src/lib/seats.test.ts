import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

test('no game is dropped, however many there are', async () => {
  const { remember } = await import('./seats.svelte')
  for (let number = 0; number < 200; number++) remember(`g${number}`, 'usa', [{ seat: 0, token: `t${number}` }])
  vi.resetModules()
  const { own, tokensOf } = await import('./seats.svelte')
  expect(own.games).toHaveLength(200)
  expect(tokensOf('g0')).toEqual([{ seat: 0, token: 't0' }])
})

test('asking for a hint is remembered after reopening the game', async () => {
  const { noteHint, own, remember } = await import('./seats.svelte')
  remember('g', 'usa', [{ seat: 0, token: 't' }])
  noteHint('g')
  remember('g', 'usa', [{ seat: 1, token: 'u' }])
  expect(own.games).toMatchObject([{ game: 'g', hinted: true, seats: [{ seat: 0 }, { seat: 1 }] }])
})
