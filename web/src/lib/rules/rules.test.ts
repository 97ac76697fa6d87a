import { expect, test } from 'vitest'
import { ruleBook } from './rules'

test('the game is told in five short steps, each with rules that exist on the board', async () => {
  const book = await ruleBook()
  expect(book.basics.map((sentence) => sentence.name)).toEqual(['aim', 'turn', 'routes', 'tickets', 'end'])
  for (const sentence of book.basics) {
    expect(sentence.en.length).toBeGreaterThan(60)
    expect(sentence.pl.length).toBeGreaterThan(60)
  }
  for (const board of Object.values(book.boards)) {
    const all = new Set(board.sections.flatMap((section) => section.rules))
    expect(board.basics).toHaveLength(book.basics.length)
    for (const id of [...board.basics.flat(), ...board.different, ...(board.tips ?? [])]) {
      expect(all).toContain(id)
      expect(book.texts[id]?.pl).toBeTruthy()
    }
  }
})
