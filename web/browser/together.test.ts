/** Several people: at one screen, by invitation, on another device; and a server that fails in the middle of a game. */
import { expect, test } from 'vitest'
import { PHONE } from './chromium'
import { ON_A_PHONE, openHouse } from './fixture'
import { Player } from './player'

const house = openHouse()
const { server } = house

/** Both players at one screen keep tickets, and the first player opens the curtain. */
async function begin(player: Player): Promise<void> {
  for (let seat = 0; seat < 2; seat++) {
    await player.test('curtain-open').click()
    await player.keep(2)
  }
  await player.test('curtain').or(player.test('your-turn')).first().waitFor()
  if ((await player.test('curtain').count()) > 0) await player.test('curtain-open').click()
}

test('two at one screen: the curtain hides the cards until the next player opens it', async () => {
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="mode"][value="hotseat"])').click()
  await page.getByLabel('Player 2').fill('Ben')
  await player.test('play').click()
  for (const name of ['Ann', 'Ben']) {
    await page.getByRole('heading', { name: `${name}, it is your turn` }).waitFor()
    await expect.poll(() => page.locator('[data-test="ticket"], [data-test^="hand-"]').count()).toBe(0)
    await player.test('curtain-open').click()
    await player.keep(2)
  }
  // The first player draws two cards, opening the curtain if the other one had the screen; then the turn passes.
  await player.test('curtain').or(player.test('your-turn')).first().waitFor()
  if ((await player.test('curtain').count()) > 0) await player.test('curtain-open').click()
  const first = await page.locator('li[aria-current="true"] .name').textContent()
  await player.draw()
  // The drawn cards are shown before the screen is handed over.
  await player.test('hand-over').waitFor()
  await expect.poll(() => page.locator('[data-test^="hand-"]').count()).toBeGreaterThan(1)
  await expect.poll(() => player.test('curtain').count()).toBe(0)
  await player.test('hand-over').click()
  await player.test('curtain').waitFor()
  const next = (first ?? '').startsWith('Ann') ? 'Ben' : 'Ann'
  await page.getByRole('heading', { name: `${next}, it is your turn` }).waitFor()
  await expect.poll(() => page.locator('[data-test^="hand-"]').count()).toBe(0)
  // The curtain stays closed after a reload.
  await page.reload()
  await page.getByRole('heading', { name: `${next}, it is your turn` }).waitFor()
  await expect.poll(() => page.locator('[data-test^="hand-"], [data-test="own-ticket"]').count()).toBe(0)
  await leave()
})

test('two at one screen play a rematch with seats swapped', async () => {
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="mode"][value="hotseat"])').click()
  await page.getByLabel('Player 2').fill('Ben')
  await player.test('play').click()
  await begin(player)
  await player.test('menu').click()
  await player.test('offer-end').click()
  await player.test('offer-end').click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await player.test('end').waitFor()
  const names = () => page.locator('[data-test^="seat-"] .name').allTextContents()
  await expect.poll(names).toEqual(['Ann', 'Ben'])
  await player.test('rematch').click()
  for (const name of ['Ben', 'Ann']) {
    await page.getByRole('heading', { name: `${name}, it is your turn` }).waitFor()
    await player.test('curtain-open').click()
    await player.keep(2)
  }
  await player.test('curtain').or(player.test('your-turn')).first().waitFor()
  await expect.poll(names).toEqual(['Ben', 'Ann'])
  await leave()
})

test('Enter hands the screen over, even with the focus on the deck', async () => {
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="mode"][value="hotseat"])').click()
  await player.test('play').click()
  await begin(player)
  await player.draw()
  await player.test('hand-over').waitFor()
  await player.test('deck').focus()
  await page.keyboard.press('Enter')
  await player.test('curtain').waitFor()
  await leave()
})

