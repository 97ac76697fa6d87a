/** The plate with the name of the board: as wide as the name, and so much more for a signal on either side. */
export const TITLE = { height: 74, letters: 34, spacing: 0.04, around: 140 }
