/** Take a lesson as a beginner who only presses what is highlighted. */
import { expect } from 'vitest'
import type { Player } from './player'

/** Return the current step, once the player has something to do or the points are counted. */
export async function step({ page }: Player): Promise<string> {
  const story = page.locator('[data-test="story"][data-step$="end"], body:has([data-lit]) [data-test="story"]')
  await story.first().waitFor()
  return (await story.first().getAttribute('data-step')) ?? ''
}

/** Return what the page says: the text of the story, and what is highlighted. */
async function said({ page }: Player): Promise<string> {
  return page.evaluate(() => {
    const lit = [...document.querySelectorAll('[data-lit]')].map((one) =>
      JSON.stringify({ ...(one as HTMLElement).dataset }),
    )
    return [document.querySelector('[data-test="story"]')?.innerHTML, ...lit].join()
  })
}

/** Press what is highlighted, which may change while it is looked up. */
async function pressLit(player: Player): Promise<void> {
  const lit = player.page.locator('[data-lit]')
  const besideTheMap = player.page.locator('[data-lit]:not([data-route])')
  for (;;) {
    const route = await lit.first().getAttribute('data-route')
    if (route) return player.click(route)
    const found = await besideTheMap
      .first()
      .click({ timeout: 10_000 })
      .then(() => true)
      .catch(() => false)
    if (found) return
  }
}

/** Press what is highlighted, and wait until the page says something else. */
export async function press(player: Player): Promise<void> {
  const before = await said(player)
  await pressLit(player)
  await expect.poll(() => said(player)).not.toBe(before)
}

/** Press what is highlighted until the lesson is over; return its steps. */
export async function follow(player: Player): Promise<string[]> {
  const seen: string[] = []
  for (let at = await step(player); !at.endsWith('end'); at = await step(player)) {
    if (seen.at(-1) !== at) seen.push(at)
    await press(player)
  }
  return seen
}
