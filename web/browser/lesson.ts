/** A lesson, by somebody who does only what the page says: presses what is lit. */
import { expect } from 'vitest'
import type { Player } from './player'

/** The step that the story is at, once it has something for the player to do or the points are counted. */
export async function step({ page }: Player): Promise<string> {
  const story = page.locator('[data-test="story"][data-step$="end"], body:has([data-lit]) [data-test="story"]')
  await story.first().waitFor()
  return (await story.first().getAttribute('data-step')) ?? ''
}

/** What the page says: the words of the story, and what is lit. */
async function said({ page }: Player): Promise<string> {
  return page.evaluate(() => {
    const lit = [...document.querySelectorAll('[data-lit]')].map((one) =>
      JSON.stringify({ ...(one as HTMLElement).dataset }),
    )
    return [document.querySelector('[data-test="story"]')?.innerHTML, ...lit].join()
  })
}

/** Presses what is lit, which may be something else while it is looked for. */
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

/** Presses what is lit, and waits until the page says something else. */
export async function press(player: Player): Promise<void> {
  const before = await said(player)
  await pressLit(player)
  await expect.poll(() => said(player)).not.toBe(before)
}

/** Presses what is lit until the lesson is over; returns its steps. */
export async function follow(player: Player): Promise<string[]> {
  const seen: string[] = []
  for (let at = await step(player); !at.endsWith('end'); at = await step(player)) {
    if (seen.at(-1) !== at) seen.push(at)
    await press(player)
  }
  return seen
}
