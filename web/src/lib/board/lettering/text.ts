// How wide a text is in the font of the map. The board's drawing keeps room for the names it knows; a longer one (a
// board file of the user's own, a new translation) is written smaller rather than over its neighbours.

import { SIZES } from '../layout/layout-problem'

let context: CanvasRenderingContext2D | null | undefined

/** The width of a text in the map's font, in units of the drawing. */
export function textWidth(text: string, size: number = SIZES.labelSize): number {
  if (context === undefined)
    context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  // Where nothing can be measured, assume that a letter is half as wide as it is high.
  if (!context) return text.length * size * 0.5
  context.font = `600 ${size}px Board, "Roboto Condensed", "Arial Narrow", system-ui, sans-serif`
  return context.measureText(text).width
}

/** Capitals with an accent, and letters that reach below the baseline. */
const ABOVE = /\p{Lu}\p{M}/u
const BELOW = /[gjpqyQ,;()]|\u0328|\u0327/

/** How far a text reaches above and below the middle of its capitals, in parts of its size. */
export function heightOf(text: string): { above: number; below: number } {
  const parts = text.normalize('NFD')
  return { above: ABOVE.test(parts) ? 0.6 : 0.4, below: BELOW.test(parts) ? 0.54 : 0.37 }
}

/** How far letters are condensed before they are made smaller. */
export const NARROWEST = 0.86

/** Fit a text into its room: as it is, with condensed letters, or with smaller ones. */
export function fitted(
  text: string,
  { width: room, size }: { width: number; size: number },
): { size: number; length: number | null } {
  const width = textWidth(text, size)
  // Ignore up to 5 %: that is the difference between fonts, not a longer name.
  if (width <= room * 1.05) return { size, length: null }
  const smaller = Math.min(room / (width * NARROWEST), 1)
  return { size: Math.round(size * smaller * 10) / 10, length: Math.round(room * 10) / 10 }
}
