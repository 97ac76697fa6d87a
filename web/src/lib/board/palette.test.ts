import { describe, expect, it } from 'vitest'

import { CARD_PAINT, COLOURS, PLAYER_COLOURS, PLAYER_PAINT } from './palette'

type Triple = [number, number, number]

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

function linear(hex: string): Triple {
  return [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Triple
}

function seen(colour: Triple, vision: Triple[]): Triple {
  return vision.map((row) =>
    Math.min(Math.max(row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2], 0), 1),
  ) as Triple
}

/** Ottosson's OKLab, in which distance is difference as people see it. */
function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** The nearest pair of some colours, as somebody with that vision sees them. */
function nearest(colours: string[], vision: Triple[]): number {
  const points = colours.map((hex) => oklab(seen(linear(hex), vision)))
  let least = Infinity
  points.forEach((one, number) => {
    for (const two of points.slice(number + 1))
      least = Math.min(least, 100 * Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]))
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

  it('would notice a bad pair: red and green of equal lightness', () => {
    expect(nearest(['#B04A3A', '#7A6A20'], VISIONS['deutan']!)).toBeLessThan(13.5)
  })

  it('gives every player another pattern', () => {
    expect(new Set(PLAYER_COLOURS.map((colour) => PLAYER_PAINT[colour].pattern)).size).toBe(PLAYER_COLOURS.length)
  })

  it('writes on every card with enough contrast for a symbol (3:1)', () => {
    const light = (hex: string): number => {
      const [r, g, b] = linear(hex)
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    for (const colour of COLOURS) {
      const { fill, ink } = CARD_PAINT[colour]
      const [high, low] = [light(fill), light(ink)].sort((a, b) => b - a) as [number, number]
      expect((high + 0.05) / (low + 0.05), colour).toBeGreaterThan(3)
    }
  })
})
