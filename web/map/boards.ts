// How to draw each board, apart from the facts of the game.

import { geoConicConformal, geoConicEqualArea, geoMercator, type GeoProjection } from 'd3-geo'

import type { Scenery } from '../src/lib/board/geometry'
import { LARGE } from './large'
import type { Strewn } from './ground/ornaments'

export type Degrees = [lon: number, lat: number]

export interface BoardPicture {
  id: string
  scenery: Scenery
  width: number
  height: number
  /** The projection, before it is fitted to the board. */
  projection: () => GeoProjection
  /** The area of the board for the cities' true positions: left, top, right, bottom. */
  room: [number, number, number, number]
  /** The resolution of the coastlines (Natural Earth's scales). */
  detail: '50m' | '10m'
  /** The board's own countries, by Natural Earth's names; those with a code get a tint and a name. */
  focus: { name: string; code?: string; tint?: number }[]
  /** Other countries on the map. */
  land: string[]
  /** Where to look for rivers and lakes, in degrees: west, south, east, north. */
  window: [number, number, number, number]
  /** Regions finer than countries: a file in data/, and the tint of each. */
  regions?: { file: string; tints: Record<string, number> }
  /** The country (three-letter code) whose states have borders. */
  states?: string
  /** The latitude of a line that separates the cities with a tag from the others. */
  circle?: { latitude: number; tag: string }
  /** The cities whose names take priority where the map is too small for all. */
  large: string[]
  /** Where routes into countries end, by route. */
  ends: Record<string, Degrees>
  /** Cities drawn away from their true position, for lack of room. */
  moved: Record<string, Degrees>
  /** Mountain ranges, as lines along which peaks are drawn. */
  ranges: Degrees[][]
  /** Other small drawings. */
  strewn: Strewn[]
}

const WAVES: Strewn = { kinds: ['wave'], on: 'sea', size: 20, apart: 62 }
const SHIPS: Strewn = { kinds: ['ship'], on: 'sea', size: 34, apart: 260 }
const FIRS: Strewn = { kinds: ['fir', 'fir', 'fir', 'hill'], on: 'land', size: 17, apart: 40 }

const ALPS: Degrees[] = [
  [6.6, 44.6],
  [6.9, 45.5],
  [7.9, 46.1],
  [9.4, 46.5],
  [10.6, 46.8],
  [12.2, 47.1],
  [13.4, 47.0],
]

const SCANDES: Degrees[] = [
  [7.2, 59.7],
  [8.3, 61.3],
  [10.2, 62.5],
  [13.0, 63.6],
  [14.8, 65.2],
  [17.5, 67.4],
  [20.3, 69.0],
]

/** The northern boards: whales and ships, reindeer in Lapland, firs everywhere. */
const NORTH: Strewn[] = [
  { kinds: ['whale'], on: 'sea', size: 44, apart: 320 },
  SHIPS,
  WAVES,
  {
    kinds: ['reindeer'],
    on: 'land',
    size: 34,
    apart: 140,
    within: [
      [14, 64],
      [40, 64],
      [40, 71],
      [16, 71],
    ],
  },
  FIRS,
]

const NORDIC: BoardPicture['focus'] = [
  { name: 'Denmark', code: 'DK', tint: 0 },
  { name: 'Norway', code: 'NO', tint: 1 },
  { name: 'Sweden', code: 'SE', tint: 2 },
  { name: 'Finland', code: 'FI', tint: 3 },
  { name: 'Åland', code: 'FI', tint: 3 },
]

const northern = (): GeoProjection => geoConicConformal().parallels([58, 68]).rotate([-17, 0])

