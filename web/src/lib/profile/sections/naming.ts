/** Where the names of places go on the heat map: inside it, and never one over another. */
import type { LabelShape, SpotShape } from '../../board/geometry'

export interface Named {
  id: string
  text: string
  x: number
  /** The base line of the text. */
  y: number
  anchor: LabelShape['anchor']
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** How wide a letter is on average, of the height of the letters. */
const WIDE = 0.52
/** From the middle of a spot to its name, in units of the map. */
const BESIDE = 16

function boxOf({ text, x, y, anchor }: Named, letters: number): Box {
  const width = WIDE * letters * text.length
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - 0.8 * letters, bottom: y + 0.2 * letters }
}

/** The places to try for a name: where the board has it, then on either side, above and below. */
function tries(spot: SpotShape, text: string, letters: number): Named[] {
  const { id, x, y, label } = spot
  const middle = y + 0.3 * letters
  return [
    ...(label ? [{ id, text, x: label.x, y: label.y + 0.3 * letters, anchor: label.anchor }] : []),
    { id, text, x: x + BESIDE, y: middle, anchor: 'start' },
    { id, text, x: x - BESIDE, y: middle, anchor: 'end' },
    { id, text, x, y: y - BESIDE - 0.2 * letters, anchor: 'middle' },
    { id, text, x, y: y + BESIDE + 0.8 * letters, anchor: 'middle' },
  ]
}

/** Place the names of spots, the most important first; one that does not fit anywhere is left out. */
export function placed(
  spots: readonly SpotShape[],
  nameOf: (place: string) => string,
  letters: number,
  map: { width: number; height: number },
): Named[] {
  const taken: Box[] = []
  const fits = (box: Box) =>
    box.left >= 0 &&
    box.right <= map.width &&
    box.top >= 0 &&
    box.bottom <= map.height &&
    taken.every((one) => box.right < one.left || box.left > one.right || box.bottom < one.top || box.top > one.bottom)
  return spots.flatMap((spot) => {
    const found = tries(spot, nameOf(spot.place), letters).find((one) => fits(boxOf(one, letters)))
    if (!found) return []
    taken.push(boxOf(found, letters))
    return [found]
  })
}
