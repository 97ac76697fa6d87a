/** Between the letters of a country's or region's name, in parts of their size. */
export const LETTER_SPACING = 0.12
