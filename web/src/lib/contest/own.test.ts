import { beforeEach, expect, test, vi } from 'vitest'

const ONE = { contest: 'one', name: 'Friday', board: 'usa', deals: 3, host: 'secret' }
const TWO = { contest: 'two', name: 'Sunday', board: 'italy', deals: 1, token: 'mine' }

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

test('what another tab has stored is kept', async () => {
  const { mine, rememberContest } = await import('./own.svelte')
  localStorage.setItem('semafor.contests', JSON.stringify([ONE]))
  window.dispatchEvent(new StorageEvent('storage', { key: 'semafor.contests' }))
  rememberContest(TWO)
  expect(mine.contests).toEqual([TWO, ONE])
  expect(JSON.parse(localStorage.getItem('semafor.contests') ?? '')).toEqual([TWO, ONE])
})
