/** A made-up scene, for tests. */
import type { Scene } from './scene'

/** A game that has just begun, with nothing in it; `more` says what is. */
export const madeUpScene = (more: Partial<Scene>): Scene => ({
  hand: {},
  display: [],
  offers: null,
  tickets: [],
  mine: [],
  theirs: new Map(),
  closed: [],
  routes: new Map(),
  drawn: 0,
  paid: [],
  acts: 0,
  undo: false,
  waits: false,
  everywhere: true,
  alone: false,
  ferryCards: 0,
  lastRound: false,
  over: false,
  chosen: null,
  asking: null,
  ticked: [],
  counted: false,
  ...more,
})
