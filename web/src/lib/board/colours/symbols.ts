// The symbols of the card colours, drawn in a square from -10 to 10. They are filled with the colour's ink, upright,
// in every space of a route, on every card, in pickers and in the log.

import type { Card } from './palette'

export const SYMBOLS: Record<Card, string> = {
  // a diamond
  purple: 'M0-9.5 8 0 0 9.5-8 0Z',
  // a ring
  white: 'M0-8.5A8.5 8.5 0 1 1 0 8.5 8.5 8.5 0 1 1 0-8.5ZM0-4.3A4.3 4.3 0 1 0 0 4.3 4.3 4.3 0 1 0 0-4.3Z',
  // two bars
  blue: 'M-9-7.4H9V-3.2H-9ZM-9 3.2H9V7.4H-9Z',
  // a star
  yellow: star(5, 10, 4.2),
  // a triangle
  orange: 'M0-8.5 9.2 7.5H-9.2Z',
  // a square
  black: 'M-7.2-7.2H7.2V7.2H-7.2Z',
  // a cross
  red: 'M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z',
  // two chevrons
  green: 'M0-9 9-1.6V3L0-4.4-9 3V-1.6ZM0-.8 9 6.6V11.2L0 3.8-9 11.2V6.6Z',
  // a wheel with spokes
  locomotive: wheel(),
}

/** Two waves, for the ferries of Italy (I-6). */
export const WAVES = 'M-9-3Q-6.75-7-4.5-3T0-3 4.5-3 9-3M-9 3Q-6.75-1-4.5 3T0 3 4.5 3 9 3'

/** An engine seen from its side, for the spaces that ask for a locomotive (N-9, L-7): from -13 to 13 and -7 to 7. */
export const ENGINE =
  'M-12.5-6.6H-3.6V-2.8H3.4L2.8-6.4H8.4L7.8-2.8H9.6Q11.6-2.8 11.6-.8V2L13.6 4.4H-12.5ZM-10.4-4.6V-1.2H-5.8V-4.6Z' +
  [-8.6, -1.6, 6.6].map((x) => `M${x} 1.6a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 1 1 0-5.4Z`).join('')

/** A snowflake, for the cities of the Arctic. */
export const SNOWFLAKE = 'M0-6.4V6.4M-5.5-3.2 5.5 3.2M-5.5 3.2 5.5-3.2M-1.8-5 0-3.4 1.8-5M-1.8 5 0 3.4 1.8 5'

function star(points: number, outer: number, inner: number): string {
  const corners: string[] = []
  for (let corner = 0; corner < points * 2; corner++) {
    const angle = (Math.PI * corner) / points - Math.PI / 2
    const radius = corner % 2 ? inner : outer
    corners.push(`${round(Math.cos(angle) * radius)} ${round(Math.sin(angle) * radius)}`)
  }
  return `M${corners.join('L')}Z`
}

/** A rim, a hub, and eight spokes between them, as one path to fill. */
function wheel(): string {
  const ring = (outer: number, inner: number): string =>
    `M0-${outer}A${outer} ${outer} 0 1 1 0 ${outer} ${outer} ${outer} 0 1 1 0-${outer}Z` +
    `M0-${inner}A${inner} ${inner} 0 1 0 0 ${inner} ${inner} ${inner} 0 1 0 0-${inner}Z`
  let spokes = ''
  for (let spoke = 0; spoke < 8; spoke++) {
    const angle = (Math.PI * spoke) / 4
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    const at = (radius: number, side: number): string =>
      `${round(x * radius - y * side)} ${round(y * radius + x * side)}`
    spokes += `M${at(2, -0.8)}L${at(7.5, -0.8)}L${at(7.5, 0.8)}L${at(2, 0.8)}Z`
  }
  return ring(9.6, 6.8) + `M0-3A3 3 0 1 1 0 3 3 3 0 1 1 0-3Z` + spokes
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
