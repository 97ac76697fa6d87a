/** With a pseudo-language, no word of another language is left in the interface, the rules or the reasons. */
import { render, waitFor } from '@testing-library/svelte'
import { parse, type AST } from 'svelte/compiler'
import { afterAll, beforeAll, expect, test } from 'vitest'
import en from '../../../messages/en.json'
import { readFacts } from '../../../map/facts'
import Settings from '../../screens/Settings.svelte'
import { adviceText, reasonText } from '../end/analysis/bot-choice'
import { addLanguage, languageName, languages } from './languages'
import { m } from './messages'
import type { Action, Award, BoardDefinition, Entry } from '../protocol'
import { otherWords, pseudo, PSEUDO, pseudoTexts } from './pseudo'
import Basics from '../rules/Basics.svelte'
import Different from '../rules/Different.svelte'
import { addRules, differences, ruleBook, steps } from '../rules/rules'
import { settings } from '../settings.svelte'
import { Atlas, cardName, cardsText, goalText, KINDS } from '../words'
import KeysHelp from '../table/dialogs/KeysHelp.svelte'

let added: (() => void)[] = []

beforeAll(() => {
  added = [addLanguage(PSEUDO, pseudoTexts(en.main)), addRules(PSEUDO, pseudoTexts(en.rules))]
  settings.locale = PSEUDO
  settings.names = 'language'
})

afterAll(() => {
  added.forEach((remove) => remove())
  settings.locale = 'en'
  settings.names = 'local'
})

/** Return a board with names in the pseudo-language. */
function named(id: string): BoardDefinition {
  const board = readFacts(id)
  const also = (names: Record<string, string>, name: string) => ({ ...names, [PSEUDO]: pseudo(name) })
  return {
    ...board,
    name: also(board.name, board.name['en'] ?? ''),
    places: board.places.map((place) => ({ ...place, names: also(place.names, place.name) })),
    regions: board.regions.map((region) => ({ ...region, names: also(region.names, region.name) })),
    goals: board.goals.map((goal) => ({
      ...goal,
      name: also(goal.name, goal.name['en'] ?? ''),
      where: goal.at ? also(goal.where, goal.where['en'] ?? '') : goal.where,
    })),
  }
}

const BOARDS = ['usa', 'nordic-countries', 'italy', 'northern-lights']

test('the language is found, and says every message', () => {
  expect(languages()).toContain(PSEUDO)
  for (const [key, say] of Object.entries(m)) {
    const said = say({ count: 2 })
    expect(otherWords(said.replace(/\{\w+\}/g, '')), key).toEqual([])
    expect(said, key).toContain('⟦')
  }
})

test.each(BOARDS)('places, regions, goals, routes and cards of %s', (id) => {
  const board = named(id)
  const atlas = new Atlas(board)
  const said = [
    ...board.routes.flatMap((route) => [atlas.route(route.id), atlas.routeKind(route.id)]),
    ...board.tickets.map((ticket) => atlas.ticket(ticket.id)),
    ...board.regions.map((region) => atlas.region(region.id)),
    ...board.goals.flatMap((goal) => [atlas.goal(goal.id), goalText(goal)]),
    ...['longest_path', 'globetrotter'].flatMap((id) => {
      const award = { id, names: {}, about: {} } as unknown as Award
      return [atlas.award(award), atlas.awardAbout(award)]
    }),
    ...KINDS.map(cardName),
    cardsText({ red: 2, locomotive: 1 }, 1),
  ]
  expect(said.flatMap(otherWords)).toEqual([])
})

test('the rules of every board', async () => {
  const book = await ruleBook()
  const said = BOARDS.flatMap((board) => [
    book.boards[board]?.names[PSEUDO] ?? 'no name',
    ...steps(book, board, PSEUDO).map(({ text }) => text),
    ...differences(book, board, PSEUDO).map(({ text }) => text),
  ])
  said.push(...Object.values(book.texts).map((text) => text[PSEUDO] ?? 'no text'))
  expect(said.flatMap(otherWords)).toEqual([])
})

test('advice of the bots, and every reason', () => {
  const atlas = new Atlas(named('italy'))
  const route = atlas.board.routes[0]!.id
  const actions: Action[] = [
    { type: 'claim', route, cards: { red: 2 } },
    { type: 'keep_tickets', tickets: [atlas.board.tickets[0]!.id] },
    { type: 'draw_card', from: 'display', card: 'red' },
    { type: 'draw_card', from: 'deck' },
    { type: 'draw_tickets' },
    { type: 'draw_ferry_card' },
    { type: 'pay_tunnel', cards: { blue: 1 } },
    { type: 'withdraw' },
    { type: 'pass' },
  ]
  const entry = { events: [] } as unknown as Entry
  const codes = Object.keys(en.main).flatMap((key) => /^reason_(?!searched|lead)(\w+)$/.exec(key)?.[1] ?? [])
  expect(codes.length).toBeGreaterThan(10)
  for (const action of actions)
    for (const code of codes) {
      const advice = {
        seq: 1,
        seat: 0,
        action,
        same: false,
        reason: { code, actions: 3, games: 9, over: action, by: 4 },
      }
      expect(otherWords(adviceText({ atlas }, advice, entry)), action.type).toEqual([])
      expect(otherWords(reasonText({ atlas }, advice)), code).toEqual([])
    }
})

/** Return what can be seen or heard on a page, except the native names of languages. */
function seen(container: Element): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('style, script, kbd, [lang], .chip'))
      texts.push(walker.currentNode.textContent ?? '')
  for (const element of container.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    if (!element.closest('[lang]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
  return texts
}

test('the settings, the rules and the help for keys', async () => {
  const names = new Set(languages().map(languageName))
  const pages = [
    render(Settings),
    render(Basics, { board: 'italy' }),
    render(Different, { board: 'italy' }),
    render(KeysHelp, { ferry: true, tunnels: true, onclose: () => {} }),
  ]
  await waitFor(() => expect(pages[1]!.container.querySelector('[data-test="basics"]')).not.toBeNull())
  for (const { container } of pages) {
    const left = seen(container)
      .flatMap(otherWords)
      .filter((word) => !names.has(word))
    expect(left).toEqual([])
  }
})

const sources = import.meta.glob<string>(['../**/*.svelte', '../../screens/**/*.svelte', '../../App.svelte'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Return literal words in a component's source, in its text or in attributes that are read out. */
function literals(source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, name } = node as { type?: string; name?: string }
    if (type === 'Text') found.push((node as AST.Text).data)
    if (type === 'Attribute' && !/^(title|placeholder|alt|label|aria-(label|description|roledescription))$/.test(name!))
      return
    if (type === 'ExpressionTag' || type === 'StyleDirective') return
    Object.entries(node).forEach(([key, part]) => key !== 'metadata' && visit(part))
  }
  visit(parse(source, { modern: true }).fragment)
  return found.flatMap((text) => text.match(/\p{L}{2,}/gu) ?? [])
}

test('no component has words of its own, but for the name of the game', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(60)
  const left = Object.entries(sources).flatMap(([path, source]) =>
    literals(source)
      .filter((word) => !NO_WORDS.has(word))
      .map((word) => `${path}: ${word}`),
  )
  expect(left).toEqual([])
})

/** What is the same in every language: the game, an example of a code, a key. */
const NO_WORDS = new Set(['Semafor', 'abcd', 'efgh', 'Ctrl'])