test('a rematch invites the others: a banner with a button, and a notification', async () => {
  const { ann, ben } = await house.two({}, [{}, { serviceWorkers: 'allow' }])
  await ben.page.evaluate(() => localStorage.setItem('semafor.settings', '{"name":"Ben","notify":true,"speed":0}'))
  await ben.page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
      document.documentElement.dataset['called'] = `${title}: ${options?.body ?? ''}`
      return Promise.resolve()
    }
  })
  await ben.page.reload()
  await ben.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await Promise.all([ann.player.keep(2), ben.player.keep(2)])
  await ann.player.test('menu').click()
  await ann.player.test('offer-end').click()
  await ann.player.test('offer-end').click()
  await ben.page.getByRole('button', { name: 'Yes' }).click()
  for (const { player } of [ann, ben]) await player.test('end').waitFor()
  await expect.poll(() => ben.player.test('rematch-waits').count()).toBe(0)
  await ben.page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  await ann.player.test('rematch').click()
  await ann.player.test('keep-tray').waitFor()
  const banner = ben.player.test('rematch-waits')
  await banner.getByText('The rematch has begun').waitFor()
  await expect.poll(() => ben.page.locator('html').getAttribute('data-called')).toContain('The rematch has begun: USA')
  await banner.getByRole('button').click()
  await ben.player.test('keep-tray').waitFor()
  expect(ben.player.game()).toBe(ann.player.game())
  await expect.poll(() => banner.count()).toBe(0)
  await ann.leave()
  await ben.leave()
})

test('an invitation: a friend on a phone joins by link; both play and chat', async () => {
  house.needServer()
  const host = await house.visit()
  const ann = new Player(host.page, server.address)
  await host.page.goto(`${server.address}/#/`)
  await host.page.locator('label:has(input[name="mode"][value="friends"])').click()
  await ann.test('play').click()
  await expect.poll(() => ann.test('link').inputValue()).toContain('/#/join/')
  const link = await ann.test('link').inputValue()
  await host.page.getByRole('img', { name: /QR code/ }).waitFor()

  const guest = await house.visit({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    settings: { name: 'Ola', locale: 'pl' },
  })
  const ola = new Player(guest.page, server.address)
  await guest.page.goto(link)
  await ola.test('sit').click()
  await Promise.all([ann.keep(2), ola.keep(2)])
  // One of them is to move, and the other sees whose turn it is.
  const yours = ann.test('your-turn').or(ann.test('their-turn'))
  await yours.first().waitFor()
  const annBegins = (await ann.test('your-turn').count()) > 0
  if (annBegins) await ann.draw()
  else {
    for (let card = 0; card < 2; card++) await ola.tapDeck()
    await ann.test('your-turn').waitFor()
  }
  await ann.test('tab-chat').click()
  await host.page.getByRole('button', { name: 'Good luck!' }).click()
  // The log opens at the chat only if there are unread messages.
  await ola.test('unread').waitFor()
  await guest.page.locator('[data-test="tab-log"]').tap()
  await guest.page.getByText('Powodzenia!').first().waitFor()
  expect([...host.problems, ...guest.problems]).toEqual([])
  await host.page.context().close()
  await guest.page.context().close()
})

test('two guests without a name both get in, and the waiting room’s main button copies the link', async () => {
  house.needServer()
  const host = await house.visit({ settings: { name: '' } })
  await host.page.goto(`${server.address}/#/`)
  await host.page.locator('label:has(input[name="mode"][value="friends"])').click()
  await host.player.test('play').click()
  await expect.poll(() => host.player.test('link').inputValue()).toContain('/#/join/')
  const largest = () =>
    host.page.locator('main :is(button, a.button)').evaluateAll((buttons) => {
      const area = (button: Element) => button.clientWidth * button.clientHeight
      return buttons.toSorted((a, b) => area(b) - area(a))[0]?.textContent?.trim()
    })
  await expect.poll(largest).toBe('Copy the link')

  const guest = await house.visit({ settings: { name: '' } })
  await guest.page.goto(await host.player.test('link').inputValue())
  await guest.player.test('sit').click()
  for (const { player } of [host, guest]) await player.test('keep-tray').waitFor()
  await expect.poll(() => host.page.locator('[data-test^="seat-"] .name').allInnerTexts()).toEqual(['Guest', 'Guest 2'])
  await host.leave()
  await guest.leave()
})

