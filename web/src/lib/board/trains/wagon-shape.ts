// The measures of a wagon, in units of the board: its space is 16 wide, lanes are 18.5 apart.

/** From the roof to the sill, and how much longer than its space a wagon is at either end. */
export const WAGON = { top: -10.4, bottom: 8.6, longer: 0.2 }
const WHEEL = { radius: 3.3, y: 8.1, in: 8.5 }

/** Two wheels below a wagon, for a space of this length. */
export function wheels(length: number): string {
  const { radius, y, in: inwards } = WHEEL
  return [-1, 1]
    .map((side) => `M${side * (length / 2 - inwards) - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0Z`)
    .join('')
}
