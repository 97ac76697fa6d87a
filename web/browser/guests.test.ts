/** What a server keeps for guests: daily results, a sealed deal, the ladder, and faces that others see. */
import { expect, test } from 'vitest'
import { violations } from './axe'
import { openHouse, type Visit } from './fixture'

const house = openHouse({ own: true })

interface Stored {
  key: string
}

/** Return the key of this browser. */
const keyOf = async ({ page }: Visit) =>
  (JSON.parse(await page.evaluate(() => localStorage.getItem('semafor.guest') ?? '{}')) as Stored).key

/** Play a game on the smallest board up to its result. */
async function play(visit: Visit, request: object): Promise<void> {
  const made = await house.make(visit.page, { board: 'toy', ...request })
  await house.take(visit, 'toy', made)
  await visit.page.reload()
  visit.player.low = true
  await visit.player.playToEnd()
  await visit.player.test('result').waitFor()
}

test('a sealed deal is played once, counts automatically, shows its fingerprint, and stays sealed', async () => {
  const visit = await house.visit()
  const { player, page } = visit
  await page.goto(`${house.server.address}/#/profile`)
  await player.test('ladder-on').check()
  await player.test('my-ladder').waitFor()
  const { today } = (await (await page.request.get(`${house.server.address}/api/days`)).json()) as { today: string }
  await play(visit, { seats: [{ kind: 'me', name: 'Ann' }], day: today, sealed: true, guest: await keyOf(visit) })
  await player.test('my-row').waitFor()
  await player.test('fingerprint').waitFor()
  // Nothing reveals the deal to others.
  await expect.poll(() => player.test('to-replay').count()).toBe(0)
  await expect.poll(() => player.test('statistics').count()).toBe(0)
  await expect.poll(() => violations(page)).toEqual([])
  await page.goto(`${house.server.address}/#/day`)
  await player.test('deal-sealed').click()
  await player.test('results-usa').click()
  await player.test('standings-usa').getByText('Nobody has sent a result yet.').waitFor()
  await player.test('play-usa').waitFor()
  await visit.leave()
})

test('join the ladder, play a game that counts, move the key by link, delete the entry', async () => {
  const first = await house.visit()
  const { page, player } = first
  await page.goto(`${house.server.address}/#/profile`)
  await expect.poll(() => player.test('kept-elsewhere').count()).toBe(0)
  await player.test('ladder-on').check()
  await player.test('my-ladder').getByText('No game').waitFor()
  await player.test('kept-elsewhere').waitFor()
  const key = await keyOf(first)
  await play(first, {
    seats: [
      { kind: 'me', name: 'Ann', face: 4 },
      { kind: 'bot', level: 'passenger' },
    ],
    guest: key,
  })
  await expect
    .poll(async () => {
      await page.goto(`${house.server.address}/#/`)
      await page.goto(`${house.server.address}/#/ladder`)
      await player
        .test('ladder')
        .waitFor({ timeout: 2000 })
        .catch(() => undefined)
      return player.test('my-row').count()
    })
    .toBe(1)
  await expect.poll(() => violations(page)).toEqual([])

  // On another device.
  await page.goto(`${house.server.address}/#/profile`)
  await player.test('carry').click()
  const link = await page.locator('[data-test="on-server"] [data-test="link"]').inputValue()
  expect(link).toContain(`#/guest/${key}`)
  const second = await house.visit()
  await second.page.goto(link)
  await second.player.test('take-guest').click()
  expect(second.page.url()).not.toContain(key)
  // Until the server has answered, its switch can't be pressed by mistake.
  let release: (() => void) | undefined
  const held = new Promise<void>((go) => (release = go))
  await second.page.route('**/api/guest', async (route) => {
    await held
    await route.continue()
  })
  await second.page.goto(`${house.server.address}/#/profile`)
  await expect.poll(() => second.player.test('ladder-on').isDisabled()).toBe(true)
  release?.()
  await expect.poll(() => second.player.test('ladder-on').isEnabled()).toBe(true)
  await expect.poll(() => second.player.test('ladder-on').isChecked()).toBe(true)
  await second.player.test('remove-guest').click()
  await second.player.test('remove-sure').click()
  await expect.poll(() => second.player.test('ladder-on').isChecked()).toBe(false)
  await expect.poll(() => second.player.test('kept-elsewhere').count()).toBe(0)
  await second.page.goto(`${house.server.address}/#/ladder`)
  await second.page.getByText('Nobody is on the ladder yet.').waitFor()
  await first.leave()
  await second.leave()
})

test('without guests, none of this is shown', async () => {
  const { page, player, leave } = await house.visit()
  await page.route('**/api/greeting', (route) => route.fulfill({ json: { capabilities: [] } }))
  await page.goto(`${house.server.address}/#/day`)
  await player.test('play-usa').waitFor()
  await expect.poll(() => player.test('deal-sealed').count()).toBe(0)
  await expect.poll(() => player.test('results-usa').count()).toBe(0)
  await page.goto(`${house.server.address}/#/profile`)
  await page.locator('#keeping').waitFor()
  await expect.poll(() => player.test('on-server').count()).toBe(0)
  await leave()
})
