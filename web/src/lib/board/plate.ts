/** The plate with the name of the board. */
export const TITLE = { width: 300, height: 74 }
