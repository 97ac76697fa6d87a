import { expect, test } from 'vitest'
import { BOT_NAMES } from '../../protocol'
import { EXTRAS, EYES, faceOf, MOUTHS, STYLES } from './faces'

test('a name has one face, however it is written', () => {
  expect(faceOf('Ann')).toEqual(faceOf(' ANN '))
  expect(faceOf('Ann')).not.toEqual(faceOf('Anna'))
  expect(faceOf('Łucja')).toEqual(faceOf('łucja'))
  expect(faceOf('')).toEqual(faceOf(' '))
})

test('bots, and people with similar names, are told apart', () => {
  for (const names of [[...BOT_NAMES], Array.from({ length: 40 }, (_, number) => `Player ${number}`)])
    expect(new Set(names.map((name) => JSON.stringify(faceOf(name)))).size).toBe(names.length)
})

test('every drawing is used about equally often', () => {
  const faces = Array.from({ length: 3000 }, (_, number) => faceOf(`name ${number}`))
  const spread = (part: 'style' | 'eyes' | 'mouth' | 'extra', choices: number) => {
    for (let choice = 0; choice < choices; choice++) {
      const share = (faces.filter((face) => face[part] === choice).length * choices) / faces.length
      expect(share, `${part} ${choice}`).toBeGreaterThan(0.7)
      expect(share, `${part} ${choice}`).toBeLessThan(1.3)
    }
  }
  spread('style', STYLES)
  spread('eyes', EYES)
  spread('mouth', MOUTHS)
  spread('extra', EXTRAS)
})
