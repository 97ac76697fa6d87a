/** Perceptual colour distance. */
export type Triple = [number, number, number]

/** Convert from sRGB (0 to 255) to linear light. */
export function linear(colour: Triple): Triple {
  return colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Triple
}

/** Convert linear light to Ottosson's OKLab, in which distance is perceived difference. */
export function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Return the distance between two OKLab colours, times 100. */
export function apart(one: Triple, two: Triple): number {
  return 100 * Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2])
}

/** Return the contrast ratio of two linear colours (WCAG). */
export function contrast(one: Triple, two: Triple): number {
  const light = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  const [a, b] = [light(one), light(two)]
  return Math.max(a, b) / Math.min(a, b)
}
