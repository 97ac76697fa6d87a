/** The service worker shows a push message, and opens the table. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'

type Handler = (event: unknown) => void

/** Run the service worker as a browser would, with a mocked environment. */
function worker(pages: { url: string; focus: () => void }[] = []) {
  const handlers = new Map<string, Handler>()
  const shown = vi.fn(() => Promise.resolve())
  const opened = vi.fn(() => Promise.resolve())
  const self = {
    location: { href: 'https://play.example/service-worker.js' },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    registration: { showNotification: shown },
    clients: { matchAll: () => Promise.resolve(pages), openWindow: opened },
  }
  const text = readFileSync(resolve(import.meta.dirname, '../../../public/service-worker.js'), 'utf8')
  new Function('self', 'caches', text)(self, {})
  const tell = async (name: string, event: object): Promise<void> => {
    let work: unknown
    handlers.get(name)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  return { tell, shown, opened }
}

const ADDRESS = '/#/game/abc'

test('a message is shown with the words that came with it', async () => {
  const { tell, shown } = worker()
  await tell('push', { data: { json: () => ({ game: 'abc', title: 'Semafor', text: 'Your turn.' }) } })
  expect(shown).toHaveBeenCalledWith('Semafor', {
    body: 'Your turn.',
    tag: 'abc',
    icon: 'icon-192.png',
    data: { address: ADDRESS },
  })
})

test('a click leads to the table: to its page if it is open, or else to a new one', async () => {
  const notification = { close: () => undefined, data: { address: ADDRESS } }
  const focus = vi.fn()
  const open = worker([{ url: `https://play.example${ADDRESS}`, focus }])
  await open.tell('notificationclick', { notification })
  expect(focus).toHaveBeenCalled()
  expect(open.opened).not.toHaveBeenCalled()
  const closed = worker([{ url: 'https://play.example/#/rules', focus }])
  await closed.tell('notificationclick', { notification })
  expect(closed.opened).toHaveBeenCalledWith(ADDRESS)
})