export const PICTURES: BoardPicture[] = [
  {
    id: 'usa',
    scenery: 'prairie',
    width: 1380,
    height: 900,
    projection: () => geoConicEqualArea().parallels([29.5, 45.5]).rotate([96, 0]),
    room: [95, 85, 1275, 815],
    detail: '50m',
    focus: [{ name: 'United States of America' }],
    land: ['Canada', 'Mexico', 'Cuba', 'Bahamas', 'Greenland', 'St. Pierre and Miquelon'],
    window: [-130, 22, -62, 56],
    states: 'USA',
    large: LARGE.usa,
    ends: {},
    moved: {},
    ranges: [
      [
        [-116.5, 50.5],
        [-114.5, 48.5],
        [-112.8, 45.2],
        [-110, 43.4],
        [-108.2, 40.6],
        [-106.6, 38.3],
        [-105.6, 36.6],
      ],
      [
        [-121.5, 48.6],
        [-121.6, 45.2],
        [-121.9, 42.5],
      ],
      [
        [-120.3, 39.6],
        [-118.6, 37],
      ],
      [
        [-84, 35.4],
        [-81.4, 37.2],
        [-79.2, 39],
        [-76.6, 41.3],
      ],
    ],
    strewn: [
      SHIPS,
      WAVES,
      {
        kinds: ['cactus'],
        on: 'land',
        size: 20,
        apart: 46,
        within: [
          [-117, 35.5],
          [-110, 37.4],
          [-104, 34],
          [-102, 29],
          [-106, 24],
          [-116, 30],
        ],
      },
      {
        kinds: ['palm'],
        on: 'land',
        size: 22,
        apart: 44,
        within: [
          [-84, 30],
          [-79, 31],
          [-78, 24],
          [-83, 24],
        ],
      },
      {
        kinds: ['bison'],
        on: 'land',
        size: 34,
        apart: 150,
        within: [
          [-106, 46],
          [-98, 46],
          [-97, 36],
          [-104, 36],
        ],
      },
      {
        kinds: ['wheat'],
        on: 'land',
        size: 20,
        apart: 50,
        within: [
          [-104, 49],
          [-93, 49],
          [-93, 37],
          [-103, 37],
        ],
      },
      {
        kinds: ['fir'],
        on: 'land',
        size: 20,
        apart: 46,
        within: [
          [-125, 51],
          [-95, 56],
          [-60, 56],
          [-66, 44],
          [-84, 44],
          [-94, 48],
          [-108, 46],
          [-118, 41],
          [-125, 40],
        ],
      },
      {
        kinds: ['tree', 'tree', 'hill'],
        on: 'land',
        size: 19,
        apart: 48,
        within: [
          [-96, 46],
          [-66, 46],
          [-78, 30],
          [-98, 28],
          [-98, 40],
        ],
      },
      { kinds: ['hill'], on: 'land', size: 22, apart: 60 },
    ],
  },
  {
    id: 'nordic-countries',
    scenery: 'snow',
    width: 1060,
    height: 1160,
    projection: northern,
    room: [95, 90, 965, 1080],
    detail: '50m',
    focus: [...NORDIC, { name: 'Estonia', code: 'EE', tint: 4 }],
    land: [
      'Russia',
      'Latvia',
      'Lithuania',
      'Poland',
      'Germany',
      'Belarus',
      'Netherlands',
      'United Kingdom',
      'Faeroe Is.',
    ],
    window: [2, 52, 42, 72],
    large: LARGE['nordic-countries'],
    ends: {},
    moved: {},
    ranges: [SCANDES],
    strewn: NORTH,
  },
  {
    id: 'italy',
    scenery: 'mediterranean',
    width: 1280,
    height: 1215,
    projection: () => geoMercator().rotate([-12.5, 0]),
    room: [90, 80, 1190, 1090],
    detail: '10m',
    focus: [{ name: 'Italy' }, { name: 'San Marino' }, { name: 'Vatican' }],
    land: [
      'France',
      'Monaco',
      'Switzerland',
      'Liechtenstein',
      'Austria',
      'Germany',
      'Slovenia',
      'Croatia',
      'Hungary',
      'Bosnia and Herz.',
      'Montenegro',
      'Serbia',
      'Albania',
      'Kosovo',
      'Macedonia',
      'North Macedonia',
      'Greece',
      'Tunisia',
      'Algeria',
      'Malta',
    ],
    window: [4, 35, 20, 48.5],
    regions: {
      file: 'italy-regions.json',
      tints: {
        'piemonte-valle-d-aosta': 2,
        liguria: 3,
        lombardia: 3,
        'trentino-alto-adige': 0,
        veneto: 1,
        'friuli-venezia-giulia': 2,
        'emilia-romagna': 0,
        toscana: 1,
        'umbria-marche': 3,
        lazio: 2,
        'abruzzo-molise': 0,
        campania: 1,
        basilicata: 0,
        puglia: 2,
        calabria: 1,
        sicilia: 0,
        sardegna: 3,
      },
    },
    large: LARGE.italy,
    ends: {
      'aosta:francia:blue': [6.42, 45.62],
      'aosta:svizzera:yellow': [7.55, 46.42],
      'francia:torino:purple': [6.25, 45.02],
      'monaco:sanremo:orange': [7.22, 43.74],
      'genova:monaco:grey': [7.42, 43.47],
      'como:svizzera:black': [8.8, 46.52],
      'austria:bolzano:green': [11.42, 47.12],
      'austria:udine:black': [13.55, 46.8],
      'ancona:croazia:grey': [14.95, 44.4],
      'croazia:pescara:grey': [15.2, 43.0],
      'bari:croazia:grey': [17.95, 42.2],
      'francia:olbia:grey': [9.15, 41.55],
    },
    moved: { messina: [15.28, 38.12], 'reggio-calabria': [15.86, 38.02] },
    ranges: [
      ALPS,
      [
        [8.6, 44.5],
        [10.2, 44.3],
        [11.6, 43.9],
        [12.8, 43.1],
        [13.6, 42.4],
        [14.4, 41.5],
        [15.5, 40.7],
        [16.2, 39.9],
      ],
    ],
    strewn: [SHIPS, WAVES, { kinds: ['cypress', 'cypress', 'tree', 'hill'], on: 'land', size: 19, apart: 40 }],
  },
  {
    id: 'northern-lights',
    scenery: 'aurora',
    width: 1280,
    height: 1180,
    projection: northern,
    room: [95, 75, 1185, 1100],
    detail: '50m',
    focus: [
      ...NORDIC,
      { name: 'Russia', code: 'RU', tint: 4 },
      { name: 'Estonia', code: 'EE', tint: 1 },
      { name: 'Latvia', code: 'LV', tint: 2 },
      { name: 'Lithuania', code: 'LT', tint: 3 },
      { name: 'Poland', code: 'PL', tint: 0 },
    ],
    land: ['Germany', 'Belarus', 'Netherlands', 'United Kingdom', 'Faeroe Is.'],
    window: [2, 52, 44, 72],
    circle: { latitude: 66.45, tag: 'arctic' },
    large: LARGE['northern-lights'],
    ends: {},
    moved: {},
    ranges: [SCANDES],
    strewn: NORTH,
  },
  {
    id: 'first-journey',
    scenery: 'prairie',
    width: 820,
    height: 660,
    projection: () => geoConicEqualArea().parallels([50, 54]).rotate([-19, 0]),
    room: [200, 135, 655, 535],
    detail: '50m',
    focus: [{ name: 'Poland' }],
    land: [
      'Germany',
      'Czechia',
      'Slovakia',
      'Ukraine',
      'Belarus',
      'Lithuania',
      'Russia',
      'Denmark',
      'Sweden',
      'Austria',
    ],
    window: [12, 48, 26, 56],
    large: LARGE['first-journey'],
    ends: {},
    moved: {},
    ranges: [
      [
        [15.4, 50.8],
        [16.6, 50.4],
        [17.6, 49.9],
      ],
      [
        [19, 49.5],
        [20.1, 49.2],
        [21.6, 49.3],
      ],
    ],
    strewn: [SHIPS, WAVES, { kinds: ['tree', 'tree', 'fir', 'hill'], on: 'land', size: 19, apart: 44 }],
  },
]
