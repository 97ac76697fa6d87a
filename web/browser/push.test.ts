/** Push messages: from the switch in the settings, through a server and a push service, to a notification. */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { ServerMessage } from '../src/lib/protocol'
import { violations } from './axe'
import { ON_A_PHONE, openHouse, type Visit } from './fixture'
import { Server } from './server'

const house = openHouse()
const root = resolve(import.meta.dirname, '../..')

interface Made {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

interface Told {
  endpoint: string
  contact: string
  message: { game: string; title: string; text: string }
}

/** Start a local push service, in Python: it verifies the sender, and decrypts with the keys of one subscription. */
async function openService() {
  const python = resolve(root, '.venv/bin/python')
  const folder = mkdtempSync(join(tmpdir(), 'semafor-push-'))
  const child = spawn(python, ['-m', 'tests.server.push.service', folder], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async <T>() => JSON.parse(String((await lines.next()).value)) as T
  const { host, certificate, made } = await line<{ host: string; certificate: string; made: Made }>()
  return {
    host,
    certificate,
    made,
    /** Set the key that messages must be signed with. */
    expect: (key: string) => void child.stdin.write(`${key}\n`),
    next: () => line<Told>(),
    stop: () => void child.kill(),
  }
}

/**
 * Give the page a subscription of the service above, as this Chromium has no push service and refuses to subscribe.
 * Like a browser, keep it for the next visit, with the key of the server that asked for it.
 */
function subscribeAs(made: Made): void {
  const place = 'test.push'
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  const subscription = {
    endpoint: made.endpoint,
    get options() {
      return { applicationServerKey: bytes(localStorage.getItem(place) ?? '').buffer, userVisibleOnly: true }
    },
    toJSON: () => ({ ...made, expirationTime: null }),
    unsubscribe: () => {
      localStorage.removeItem(place)
      return Promise.resolve(true)
    },
  } as unknown as PushSubscription
  PushManager.prototype.getSubscription = () => Promise.resolve(localStorage.getItem(place) ? subscription : null)
  PushManager.prototype.subscribe = (options) => {
    localStorage.setItem(place, String(options?.applicationServerKey))
    return Promise.resolve(subscription)
  }
}

/** Keep the dealt tickets of a seat; runs in the browser. */
function keepTickets({ game, token }: { game: string; token: string }): Promise<void> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${game}/socket`)
    const send = (message: object) => socket.send(JSON.stringify(message))
    socket.onopen = () => send({ type: 'hello', version: 2, tokens: [token], last_seq: null })
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as ServerMessage
      if (message.type === 'view' && message.offers?.keep) {
        const action = { type: 'keep_tickets', tickets: message.offers.keep.tickets }
        send({ type: 'act', id: '1', seat: message.offers.seat, seq: message.seq, action })
      } else if (message.type === 'answer') (message.ok ? done : fail)()
    }
    socket.onclose = ({ reason }) => fail(new Error(reason))
  })
}

/** Record the notifications, as a headless browser denies and does not show them. */
function keepShown(): void {
  ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
    Object.assign(self, { shown: { title, ...options } })
    return Promise.resolve()
  }
}

test('switched on, a turn that begins while the page is closed is told; switched off, no longer', async () => {
  house.needServer()
  const service = await openService()
  const server = new Server('--push-services', service.host, '--push-contact', 'mailto:host@example.org')
  server.environment = { SSL_CERT_FILE: service.certificate }
  try {
    await server.start()
    const visit = await house.visit({ serviceWorkers: 'allow', permissions: ['notifications'] }, server)
    const { page, player, leave } = visit
    await page.context().addInitScript(subscribeAs, service.made)
    await page.goto(`${server.address}/#/settings`)
    // Off by default.
    await expect.poll(() => player.test('push').isChecked()).toBe(false)
    await player.test('push').click()
    await expect.poll(() => player.test('push').isChecked()).toBe(true)
    await player.test('quiet').uncheck()
    const { key } = (await (await page.request.get(`${server.address}/api/push`)).json()) as { key: string }
    service.expect(key)

    const people = ['Ann', 'Ben'].map((name) => ({ kind: 'me', name }))
    const table = { board: 'usa', seats: people, clock: { kind: 'days', days: 1 } }
    const made = await house.make(page, table, server)
    const asked = page.waitForResponse((response) => response.url().endsWith('/seats/0/push'))
    await house.take(visit, 'usa', { ...made, seats: made.seats.slice(0, 1) }, server)
    await page.reload()
    const subscribed = await asked
    await expect.poll(() => subscribed.json()).toEqual({ on: true })

    // She closes the page; Ben chooses his tickets, and waits for her to choose hers.
    const context = page.context()
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await page.goto(`${server.address}/healthz`)
    const ben = await house.visit({}, server)
    await ben.page.goto(`${server.address}/healthz`)
    await ben.page.evaluate(keepTickets, { game: made.game, token: made.seats[1]?.token ?? '' })
    const told = await service.next()
    expect(told).toMatchObject({ endpoint: service.made.endpoint, contact: 'mailto:host@example.org' })
    expect(told.message).toEqual({ game: made.game, title: 'Semafor', text: 'Your turn: USA' })

    // Pass the message that the service has decrypted to the worker, as the browser would.
    await worker.evaluate(keepShown)
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((found) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
        if (one) found(one.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: server.address,
      registrationId: await registered,
      data: JSON.stringify(told.message),
    })
    const shown = () => worker.evaluate(() => (self as unknown as { shown?: unknown }).shown)
    const data = { address: `/#/game/${made.game}` }
    await expect.poll(shown).toMatchObject({ title: 'Semafor', body: 'Your turn: USA', data })

    await page.goto(`${server.address}/#/settings`)
    const stopped = page.waitForResponse((response) => response.url().endsWith('/seats/0/push/stop'))
    await player.test('push').uncheck()
    const answer = await stopped
    await expect.poll(() => answer.json()).toEqual({ on: false })
    await expect.poll(() => player.test('quiet').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('test.push'))).toBeNull()
    await ben.leave()
    await leave()
  } finally {
    await server.stop()
    service.stop()
  }
})

