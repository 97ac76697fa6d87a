/** What a puzzle's page emphasises before it is answered: a script that follows it must not do better than chance. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PuzzleTable } from '../src/lib/protocol'
import { DESKTOP, mapRests } from './chromium'
import { ON_A_PHONE, openHouse, PROOF, type Options } from './fixture'

const house = openHouse()
const { server } = house

interface Puzzle {
  id: string
  /** Best first; the first element of an option is its action. */
  options: [{ type: string; route?: string }, results: number[][]][]
}

function puzzlesOf(board: string): Puzzle[] {
  const file = new URL(`../../src/semafor/puzzles/positions/${board}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf-8')) as { puzzles: Puzzle[] }).puzzles
}

/** Parallel routes are one answer: the cities of a route. */
const answerOf = (route: string) => route.split(':').slice(0, 2).join(':')

interface Look {
  /** All that it is. */
  whole: string
  /** What it shares with others that look the same elsewhere on the map. */
  kind: string
  /** The routes that it lies on, or nearest to. */
  routes: string[]
}

/** What is on the map. */
async function looks(page: Page): Promise<Look[]> {
  await mapRests(page)
  return page.evaluate(() => {
    const hits = [...document.querySelectorAll<SVGPathElement>('.board-map [data-route]')].map((hit) => {
      const matrix = hit.getScreenCTM()!
      const steps = Array.from({ length: 21 }, (_, at) => (hit.getTotalLength() * at) / 20)
      return { route: hit.dataset['route']!, points: steps.map((s) => hit.getPointAtLength(s).matrixTransform(matrix)) }
    })
    const near = (element: Element): string[] => {
      if (element instanceof SVGElement && element.dataset['route']) return [element.dataset['route']]
      const { left, top, width, height } = element.getBoundingClientRect()
      const away = hits.map(({ route, points }) => ({
        route,
        far: Math.min(...points.map(({ x, y }) => Math.hypot(x - left - width / 2, y - top - height / 2))),
      }))
      const least = Math.min(...away.map(({ far }) => far))
      return away.filter(({ far }) => far < least + 4).map(({ route }) => route)
    }
    const leaves = [...document.querySelectorAll('.board-map .sheet *')].filter(({ children }) => children.length === 0)
    return leaves.map((leaf) => {
      const { stroke, fill, opacity, animationName } = getComputedStyle(leaf)
      const kind = [leaf.tagName, leaf.getAttribute('class'), stroke, fill, opacity, animationName].join(' ')
      return { whole: `${leaf.outerHTML} ${kind}`, kind, routes: near(leaf) }
    })
  })
}

/** The claims that the page points at; all of them if it points at none. */
function followed(pointed: string[], claims: string[]): string[] {
  const found = claims.filter((route) => pointed.includes(route))
  return found.length > 0 ? found : claims
}

const boards = PROOF ? ['usa', 'nordic-countries', 'italy', 'northern-lights'] : ['usa']
const cases = boards.flatMap((board) => [
  { board, screen: 'laptop', options: { viewport: DESKTOP }, every: 1 },
  { board, screen: 'phone', options: ON_A_PHONE, every: PROOF ? 1 : 4 },
]) satisfies { options: Options }[]

test.each(cases)(
  'following what a page shows solves no more puzzles than chance: $board, $screen',
  async ({ board, options, every }) => {
    const [real, bare] = [await house.visit(options), await house.visit(options)]
    // The same position without anything that could be pointed out: no claims, no tickets.
    await bare.page.route('**/api/puzzles/*/*', async (route) => {
      const response = await route.fetch()
      const shown = (await response.json()) as PuzzleTable
      if (shown.view.offers) shown.view.offers.claims = []
      shown.view.tickets = []
      await route.fulfill({ response, json: shown })
    })
    const lists = await real.page.request.get(`${server.address}/api/puzzles`)
    const list = ((await lists.json()) as { board: string; puzzles: { id: string }[] }[]).find(
      (one) => one.board === board,
    )
    const open = async ({ page, player }: typeof real, id: string, text = '') => {
      await page.goto(`${server.address}/#/puzzles/${board}/${id}${text}`)
      const number = (list?.puzzles.findIndex((one) => one.id === id) ?? 0) + 1
      await expect.poll(() => player.test('puzzle-verdict').innerText()).toContain(`Puzzle ${number}:`)
    }
    let [byWords, byChance] = [0, 0]
    /** What following a kind of look gains against a random claim. */
    const gains = new Map<string, number>()
    const [chosen, orders] = [new Set<string>(), new Set<string>()]
    for (const { id, options: answers } of puzzlesOf(board).filter((_, at) => at % every === 0)) {
      const claims = answers.flatMap(([{ route }]) => (route ? [answerOf(route)] : []))
      const best = answers[0]?.[0]
      await open(real, id)
      await open(bare, id)
      const [shown, plain] = [await looks(real.page), await looks(bare.page)]
      const added = shown.filter(({ whole }) => !plain.some((one) => one.whole === whole))
      // What is open, ticked or focused from the beginning depends on the kind of decision at most.
      const preselected = await real.page.evaluate(() =>
        [...document.querySelectorAll(':checked, [aria-pressed="true"], [aria-selected="true"], :focus')].map((one) =>
          [one.id, one.className, one.getAttribute('data-test')].join(),
        ),
      )
      if (best?.type !== 'keep_tickets') chosen.add(preselected.join('; '))
      const said = await real.page.locator('body').innerText()
      await open(real, id, '/text')
      const rows = real.page.locator('tbody tr[id]')
      await rows.first().waitFor()
      const names = await rows.evaluateAll((all) =>
        all.map((row) => [row.id.slice(4), row.querySelector('th')?.textContent?.trim() ?? ''] as const),
      )
      orders.add(names.map(([route]) => route).join())
      const told = `${said}\n${(await real.page.locator('main > section:not(:has(tbody))').allInnerTexts()).join('\n')}`
      const named = names.filter(([, name]) => told.includes(name)).map(([route]) => answerOf(route))
      const solves = (routes: string[]) =>
        best?.route && routes.includes(answerOf(best.route)) ? 1 / routes.length : 0
      for (const kind of new Set(added.map((one) => one.kind))) {
        const pointed = added.filter((one) => one.kind === kind).flatMap(({ routes }) => routes.map(answerOf))
        gains.set(kind, (gains.get(kind) ?? 0) + solves(followed(pointed, claims)) - solves(claims))
      }
      byWords += solves(followed(named, claims))
      byChance += solves(claims)
    }
    expect([...gains].filter(([, gain]) => gain > 0)).toEqual([])
    expect(byWords).toBeCloseTo(byChance, 6)
    expect(chosen.size).toBe(1)
    expect(orders.size).toBe(1)
    await real.leave()
    await bare.leave()
  },
)
