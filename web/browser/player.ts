/** A player in a browser: uses mouse, touch or keyboard, and sees only what is on the page. */
import type { Page } from 'playwright-core'
import { mapRests } from './chromium'
import { HOME } from './homes'

export type Board = 'usa' | 'nordic-countries' | 'italy' | 'northern-lights'

/**
 * Hand a game over to the bots by messages from any page of the server, and wait until it ends. At a table of bots the
 * player asks them to end it (`offer_end`); at any table the player can `leave`, and a bot plays on.
 */
export async function played(page: Page, game: string, token: string, by: 'offer_end' | 'leave'): Promise<void> {
  await page.evaluate(
    ([id, secret, type]) =>
      new Promise<void>((done, fail) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${id}/socket`)
        const send = (message: object) => socket.send(JSON.stringify(message))
        socket.onopen = () => send({ type: 'hello', version: 2, tokens: [secret], last_seq: null })
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data) as { type: string; ok?: boolean; seats: number[]; score?: unknown }
          if (message.type === 'welcome') send({ type, id: crypto.randomUUID(), seat: message.seats[0] })
          if (message.type === 'answer' && !message.ok) fail(new Error(data))
          if (message.type === 'view' && message.score) {
            done()
            socket.close()
          }
        }
        socket.onclose = ({ reason }) => fail(new Error(reason))
      }),
    [game, token, by] as const,
  )
}

/** What a drawn card changes: the deck alone may show the same number again, when the discards become a new one. */
const PILES = '[data-test="deck"], [data-anchor="hand"]'

export class Player {
  constructor(
    readonly page: Page,
    readonly address: string,
  ) {}

  test(name: string) {
    return this.page.locator(`[data-test="${name}"]`)
  }

  /** Start a game against bots from the start page: choose a board and press Play. Return the game. */
  async start(board: Board, opponents = 1): Promise<string> {
    await this.page.goto(`${this.address}/#/`)
    await this.page.locator(`label:has(input[name="board"][value="${board}"]) strong`).click()
    await this.opponents(opponents)
    await this.test('play').click()
    await this.test('keep-tray').waitFor()
    return this.game()
  }

  /** Sit down at a table against bots the fastest way: create it through the API and open it; on a page, by clicks. */
  async sit(board: Board, opponents = 1): Promise<string> {
    if (HOME === 'page') return this.start(board, opponents)
    const bots = Array.from({ length: opponents }, () => ({ kind: 'bot' }))
    const seats = [{ kind: 'me', name: 'Ann' }, ...bots]
    const answer = await this.page.request.post(`${this.address}/api/games`, { data: { board, seats } })
    if (!answer.ok()) throw new Error(`the table can't be made: ${await answer.text()}`)
    const made = (await answer.json()) as { game: string; seats: unknown[] }
    const own = JSON.stringify([{ game: made.game, board, seats: made.seats, opened: 1 }])
    await this.page.context().addInitScript((text) => {
      if (!localStorage.getItem('semafor.seats')) localStorage.setItem('semafor.seats', text)
    }, own)
    await this.page.goto(`${this.address}/#/game/${made.game}`)
    await this.test('keep-tray').waitFor()
    return made.game
  }

  /** Tab to the element with the given name, and press it. */
  async press(name: string): Promise<void> {
    await this.test(name).first().waitFor()
    const there = () => this.page.evaluate(() => document.activeElement?.getAttribute('data-test') ?? '')
    for (let steps = 0; (await there()) !== name; steps++) {
      if (steps > 80) throw new Error(`${name} can't be reached with the tab key`)
      await this.page.keyboard.press('Tab')
    }
    await this.page.keyboard.press('Enter')
  }

  async opponents(count: number): Promise<void> {
    const seated = this.test('opponent')
    await seated.first().waitFor()
    for (let left = await seated.count(); left > count; left--) {
      await this.test('remove-seat').last().click()
      await seated.nth(left - 1).waitFor({ state: 'detached' })
    }
  }

  /** Choose the level of an opponent on the start page. */
  async choose(level: string, opponent = 0): Promise<void> {
    const seat = this.test('opponent').nth(opponent)
    await seat.locator('[data-test="opponent-change"]').click()
    await seat.locator(`[data-test="level-${level}"]`).click()
    await seat.locator('[data-test="opponent-change"]').click()
  }

  game(): string {
    return /#\/game\/([^/?]+)/.exec(this.page.url())?.[1] ?? ''
  }

  async keep(count = 5): Promise<void> {
    const tickets = this.test('ticket')
    await tickets.first().waitFor()
    const all = await tickets.count()
    for (let at = 0; at < Math.min(count, all); at++) await tickets.nth(at).check()
    await this.test('keep').click()
    await this.test('keep-tray').waitFor({ state: 'detached' })
  }

  /** Skip the pause in which the last action could be undone. */
  async goOn(press = () => this.test('go-on').click()): Promise<void> {
    await this.test('go-on').or(this.test('your-turn')).first().waitFor()
    if ((await this.test('go-on').count()) > 0) await press()
  }

  /** Wait until there is something to decide, or the game is over. */
  async ready(): Promise<'turn' | 'keep' | 'tunnel' | 'pass' | 'end'> {
    const any = this.page.locator(
      '[data-test="end"], [data-test="tunnel-tray"], [data-test="keep-tray"], [data-test="pass"], [data-test="your-turn"]',
    )
    await any.first().waitFor()
    const name = await any.first().evaluate((element) => element.getAttribute('data-test'))
    if (name === 'your-turn') return (await this.test('pass').count()) > 0 ? 'pass' : 'turn'
    return ({ end: 'end', 'tunnel-tray': 'tunnel', 'keep-tray': 'keep', pass: 'pass' } as const)[name ?? ''] ?? 'turn'
  }

  /** Return the routes that the map offers to claim. */
  async offered(): Promise<string[]> {
    return this.page.$$eval('[data-route]', (routes) =>
      routes
        .filter((route) => /you can claim it|możesz zająć/.test(route.getAttribute('aria-label') ?? ''))
        .map((route) => route.getAttribute('data-route') ?? ''),
    )
  }

  /** Draw until the page offers a route that fits; call `look` before each choice. */
  async untilOffered(
    fits: (id: string) => boolean,
    look: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<string> {
    for (let turn = 0; turn < 60; turn++) {
      const state = await this.ready()
      await look()
      if (state === 'keep') await this.keep(1)
      else if (state === 'turn') {
        const found = (await this.offered()).find(fits)
        if (found) return found
        await this.draw()
      } else throw new Error(`nothing that fits was offered before: ${state}`)
    }
    throw new Error('nothing that fits was offered')
  }

  /** Return the cards in hand, by kind. */
  async hand(): Promise<Record<string, number>> {
    return Object.fromEntries(
      await this.page.$$eval('[data-test^="hand-"]', (groups) =>
        groups.map((group) => [
          (group.getAttribute('data-test') ?? '').slice(5),
          Number(group.querySelector('b')?.textContent ?? 0),
        ]),
      ),
    )
  }

  /** Return where to click or tap a route, once the map stands still. */
  async pointOf(route: string): Promise<{ x: number; y: number }> {
    await mapRests(this.page)
    return this.pointNow(route)
  }

  /** Return a point of a route as drawn now: near its middle, and not where another route crosses it. */
  async pointNow(route: string): Promise<{ x: number; y: number }> {
    return this.page.locator(`[data-route="${route}"]`).evaluate((element) => {
      const path = element as unknown as SVGPathElement
      const matrix = path.getScreenCTM()
      if (!matrix) throw new Error('the route is not drawn')
      for (const part of [0.5, 0.4, 0.6, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8]) {
        const point = path.getPointAtLength(path.getTotalLength() * part)
        const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(matrix)
        if (document.elementFromPoint(x, y) === element) return { x, y }
      }
      throw new Error(`${element.getAttribute('data-route') ?? ''} can't be reached with a mouse`)
    })
  }

  /** Click a route, and wait for what the page says about it. */
  async click(route: string): Promise<void> {
    const { x, y } = await this.pointOf(route)
    await this.page.mouse.click(x, y)
    await this.page.locator('[data-test="claim-tray"], [data-test="refusal"]').first().waitFor()
  }

  /** Return the id and the description of every route on the map. */
  async labels(): Promise<[string, string][]> {
    return this.page.$$eval('[data-route]', (routes) =>
      routes.map((route): [string, string] => [
        route.getAttribute('data-route') ?? '',
        route.getAttribute('aria-label') ?? '',
      ]),
    )
  }

  /** Close the open dialog, which may still be loading, and wait until its history entry is gone. */
  async closeDialog(): Promise<void> {
    await this.page.locator('dialog[open]').waitFor()
    await this.page.keyboard.press('Escape')
    await this.dialogGone()
  }

  /** Wait until no dialog is open or left in the history: going back is asynchronous. */
  async dialogGone(): Promise<void> {
    await this.page.locator('dialog').waitFor({ state: 'detached' })
    await this.page.waitForFunction(() => !(history.state as { dialog?: string } | null)?.dialog)
  }

  /** Make pending decisions until a whole turn is possible. */
  async reachTurn(): Promise<void> {
    for (let decisions = 0; decisions < 20; decisions++) {
      const next = await this.ready()
      if (next === 'end' || next === 'pass') return
      if (next === 'turn' && (await this.page.locator('[data-test="draw-tickets"].can').count()) > 0) return
      if (next === 'turn') await this.draw()
      else await this.decide()
    }
  }

  /** Let bots finish the game, the fastest way to its end. */
  async finish(): Promise<void> {
    if ((await this.test('end').count()) > 0) return
    await this.test('menu').click()
    // Confirm it.
    await this.test('offer-end').click()
    await this.test('offer-end').click()
    await this.test('end').waitFor()
  }

  /** Finish the game without showing the table, which is much faster; a page stays open, as it runs the bots. */
  async finishUnseen(): Promise<void> {
    if (HOME === 'page') return this.finish()
    const table = this.page.url()
    const token = await this.token()
    // Open a plain file, as the app would show the game.
    await this.page.goto(`${this.address}/api/greeting`)
    await played(this.page, /#\/game\/([^/?]+)/.exec(table)?.[1] ?? '', token, 'offer_end')
    await this.page.goto(table)
    await this.test('end').waitFor()
  }

  /** Return the token of the player's first seat at the table on the screen. */
  async token(): Promise<string> {
    const kept = await this.page.evaluate(() => localStorage.getItem('semafor.seats'))
    const games = JSON.parse(kept ?? '[]') as { game: string; seats: { token: string }[] }[]
    return games.find(({ game }) => game === this.game())?.seats[0]?.token ?? ''
  }

  async claim(route: string): Promise<void> {
    await this.click(route)
    await this.test('confirm').click()
    await this.test('claim-tray').waitFor({ state: 'detached' })
    await this.taken(route)
  }

  /** Wait until the page no longer offers a route. */
  async taken(route: string): Promise<void> {
    await this.page.waitForFunction((id) => {
      const label = document.querySelector(`[data-route="${id}"]`)?.getAttribute('aria-label') ?? ''
      return label !== '' && !/you can claim it|możesz zająć/.test(label)
    }, route)
  }

  /** Tap the deck and wait for the card, on a phone, where the status is in the line of the sheet. */
  async tapDeck(): Promise<void> {
    const deck = this.test('deck')
    const before = await deck.textContent()
    await deck.tap()
    await this.page.waitForFunction((old) => document.querySelector('[data-test="deck"]')?.textContent !== old, before)
  }

  /** Draw two cards from the deck, or as many as possible, with the mouse or with `press`. */
  async draw(press = () => this.test('deck').click()): Promise<void> {
    for (let card = 0; card < 2; card++) {
      if ((await this.ready()) !== 'turn') return
      const deck = this.test('deck')
      if ((await deck.getAttribute('aria-disabled')) !== 'false') return
      const before = (await this.page.locator(PILES).allTextContents()).join()
      await press()
      await this.page.waitForFunction(
        ([piles, old]) =>
          Array.from(document.querySelectorAll(piles), ({ textContent }) => textContent).join() !== old ||
          document.querySelector('[data-test="end"]'),
        [PILES, before] as const,
      )
      if ((await this.test('your-turn').count()) === 0) return
    }
  }

  /** Make one decision of any kind: claim the longest affordable route, else draw cards. */
  async decide(): Promise<boolean> {
    switch (await this.ready()) {
      case 'end':
        return false
      case 'keep':
        await this.keep(1)
        return true
      case 'tunnel': {
        const pay = this.test('tunnel-pay')
        await ((await pay.count()) > 0 ? pay.first() : this.test('tunnel-withdraw')).click()
        await this.test('tunnel-tray').waitFor({ state: 'detached' })
        return true
      }
      case 'pass': {
        // The next turn may come at once with a pass button of its own, so wait for this element.
        const button = await this.test('pass').elementHandle()
        await button?.click()
        await this.page.waitForFunction((pressed) => !pressed?.isConnected, button)
        return true
      }
      case 'turn': {
        const length = (id: string) => this.lengths.get(id) ?? 1
        const found = (await this.offered()).sort((a, b) => length(b) - length(a))
        const best = found[0]
        if (best && (length(best) >= 3 || this.low)) await this.claim(best)
        else await this.draw()
        return true
      }
    }
  }

  lengths = new Map<string, number>()
  /** Whether few cards or trains are left, so that short routes will do. */
  low = false

  /** Read the length of every route off the map. */
  async learn(): Promise<void> {
    await this.page.locator('[data-route]').first().waitFor({ state: 'attached' })
    const found = await this.page.$$eval('[data-route]', (routes) =>
      routes.map((route) => [
        route.getAttribute('data-route') ?? '',
        Number(/(\d+)\s(space|pole|pola|pól)/.exec(route.getAttribute('aria-label') ?? '')?.[1] ?? 1),
      ]),
    )
    this.lengths = new Map(found as [string, number][])
  }

  /** Play to the end, or for at most this many decisions. */
  async play(most = 400): Promise<number> {
    await this.learn()
    let decisions = 0
    while (decisions < most && (await this.decide())) {
      decisions += 1
      if (decisions > 45) this.low = true
    }
    return decisions
  }

  async playToEnd(): Promise<void> {
    await this.play()
    await this.test('end').waitFor()
  }
}