test('a table with a long clock offers it while the others think: yes is enough, no is not asked again', async () => {
  house.needServer()
  const service = await openService()
  const server = new Server('--push-services', service.host)
  server.environment = { SSL_CERT_FILE: service.certificate }
  try {
    await server.start()
    const visits: Visit[] = []
    for (const [name, locale, screen] of [
      ['Ann', 'en', {}],
      ['Ben', 'pl', ON_A_PHONE],
    ] as const) {
      const options = { ...screen, locale, permissions: ['notifications'] }
      const visit = await house.visit({ ...options, serviceWorkers: 'allow' }, server)
      await visit.page.context().addInitScript(subscribeAs, service.made)
      const people = [name, 'Cy'].map((one) => ({ kind: 'me', name: one }))
      const made = await house.make(
        visit.page,
        { board: 'usa', seats: people, clock: { kind: 'days', days: 3 } },
        server,
      )
      await house.take(visit, 'usa', { ...made, seats: made.seats.slice(0, 1) }, server)
      // Nothing is offered while there is a decision to make.
      await visit.player.test('keep-tray').waitFor()
      await expect.poll(() => visit.player.test('ask-push').count()).toBe(0)
      await visit.player.keep(2)
      visits.push(visit)
    }
    const [ann, ben] = visits as [Visit, Visit]
    const asked = ann.page.waitForResponse((response) => response.url().endsWith('/seats/0/push'))
    await expect.poll(() => ann.player.test('ask-push').innerText()).toContain('even if this page is closed?')
    await expect.poll(() => violations(ann.page)).toEqual([])
    await ann.player.test('push-yes').click()
    const subscribed = await asked
    await expect.poll(() => subscribed.json()).toEqual({ on: true })
    await expect.poll(() => ann.player.test('ask-push').innerText()).toContain('From 22:00 to 07:00 messages wait.')
    // The menu of the table has the same switch.
    await ann.player.test('menu').click()
    await expect.poll(() => ann.player.test('push').isChecked()).toBe(true)
    await expect.poll(() => violations(ann.page)).toEqual([])
    await ann.leave()

    await expect.poll(() => ben.player.test('ask-push').innerText()).toContain('nawet gdy ta strona jest zamknięta?')
    await ben.player.test('push-no').click()
    await expect.poll(() => ben.player.test('ask-push').count()).toBe(0)
    await ben.page.reload()
    await ben.player.test('status').waitFor()
    await ben.player.test('menu').click()
    await expect.poll(() => ben.player.test('push').isChecked()).toBe(false)
    await expect.poll(() => ben.player.test('ask-push').count()).toBe(0)
    await ben.leave()
  } finally {
    await server.stop()
    service.stop()
  }
})

test('a browser whose push service the server does not know is told so, and the switch goes back off', async () => {
  house.needServer()
  const visit = await house.visit({ locale: 'pl', permissions: ['notifications'], serviceWorkers: 'allow' })
  const { page, player, leave } = visit
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
  await page.context().addInitScript(subscribeAs, { endpoint: 'https://push.example.org/ann', keys })
  const people = ['Ann', 'Ben'].map((name) => ({ kind: 'me', name }))
  const made = await house.make(page, { board: 'usa', seats: people, clock: { kind: 'days', days: 3 } })
  await house.take(visit, 'usa', { ...made, seats: made.seats.slice(0, 1) })
  await player.keep(2)
  await player.test('push-yes').click()
  await expect.poll(() => player.test('ask-push').innerText()).toContain('nic nie wysyła do usługi powiadomień')
  await player.test('menu').click()
  await expect.poll(() => player.test('push').isChecked()).toBe(false)
  // Switched on elsewhere, it goes off at the table that can't use it.
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem('semafor.settings') ?? '{}') as object
    localStorage.setItem('semafor.settings', JSON.stringify({ ...settings, push: true, pushAsked: true }))
  })
  await page.reload()
  await player.test('push-yes').waitFor()
  await leave(/^422 .*\/push$/)
})

test('where the server sends no push messages, there is no switch', async () => {
  house.needServer()
  const { page, player, leave } = await house.visit()
  await page.route('**/api/greeting', (route) => route.fulfill({ json: { capabilities: [] } }))
  await page.goto(`${house.server.address}/#/settings`)
  await page.locator('main input[type="checkbox"]').first().waitFor()
  await expect.poll(() => player.test('push').count()).toBe(0)
  await leave()
})
