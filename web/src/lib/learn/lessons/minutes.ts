/** One-minute lessons: what only that board has, with the deals of table/lessons.py. */
import type { Cards } from '../../protocol'
import type { Aim } from '../guide'
import type { Lesson, Step } from './lesson'
import { isFree, type Scene } from '../scene'

/** The tickets to keep. */
const keep = (id: string, tickets: string[]): Step => ({
  id,
  aim: { kind: 'keep', tickets },
  done: (scene) => scene.tickets.some((ticket) => !ticket.drawn),
})

/** A draw, unless the learner has gone on without. */
const draw = (id: string, aim: Aim, done: (scene: Scene) => boolean): Step => ({
  id,
  aim,
  done: (scene) => done(scene) || scene.mine.length > 0,
})

/** A claim; of a double route either lane will do. */
const claim = (id: string, routes: string[], cards: Cards): Step => ({
  id,
  collect: true,
  aim: { kind: 'odd', routes, cards },
  done: (scene) => routes.some((route) => !isFree(scene, route)),
})

export const minutes: Lesson[] = [
  {
    id: 'usa',
    steps: [
      keep('usa_tickets', ['denver:el-paso', 'houston:kansas-city']),
      draw('usa_engine', { kind: 'draw', cards: { locomotive: 1 } }, (scene) => scene.drawn > 0),
      claim('usa_long', ['dallas:el-paso:red'], { red: 3, locomotive: 1 }),
      claim('usa_path', ['dallas:houston:grey:1', 'dallas:houston:grey:2'], { white: 1 }),
    ],
  },
  {
    id: 'nordic-countries',
    steps: [
      keep('north_tickets', ['arhus:lillehammer', 'oslo:stockholm']),
      draw('north_engines', { kind: 'draw', cards: { locomotive: 2 } }, (scene) => scene.drawn > 1),
      claim('north_ferry', ['alborg:oslo:white'], { white: 2, locomotive: 1 }),
      claim('north_tunnel', ['lillehammer:oslo:purple'], { purple: 2 }),
    ],
  },
  {
    id: 'italy',
    steps: [
      keep('italy_tickets', ['ancona:austria', 'bologna:trento', 'bolzano:venezia']),
      draw('italy_card', { kind: 'ferry_card' }, (scene) => scene.ferryCards > 0),
      claim('italy_ferry', ['ancona:venezia:grey'], { purple: 2 }),
      claim('italy_regions', ['udine:venezia:green'], { green: 2 }),
    ],
  },
  {
    id: 'northern-lights',
    steps: [
      keep('lights_tickets', ['alborg:lillehammer', 'karlstad:stavanger']),
      claim('lights_pair', ['alborg:kristiansand:grey:1', 'alborg:kristiansand:grey:2'], { yellow: 2 }),
      claim('lights_bonus', ['kristiansand:stavanger:grey:1', 'kristiansand:stavanger:grey:2'], {
        purple: 1,
        locomotive: 1,
      }),
      claim('lights_goals', ['kristiansand:oslo:white'], { white: 1 }),
    ],
  },
]
