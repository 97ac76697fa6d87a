/** Help at the table: tips in a first game, and hints. */
import { expect, test } from 'vitest'
import { PHONE } from './chromium'
import { openHouse } from './fixture'

const house = openHouse()

test('a first game has tips where they are needed, each once, until it has been done', async () => {
  const { page, player, leave } = await house.visit()
  await player.sit('nordic-countries')
  const tip = (id: string) => page.locator(`[data-tip="${id}"]`)
  const lit = () => page.$$eval('[data-lit]', (places) => places.map((place) => (place as HTMLElement).dataset['test']))
  await tip('keep').waitFor()
  await expect.poll(() => page.locator('.offered-ticket[data-lit]').count()).toBe(5)
  await player.keep(2)
  await tip('draw').waitFor()
  await expect.poll(lit).toContain('deck')
  await player.draw()
  await tip('draw').waitFor({ state: 'detached' })
  await expect.poll(lit).not.toContain('deck')
  await player.learn()
  // Next comes a claim that helps a ticket, on the map; it may take some turns until one is possible.
  for (let turn = 0; turn < 40; turn++) {
    await player.reachTurn()
    if ((await tip('claim').count()) > 0) break
    await player.draw()
  }
  const route = (await page.locator('path[data-lit]').getAttribute('data-route')) ?? ''
  await expect.poll(() => page.locator('.map .glow.highlighted').count()).toBe(1)
  await player.click(route)
  await expect.poll(lit).toContain('confirm')
  // A ferry or a tunnel has its own tip, which comes first: click on until the tip about claims has been read.
  const read = () =>
    page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-test="tip"]')?.click()
      return localStorage.getItem('semafor.settings') ?? ''
    })
  await expect.poll(read).toMatch(/"tipsRead":\["keep","draw"[^\]]*"claim"/)
  await tip('claim').waitFor({ state: 'detached' })
  await leave()
})

/** Follow the hint by its button, and confirm where asked. */
async function follow({ page, player }: Awaited<ReturnType<typeof house.visit>>): Promise<void> {
  const before = await player.test('hint-text').textContent()
  await player.test('hint-do').click()
  const confirm = page.locator('[data-test="keep"][data-lit], [data-test="confirm"][data-lit]')
  await expect.poll(async () => (await confirm.count()) > 0 || (await player.test('hint').count()) === 0).toBe(true)
  if ((await confirm.count()) > 0) await confirm.click()
  await expect.poll(() => player.test('hint-text').allTextContents()).not.toEqual([before])
}

test('a hint highlights one action and says why, then the plan; by key, mouse and touch', async () => {
  const visit = await house.visit()
  const { page, player, leave } = visit
  await player.sit('usa')
  await page.keyboard.press('h')
  await player
    .test('hint-text')
    .getByText(/^Keep .+: .+ best\.$/)
    .waitFor()
  await expect.poll(() => page.locator('[data-ticket][data-lit]').count()).toBeGreaterThan(0)
  await page.keyboard.press('h')
  await player
    .test('plan')
    .getByText(/: \d\s(×|cards?)\s.+\. You have .+\.$/)
    .first()
    .waitFor()
  await expect.poll(() => page.locator('.map .glow.highlighted').count()).toBeGreaterThan(1)
  await player.test('plan').getByRole('listitem').first().focus()
  await follow(visit)
  for (let turn = 0; turn < 3 && (await player.ready()) === 'turn'; turn++) {
    await player.test('hint').waitFor({ state: 'detached' })
    await player.test('ask-hint').click()
    await player
      .test('hint-text')
      .getByText(/^(Claim|Take|Draw) .+: .+\.$/)
      .waitFor()
    await page.locator('[data-lit]').first().waitFor({ state: 'attached' })
    await follow(visit)
  }
  await leave()

  const phone = await house.visit({ viewport: PHONE, hasTouch: true, isMobile: true, settings: { locale: 'pl' } })
  await phone.player.sit('usa')
  await phone.player.test('ask-hint').tap()
  await phone.player
    .test('hint-text')
    .getByText(/^Zatrzymaj bilet/)
    .waitFor()
  // The advised ticket is visible, and not under the button.
  const advised = phone.page.locator('[data-ticket][data-lit]')
  await expect.poll(() => advised.count()).toBeGreaterThan(0)
  const hidden = () =>
    advised.evaluateAll(
      (tickets) =>
        tickets.filter((ticket) => {
          const { left, top, width, height } = ticket.getBoundingClientRect()
          return !ticket.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        }).length,
    )
  await expect.poll(hidden).toBe(0)
  await phone.player.test('ask-hint').tap()
  await phone.player
    .test('plan')
    .getByText(/\. (Masz: |Nie masz żadnej z nich)/)
    .first()
    .waitFor()
  await expect.poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await follow(phone)
  await phone.player.test('hint').waitFor({ state: 'detached' })
  await phone.leave()
})
