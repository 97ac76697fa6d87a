/** The first journey; its board is boards/lessons/first-journey.toml, its deal is in table/lessons.py. */
import type { Lesson } from './lesson'
import { isFree, unfinished, type Scene } from '../scene'

const FIRST = 'lodz:poznan:yellow'
const DOUBLE = ['lodz:warszawa:black', 'lodz:warszawa:white']
const PURPLE = 'gdansk:warszawa:purple'
const TAKEN = 'krakow:lodz:red'
const TICKETS = ['poznan:warszawa', 'gdansk:krakow']

const gone = (scene: Scene, ...routes: string[]) => routes.every((route) => !isFree(scene, route))
const late = (scene: Scene) => scene.lastRound || scene.over
const kept = (scene: Scene) => scene.tickets.filter((ticket) => !ticket.drawn).length

export const firstJourney: Lesson = {
  id: 'first-journey',
  steps: [
    {
      id: 'tickets',
      aim: { kind: 'keep', tickets: TICKETS.slice(0, 1) },
      done: (scene) => kept(scene) > 0,
    },
    {
      id: 'draw',
      aim: { kind: 'collect', routes: [FIRST, ...DOUBLE.slice(0, 1)] },
      done: (scene) => scene.drawn >= 2 || scene.mine.length > 0,
    },
    {
      id: 'claim',
      collect: true,
      aim: { kind: 'claim', routes: [FIRST, ...DOUBLE], locomotives: false },
      done: (scene) => scene.mine.length > 0,
    },
    {
      id: 'double',
      collect: true,
      aim: { kind: 'claim', routes: DOUBLE, locomotives: false },
      done: (scene) => gone(scene, ...DOUBLE),
    },
    {
      id: 'new',
      aim: { kind: 'new_tickets', tickets: TICKETS.slice(1) },
      ready: (scene) => scene.tickets.some((ticket) => ticket.completed),
      done: (scene) => kept(scene) > 1,
    },
    {
      id: 'locomotive',
      collect: true,
      cards: { locomotive: 1 },
      aim: { kind: 'claim', routes: [PURPLE], locomotives: true },
      ready: (scene) => (scene.hand['locomotive'] ?? 0) > 0,
      done: (scene) => gone(scene, PURPLE) || scene.paid.some((cards) => (cards['locomotive'] ?? 0) > 0),
    },
    {
      id: 'around',
      aim: { kind: 'tickets' },
      taken: TAKEN,
      ready: (scene) => scene.theirs.has(TAKEN),
      done: (scene) => unfinished(scene).length === 0,
    },
    {
      id: 'ticket',
      aside: true,
      collect: true,
      aim: { kind: 'tickets' },
      done: (scene) => unfinished(scene).length === 0,
    },
    { id: 'more', aside: true, aim: { kind: 'points' }, done: late },
    {
      id: 'last',
      urgent: true,
      aim: { kind: 'points' },
      ready: late,
      done: (scene) => scene.over,
    },
    {
      id: 'count',
      urgent: true,
      aim: { kind: 'points' },
      ready: (scene) => scene.over,
      done: (scene) => scene.counted,
    },
  ],
}
