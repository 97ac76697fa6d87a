/** The plate with the name of the board: `around` is its width beyond the name, for a signal on either side. */
export const TITLE = { height: 74, letters: 34, spacing: 0.04, around: 140 }
