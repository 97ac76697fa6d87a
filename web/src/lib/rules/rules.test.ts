import { expect, test } from 'vitest'
import { readFacts } from '../../../map/facts'
import { languages } from '../language/languages'
import { settings } from '../settings.svelte'
import { goalText } from '../words'
import { byNumber, differences, ruleBook, steps } from './rules'

test('the game is explained in five short steps, each with rules of the board', async () => {
  const book = await ruleBook()
  expect(book.basics.map((sentence) => sentence.name)).toEqual(['aim', 'turn', 'routes', 'tickets', 'end'])
  for (const sentence of book.basics) {
    for (const language of languages()) expect(sentence.told[language]?.length).toBeGreaterThan(60)
  }
  for (const board of Object.values(book.boards)) {
    const all = new Set(board.sections.flatMap((section) => section.rules))
    expect(board.basics).toHaveLength(book.basics.length)
    for (const id of [...board.basics.flat(), ...board.different]) {
      expect(all).toContain(id)
      for (const language of languages()) expect(book.texts[id]?.[language], id).toBeTruthy()
    }
  }
})

test('boards have the same names in the rules as in their files', async () => {
  const book = await ruleBook()
  for (const [id, { names }] of Object.entries(book.boards)) expect(readFacts(id).name).toEqual(names)
})

test('a board with its own rules explains the steps accordingly', async () => {
  const book = await ruleBook()
  const text = (board: string, name: string) => steps(book, board, 'en').find((step) => step.name === name)?.text
  expect(text('usa', 'turn')).toBe(book.basics[1]?.told['en'])
  expect(text('italy', 'turn')).toContain('ferry card')
  expect(text('nordic-countries', 'routes')).toContain('only on ferries and in tunnels')
  expect(text('northern-lights', 'end')).toContain('goals')
  for (const [id, board] of Object.entries(book.boards)) {
    for (const name of Object.keys(board.own)) expect(book.basics.map((step) => step.name)).toContain(name)
    for (const locale of languages())
      for (const step of steps(book, id, locale)) expect(step.text.length).toBeGreaterThan(60)
  }
})

test('differences name players, trains and tickets where they differ, and nothing else', async () => {
  const book = await ruleBook()
  const told = (board: string) => differences(book, board, 'en').map(({ text }) => text.replaceAll('\u00a0', ' '))
  expect(told('usa')).toEqual([])
  expect(told('nordic-countries').join(' ')).toMatch(
    /two or three players, with 40 trains.*5 tickets.*2 trains or fewer/,
  )
  expect(told('italy').join(' ')).toMatch(/no bonus for the longest path.*5 tickets.*four/)
  expect(told('northern-lights').join(' ')).toMatch(/40 trains.*18 locomotives.*2 trains or fewer/)
  for (const board of Object.keys(book.boards)) {
    for (const text of told(board)) expect(text).not.toMatch(/45 trains|110|as usual|with 0 points/)
    for (const id of Object.keys(book.boards[board]?.differently ?? {}))
      expect(book.boards[board]?.different, id).toContain(id)
  }
})

test('no line of the rules ends with a word of one letter, in Polish', async () => {
  const book = await ruleBook()
  expect(Object.values(book.texts).filter(({ pl = '' }) => / [aiouwz] /i.test(pl))).toEqual([])
  expect(book.basics.filter(({ told }) => / [aiouwz] /i.test(told['pl'] ?? ''))).toEqual([])
})

test('rules are listed by their numbers', () => {
  expect(['I-10', 'I-4', 'I-2'].toSorted(byNumber)).toEqual(['I-2', 'I-4', 'I-10'])
})

test('the rules of each board are those that hold there', async () => {
  const book = await ruleBook()
  const rules = (board: string) => book.boards[board]?.sections.flatMap((section) => section.rules)
  expect(rules('usa')).toContain('U-15')
  // In the Nordic Countries locomotives do not stand in everywhere.
  expect(rules('nordic-countries')).not.toContain('U-15')
  expect(book.texts['N-5']?.['en']).toMatch(/^A route costs as many cards as it has spaces.*N-8/)
  expect(book.texts['N-5']?.['pl']).toMatch(/^Połączenie kosztuje tyle kart, ile.*N-8/)
  // Triples are new for those who know USA.
  expect(book.boards['italy']?.different).toContain('I-3')
  // There every grey route is a ferry (I-6).
  expect(rules('italy')).not.toContain('U-16')
})

test('rules name places as the maps do, in Polish', async () => {
  const book = await ruleBook()
  const lieksa = Object.values(book.texts).filter(({ pl = '' }) => pl.includes('Lieksa'))
  expect(lieksa).toHaveLength(2)
  for (const { pl } of lieksa) expect(pl).toContain('Murmańsk')
})

test.each([
  ['capital-investments', 'Most completed tickets to Stockholm, Copenhagen, Oslo or Helsinki'],
  ['golden-snowplough', 'Most routes that start or end in Arctic cities'],
  ['wild-west', 'Most routes that start or end in Norway'],
])('the goal %s says what counts for it', (id, text) => {
  settings.locale = 'en'
  const goal = readFacts('northern-lights').goals.find((one) => one.id === id)
  expect(goal && goalText(goal)).toBe(text)
})
