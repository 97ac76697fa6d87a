/** After the game: the final scoring step by step, the statistics, the replay from each seat, a rematch. */
import { expect, test } from 'vitest'
import { violations } from './axe'
import { ANALYSIS } from './chromium'
import { openHouse } from './fixture'
import { HOME } from './homes'

const house = openHouse()
const { server } = house

test('final scoring, statistics, replay with a link to a moment, and a rematch', async () => {
  const { page, player, leave } = await house.visit()
  const game = await player.sit('nordic-countries')
  await player.keep(2)
  // Let bots finish the game, the fastest way to its end.
  await player.ready()
  await player.finish()

  await page.getByRole('button', { name: 'Count again' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/Step 1 of|Step 2 of/).waitFor()
  // Every completed ticket shows its path on the map; there is hardly a game in which nobody completes one.
  const completed = page.locator('.step', { hasText: /completed, \+\d+/ })
  while ((await completed.count()) === 0) await player.test('next').click()
  await expect.poll(() => page.locator('.map .glow.highlighted').count()).toBeGreaterThan(0)
  await player.test('to-result').click()
  // Reduced motion: no confetti.
  await player.test('winner').waitFor()
  await expect.poll(() => player.test('confetti').count()).toBe(0)
  await player.test('statistics').click()
  await page.getByRole('dialog', { name: 'Statistics' }).getByText('Trains placed').waitFor()
  const turns = page.getByRole('dialog', { name: 'Statistics' }).getByRole('row', { name: /^Turns/ })
  await expect.poll(async () => Number(await turns.locator('td').first().textContent())).toBeGreaterThan(5)
  await player.closeDialog()

  const total = await player.test('total-0').textContent()
  await player.test('to-replay').click()
  await player.test('slider').waitFor()
  await player.test('last').click()
  const position = async () => (await player.test('position').textContent()) ?? ''
  await expect.poll(position).toMatch(/^Move (\d+) of \1$/)
  const all = /\d+$/.exec(await position())?.[0]
  await expect.poll(() => page.locator('[data-test="seat-0"] .points').textContent()).toBeTruthy()
  // With everything open, both hands and all tickets are shown; nobody has spent all cards yet.
  await player.test('slider').fill('2')
  for (const seat of [0, 1]) {
    await player.test(`held-${seat}`).getByRole('img').waitFor()
    await expect.poll(() => player.test(`held-${seat}`).getByRole('listitem').count()).toBeGreaterThan(0)
  }
  await player.test('slider').fill('5')
  await expect.poll(() => page.url()).toContain('at=5')
  await player.test('eyes').selectOption('0')
  await page.getByRole('heading', { name: 'Cards: Ann' }).waitFor()

  // Opening another link to the same game in the same tab goes to its position and point of view.
  await expect.poll(() => page.url()).toContain('at=5&eyes=0')
  const here = page.url()
  await page.goto(here.replace('at=5', 'at=8'))
  await page.getByText(`Move 9 of ${all ?? ''}`).waitFor()
  await page.goto(here.replace('at=5&eyes=0', 'at=3&eyes=open'))
  await page.getByText(`Move 4 of ${all ?? ''}`).waitFor()
  await player.test('held-1').waitFor()
  await expect.poll(() => player.test('eyes').inputValue()).toBe('open')
  await page.goto(here)
  await page.getByText(`Move 6 of ${all ?? ''}`).waitFor()
  await expect.poll(() => player.test('held-1').count()).toBe(0)

  // The link takes another visitor to the same position; on a page, which stores games on one device, another tab.
  const other = HOME === 'page' ? await page.context().newPage() : (await house.visit()).page
  await other.goto(page.url())
  await other.getByText(`Move 6 of ${all ?? ''}`).waitFor()
  await other.close()

  // What if: bots play on from the middle of the game, and the player can continue in a new game.
  await player.test('slider').fill(String(Math.floor(Number(all) / 2)))
  await player.press('open-what-if')
  await player.press('let-play')
  await player.test('spread').getByText('of 20').first().waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await player.test('play-on').click()
  await expect.poll(() => player.game()).not.toBe('')
  expect(player.game()).not.toBe(game)
  await player.ready()
  await player.test('menu').click()
  await page.getByRole('link', { name: 'Replay of the game that this one continues' }).click()
  await player.test('slider').waitFor()

  await page.goto(`${server.address}/#/game/${game}`)
  await player.test('end').waitFor()
  await expect.poll(() => player.test('total-0').textContent()).toBe(total)
  await player.test('rematch').click()
  await player.test('keep-tray').waitFor()
  expect(player.game()).not.toBe(game)
  await leave()
})

test('what a bot would have done, and the chances over time', async () => {
  const { page, player, leave } = await house.visit()
  const game = await player.sit('usa')
  await player.keep()
  await player.ready()
  await player.draw()
  await player.finishUnseen()
  await page.goto(`${server.address}/#/replay/${game}?at=0&eyes=open`)
  await player.test('analyse').click()
  // The analysis takes a while, and says so.
  await player.test('analysis').getByText('goes through the game').waitFor()
  await player
    .test('part')
    .getByText(/^\d+%$/)
    .waitFor()
  // It opens at a move that was clearly worse than another, if any, and lists it among the costliest.
  await player.test('coach').getByRole('listitem').first().waitFor({ timeout: ANALYSIS })
  const tries = player.test('try-it')
  if ((await tries.count()) > 0) {
    await player.test('advice').getByText('would').first().waitFor()
    await expect.poll(() => player.test('coach').locator('[aria-current="step"]').count()).toBe(1)
  }
  // It is kept: after a reload it is there without the bots, who would have to compute it again.
  if (HOME === 'page') await page.context().route('**/bots.worker-*.js', () => undefined)
  await page.reload()
  await player.test('analyse').click()
  await player.test('coach').getByRole('listitem').first().waitFor()
  await page.context().unrouteAll()
  await page.reload()
  await player.test('analyse').click()
  await page.getByRole('button', { name: 'To the beginning' }).click()
  await player.test('advice').getByText('Nobody decided anything').waitFor()

  // Every move of the game has advice; a route that the bot would have claimed instead is shown on the map.
  const frames = Number(await player.test('slider').getAttribute('max'))
  const seen = { same: 0, rather: 0, missed: 0 }
  for (let at = 1; at <= frames && (seen.missed === 0 || seen.same === 0); at++) {
    await player.test('forward').click()
    await page.getByText(`Move ${at + 1} of ${frames + 1}`).waitFor()
    const text = (await player.test('advice').textContent()) ?? ''
    if (text.includes('done the same')) seen.same += 1
    if (text.includes('would rather')) seen.rather += 1
    const route = /rather have claimed (.+?) – (.+?)\./.exec(text)
    if (!route) continue
    seen.missed += 1
    const label = new RegExp(`^(${route[1] ?? ''} – ${route[2] ?? ''}|${route[2] ?? ''} – ${route[1] ?? ''}),`)
    await page.locator('.map .glow.highlighted').first().waitFor({ state: 'attached' })
    await expect.poll(() => page.getByRole('button', { name: label }).count()).toBeGreaterThan(0)
  }
  expect(seen.same).toBeGreaterThan(0)

  // The graph is a slider, for mouse and keyboard.
  const graph = player.test('chance-graph')
  const box = await graph.boundingBox()
  if (!box) throw new Error('there is no graph')
  await page.mouse.click(box.x + box.width - 3, box.y + 60)
  await page.getByText(`Move ${frames + 1} of ${frames + 1}`).waitFor()
  await expect.poll(() => graph.getAttribute('aria-valuetext')).toMatch(/: 100%/)
  await graph.press('ArrowLeft')
  await page.getByText(`Move ${frames} of ${frames + 1}`).waitFor()
  await graph.press('Home')
  await page.getByText(`Move 1 of ${frames + 1}`).waitFor()

  const turning = player.test('turning').getByRole('button')
  if ((await turning.count()) > 0) {
    const move = /Move (\d+)/.exec((await turning.first().textContent()) ?? '')?.[1]
    await turning.first().press('Enter')
    await page.getByText(`Move ${move ?? '?'} of ${frames + 1}`).waitFor()
    await expect.poll(() => turning.first().getAttribute('aria-current')).toBe('step')
  }

  await page.getByRole('button', { name: 'Polski' }).click()
  await player.test('analysis').getByText('Szanse na zwycięstwo').waitFor()
  await expect.poll(() => player.test('advice').textContent()).toMatch(/Dyspozytor|nikt/)
  await player.test('analyse').click()
  await player.test('analysis').waitFor({ state: 'detached' })

  // A costly move can be tried again: a game that goes on from there, against the same bot.
  await player.test('analyse').click()
  await player.test('coach').getByRole('listitem').first().waitFor()
  if ((await tries.count()) > 0) {
    await tries.first().click()
    await page.waitForURL(/#\/game\//)
    expect(player.game()).not.toBe(game)
    await player.ready()
    if ((await player.test('keep-tray').count()) > 0) await player.keep(2)
    await player.ready()
    await player.draw()
    await expect.poll(() => player.ready()).toBe('turn')
  }
  await leave()
})
