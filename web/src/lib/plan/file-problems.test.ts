import { afterEach, expect, test } from 'vitest'
import { HomeError } from '../home/errors'
import { settings } from '../settings.svelte'
import { explainFile, fileTexts } from './file-problems'

afterEach(() => {
  settings.locale = 'en'
})

test('every language has all texts about files, with the same blanks', async () => {
  const [english, polish] = [await fileTexts('en'), await fileTexts('pl')]
  expect(Object.keys(english).length).toBeGreaterThan(60)
  const blanks = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const [key, text] of Object.entries(english))
    expect([key, ...blanks(polish[key])]).toEqual([key, ...blanks(text)])
})

test('a problem is told in the language of the page, with its place and what would be right', async () => {
  const whole = {
    text: '{what} from {low} to {high}',
    values: { what: { text: 'a whole number', values: {} }, low: '1', high: '60' },
  }
  const problems = [
    {
      path: 'rules.claiming.trains',
      said: { text: 'must be {right}, got {got}', values: { right: whole, got: '"{many}"' } },
    },
    { path: '', said: { text: 'nobody knows {this}', values: {} } },
  ]
  const error = new HomeError({ code: 'bad_board', message: '', rule: null, where: null, problems })
  expect(await explainFile(error)).toContain('rules.claiming.trains: must be a whole number from 1 to 60, got "{many}"')
  settings.locale = 'pl'
  const said = await explainFile(error)
  expect(said).toContain('Tego pliku planszy nie można użyć.')
  expect(said).toContain('rules.claiming.trains: ma tu być liczba całkowita od 1 do 60, a jest "{many}"')
  expect(said).toContain('nobody knows {this}')
})
