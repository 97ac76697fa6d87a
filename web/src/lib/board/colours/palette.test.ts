import { describe, expect, it } from 'vitest'

import { apart, contrast, linear, oklab, type Triple } from '../../../../browser/oklab'
import { CARD_PAINT, COLOURS, PLAYER_COLOURS, PLAYER_PAINT } from './palette'

// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
const VISIONS: Record<string, Triple[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const light = (hex: string): Triple => linear([1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Triple)

function seen(colour: Triple, vision: Triple[]): Triple {
  return vision.map((row) =>
    Math.min(Math.max(row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2], 0), 1),
  ) as Triple
}

/** Return the smallest distance between two of the colours, as seen with a vision. */
function nearest(colours: string[], vision: Triple[]): number {
  const points = colours.map((hex) => oklab(seen(light(hex), vision)))
  let least = Infinity
  points.forEach((one, number) => {
    for (const two of points.slice(number + 1)) least = Math.min(least, apart(one, two))
  })
  return least
}

describe('the palette under colour blindness', () => {
  for (const [name, vision] of Object.entries(VISIONS)) {
    it(`keeps any two cards at least 13.5 apart: ${name}`, () => {
      expect(
        nearest(
          COLOURS.map((colour) => CARD_PAINT[colour].fill),
          vision,
        ),
      ).toBeGreaterThan(13.5)
    })
    it(`keeps any two players at least 19 apart: ${name}`, () => {
      expect(
        nearest(
          PLAYER_COLOURS.map((colour) => PLAYER_PAINT[colour].fill),
          vision,
        ),
      ).toBeGreaterThan(19)
    })
  }

  it('detects a bad pair: red and green of equal lightness', () => {
    expect(nearest(['#B04A3A', '#7A6A20'], VISIONS['deutan']!)).toBeLessThan(13.5)
  })

  it('gives every player a different pattern', () => {
    expect(new Set(PLAYER_COLOURS.map((colour) => PLAYER_PAINT[colour].pattern)).size).toBe(PLAYER_COLOURS.length)
  })

  it('writes on every card with enough contrast for a symbol (3:1)', () => {
    for (const colour of COLOURS) {
      const { fill, ink } = CARD_PAINT[colour]
      expect(contrast(light(fill), light(ink)), colour).toBeGreaterThan(3)
    }
  })
})