test('an invitation made on the server’s machine brings a phone on the LAN there', async () => {
  const own = await house.serve('--host', '0.0.0.0')
  const { url } = (await (await fetch(`${own.address}/api/network`)).json()) as { url: string | null }
  const host = await house.visit({}, own)
  await host.page.goto(`${own.address}/#/`)
  await host.page.locator('label:has(input[name="mode"][value="friends"])').click()
  await host.player.test('play').click()
  const field = host.page.locator('input[data-test="link"]')
  if (url === null) {
    // Without a network, the page says that the link is of no use to others.
    await host.player.test('alone').waitFor()
  } else {
    await expect.poll(() => field.inputValue()).toContain(`${url}/#/join/`)
    await expect.poll(() => host.player.test('alone').count()).toBe(0)
    own.address = url
    const guest = await house.visit({ ...ON_A_PHONE, settings: { name: 'Ola' } }, own)
    await guest.page.goto(await field.inputValue())
    // Over plain HTTP a page has no clipboard, service worker or notifications; everything else works.
    await expect.poll(() => guest.page.evaluate(() => isSecureContext)).toBe(false)
    await guest.player.test('sit').tap()
    await Promise.all([host.player.keep(2), guest.player.keep(2)])
    await guest.player.test('menu').tap()
    await guest.page.getByRole('button', { name: 'Copy' }).first().tap()
    await guest.page.getByRole('button', { name: 'Copied' }).waitFor()
    await guest.leave()
  }
  await host.leave()
})

test('a link to a server that listens on localhost only says so', async () => {
  house.needServer()
  const { page, player, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  await page.locator('label:has(input[name="mode"][value="friends"])').click()
  await player.test('play').click()
  await player.test('alone').waitFor()
  await expect.poll(() => page.locator('input[data-test="link"]').inputValue()).toContain(`${server.address}/#/join/`)
  await leave()
})

test('an invitation code works however it is typed, and a wrong one is explained', async () => {
  house.needServer()
  const host = await house.visit()
  await host.page.goto(`${server.address}/#/`)
  await host.page.locator('label:has(input[name="mode"][value="friends"])').click()
  await host.player.test('play').click()
  const shown = async () => (await host.player.test('invite-code').textContent()) ?? ''
  await expect.poll(shown).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4})+$/)
  const code = await shown()

  const guest = await house.visit({ settings: { name: 'Ola' } })
  await guest.page.goto(`${server.address}/#/`)
  const type = async (text: string) => {
    await guest.player.test('code').fill(text)
    await guest.player.test('code-go').click()
  }
  await type('abc')
  await guest.page.getByText('A code has at least 8 letters and digits').waitFor()
  await type('zzzz-zzzz-zzzz')
  await guest.page.getByRole('heading', { name: 'There is no such invitation' }).waitFor()
  await type(` ${code.toUpperCase().replaceAll('-', '  ')} `)
  await guest.player.test('sit').click()
  await guest.player.test('keep-tray').waitFor()
  await host.player.test('keep-tray').waitFor()
  await guest.page.getByText('Ola', { exact: true }).first().waitFor()
  await host.leave()
  // A wrong code is answered with 404, which the browser also logs.
  await guest.leave(/^404/)
})

test('nothing is lost by a reload, or when the server is killed and restarted', async () => {
  const own = await house.serve()
  const { page, player, leave } = await house.visit({}, own)
  await player.sit('usa')
  await player.keep(2)
  await player.draw()
  await player.ready()
  const hand = () => page.locator('[aria-label="Your cards"] h2').textContent()
  const before = await hand()
  await page.reload()
  await player.ready()
  await expect.poll(hand).toBe(before)

  await own.kill()
  await page.getByText('Connection lost. Trying again…').waitFor()
  await own.start()
  await page.getByText('Connection lost. Trying again…').waitFor({ state: 'detached' })
  await expect.poll(hand).toBe(before)
  await player.draw()
  await expect.poll(hand).not.toBe(before)
  await leave()
})

test('a seat moves to another device by a link that works once', async () => {
  house.needServer()
  const first = await house.visit()
  const ann = new Player(first.page, server.address)
  await ann.sit('usa')
  await ann.keep(2)
  await ann.test('menu').click()
  await ann.test('transfer').click()
  const field = first.page.locator('input[data-test="link"]').last()
  await expect.poll(() => field.inputValue()).toContain('/#/take/')
  const link = await field.inputValue()
  const second = await house.visit()
  await second.page.goto(link)
  const there = new Player(second.page, server.address)
  await there.test('take').click()
  await there.ready()
  await there.draw()
  const third = await house.visit()
  await third.page.goto(link)
  await new Player(third.page, server.address).test('take').click()
  await third.page.getByRole('alert').waitFor()
  expect(second.problems).toEqual([])
  for (const opened of [first, second, third]) await opened.page.context().close()
})
