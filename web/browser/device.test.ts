/** Features of the device: the app starts offline, notifies you of your turn, and opens files. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openHouse } from './fixture'

const house = openHouse()
const { server } = house
const boards = resolve(import.meta.dirname, '../../src/semafor/boards')

test('without the server the page still opens, says so, and resumes when the server is back', async () => {
  const own = await house.serve()
  const { page, player, leave } = await house.visit({ serviceWorkers: 'allow' }, own)
  await player.start('usa')
  await page.goto(`${own.address}/#/rules/usa`)
  await page.getByRole('link', { name: 'Italy' }).waitFor()
  await page.goto(`${own.address}/#/`)
  await page.locator('input[name="board"]').first().waitFor({ state: 'attached' })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await own.kill()
  await page.goto(`${own.address}/#/settings`)
  await page.reload()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await page.goto(`${own.address}/#/`)
  await page.getByRole('alert').getByText('The server can’t be reached').waitFor()
  await player.test('no-games').getByText('as soon as the server answers').waitFor()
  await page.goto(`${own.address}/#/rules/italy`)
  await page.getByRole('link', { name: 'Northern Lights' }).waitFor()
  await page.goto(`${own.address}/#/`)
  await own.start()
  await page.locator('input[name="board"]').first().waitFor({ state: 'attached' })
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await leave(/ERR_CONNECTION_REFUSED|Failed to fetch/)
})

test('the app can be installed: a manifest with a name, a start URL and existing icons', async () => {
  const { page, leave } = await house.visit()
  await page.goto(`${server.address}/#/`)
  const at = (place: string) => new URL(place, `${server.address}/`).href
  const address = at((await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '')
  const manifest = (await (await page.request.get(address)).json()) as {
    name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Semafor', display: 'standalone' })
  expect(new URL(manifest.start_url, address).href).toBe(at('./'))
  expect(manifest.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const icon of manifest.icons) {
    const answer = await page.request.get(new URL(icon.src, address).href)
    expect(answer.ok(), icon.src).toBe(true)
  }
  await leave()
})

test('a notification says that it is your turn when you look elsewhere', async () => {
  const { page, player, leave } = await house.visit({ serviceWorkers: 'allow', settings: { notify: true } })
  // A headless browser denies notifications, so record what the page asks it to show.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
      document.documentElement.dataset['called'] = `${title}: ${options?.body ?? ''}`
      return Promise.resolve()
    }
  })
  await player.start('usa')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await player.keep(2)
  const called = () => page.locator('html').getAttribute('data-called')
  await player.ready()
  await player.draw()
  await player.ready()
  await expect.poll(called).toBe(null)
  // Pretend that the page is behind another window.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  await player.draw()
  await expect.poll(called).toBe('Semafor: Your turn: USA')
  await leave()
})

test('custom board files: a bad one is refused with the reason, a good one is played', async () => {
  const { page, player, leave } = await house.visit()
  const file = page.locator('input[type="file"]').first()
  const text = readFileSync(resolve(boards, 'toy.toml'), 'utf8')
  await page.goto(`${server.address}/#/`)
  await page.getByText('More options').click()
  await player.opponents(1)
  // The words on both buttons are the page's, not the browser's.
  await expect.poll(() => page.locator('label.button', { hasText: 'Choose a file' }).count()).toBe(2)
  await file.setInputFiles({ name: 'broken.toml', mimeType: 'text/plain', buffer: Buffer.from('routes = [') })
  // The player's own board is the chosen one.
  await expect.poll(() => page.locator('input[name="board"]:checked').getAttribute('value')).toBe('.')
  await player.test('own-board').getByText('broken.toml').waitFor()
  // What is wrong is said as soon as the file is chosen.
  await player.test('own-board').getByText('This board file can’t be used.').waitFor()
  await player.test('play').click()
  const problem = page.getByRole('alert')
  await problem.getByText('This board file can’t be used.').waitFor()
  /** How far the problem is above the button. */
  const apart = async () => {
    const [said, button] = [await problem.boundingBox(), await player.test('play').boundingBox()]
    return (button?.y ?? 0) - (said?.y ?? 0) - (said?.height ?? 0)
  }
  await expect.poll(apart).toBeLessThan(24)
  await expect.poll(async () => (await problem.textContent())?.length).toBeGreaterThan(50)
  const wrong = text.replace(/between = \["([^"]+)", "[^"]+"\]/, 'between = ["$1", "atlantis"]')
  await file.setInputFiles({ name: 'wrong.toml', mimeType: 'text/plain', buffer: Buffer.from(wrong) })
  await player.test('play').click()
  await problem.getByText(/atlantis/).waitFor()
  // On a Polish page it is said in Polish.
  await page
    .locator('header')
    .getByRole('button', { name: /Polski/ })
    .click()
  const unpaid = text.replace(/^trains = \d+/m, 'trains = "many"')
  await file.setInputFiles({ name: 'unpaid.toml', mimeType: 'text/plain', buffer: Buffer.from(unpaid) })
  await player.test('play').click()
  await problem.getByText(/trains: ma tu być liczba całkowita od 1 do \d+, a jest "many"/).waitFor()
  await page
    .locator('header')
    .getByRole('button', { name: /English/ })
    .click()
  await file.setInputFiles({ name: 'toy.toml', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.locator('label.button', { hasText: 'toy.toml' }).waitFor()
  // Another board takes its place, and it can be chosen again.
  await page.locator('label:has(input[value="italy"]) strong').click()
  await expect.poll(() => player.test('own-board').count()).toBe(0)
  await file.setInputFiles({ name: 'toy.toml', mimeType: 'text/plain', buffer: Buffer.from(text) })
  // It is shown with what is on it.
  await player.test('own-board').getByText('Toy Island').waitFor()
  await player.test('own-board').getByText('Cities: 8 · routes: 14').waitFor()
  await expect.poll(() => player.test('own-board').locator('svg path').count()).toBe(14)
  // And there is one to start from.
  const example = page.getByRole('link', { name: 'An example to start from' })
  const exampleText = async () =>
    (await page.request.get(await example.evaluate((a: HTMLAnchorElement) => a.href))).text()
  await expect.poll(exampleText).toBe(text)
  await player.test('play').click()
  await player.test('keep-tray').waitFor()
  await page.locator('[data-route]').first().waitFor()
  await leave(/^422/)
})
