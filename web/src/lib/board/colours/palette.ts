// The colours of cards and players, chosen so that every pair stays apart under the three kinds of colour blindness
// (palette.test.ts measures it), and never the only sign: every colour has a symbol, every player a pattern.

export const COLOURS = ['purple', 'white', 'blue', 'yellow', 'orange', 'black', 'red', 'green'] as const
export type Colour = (typeof COLOURS)[number]

/** A kind of train card; `locomotive` is wild. */
export type Card = Colour | 'locomotive'

export interface Paint {
  fill: string
  ink: string
  /** The outline: of the same hue, darker, so that pale ones do not fade into the land. */
  edge: string
}

export const CARD_PAINT: Record<Colour | 'grey', Paint> = {
  purple: { fill: '#C54BD2', ink: '#FFFFFF', edge: '#6F2478' },
  white: { fill: '#FFFFFF', ink: '#222222', edge: '#5D6066' },
  blue: { fill: '#024490', ink: '#FFFFFF', edge: '#01224A' },
  yellow: { fill: '#FBD900', ink: '#222222', edge: '#7A6A00' },
  orange: { fill: '#EC992D', ink: '#222222', edge: '#8A5410' },
  black: { fill: '#1C1E24', ink: '#FFFFFF', edge: '#000000' },
  red: { fill: '#93231A', ink: '#FFFFFF', edge: '#4E0F0A' },
  green: { fill: '#328C6B', ink: '#FFFFFF', edge: '#164B38' },
  grey: { fill: '#A7ABB0', ink: '#222222', edge: '#53575C' },
}

export const PLAYER_COLOURS = ['red', 'blue', 'green', 'yellow', 'black'] as const
export type PlayerColour = (typeof PLAYER_COLOURS)[number]

/** How a player's wagons are told apart without colour. */
export type Pattern = 'plain' | 'stripe' | 'dots' | 'chevron' | 'hatch'

export const PLAYER_PAINT: Record<PlayerColour, Paint & { pattern: Pattern }> = {
  red: { fill: '#B34330', ink: '#FFFFFF', edge: '#571A10', pattern: 'plain' },
  blue: { fill: '#1E4DA7', ink: '#FFFFFF', edge: '#0B2350', pattern: 'stripe' },
  green: { fill: '#52C095', ink: '#10352A', edge: '#17533E', pattern: 'dots' },
  yellow: { fill: '#FCED4F', ink: '#3A3500', edge: '#7A6E00', pattern: 'chevron' },
  black: { fill: '#26282E', ink: '#FFFFFF', edge: '#000000', pattern: 'hatch' },
}
