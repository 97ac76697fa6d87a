// The small drawings of the landscape, each in a square from -10 to 10, standing on y = 8.

import type { Ornament } from './geometry'

interface Part {
  look: 'line' | 'body' | 'shade' | 'sea'
  d: string
}

export const ORNAMENTS: Record<Ornament['kind'], Part[]> = {
  mountain: [
    { look: 'body', d: 'M-10 8-2-8Q0-10 2-8L10 8Z' },
    { look: 'shade', d: 'M1-9Q2-8.6 2.4-7.6L10 8H4.5Q1 2 3-2.5 1.6-5 1-9Z' },
  ],
  hill: [
    { look: 'body', d: 'M-10 8Q-5-4 1-2 6 0 10 8' },
    { look: 'line', d: 'M-3 2Q-1 .5 1 2M3 4Q4.5 3 6 4.5' },
  ],
  fir: [
    { look: 'body', d: 'M0-10 5-2H3L7 4H-7L-3-2H-5Z' },
    { look: 'line', d: 'M0 4V8' },
  ],
  tree: [
    { look: 'body', d: 'M0-9Q6-8 6-2 6 3 0 3-6 3-6-2-6-8 0-9Z' },
    { look: 'line', d: 'M0 3V8' },
  ],
  palm: [{ look: 'line', d: 'M0 8Q2 0 0-4M0-4Q-5-8-9-4M0-4Q5-8 9-4M0-4Q-3-10-7-9M0-4Q3-10 7-9' }],
  cactus: [{ look: 'line', d: 'M0 8V-8M0 2H-5V-3M0-1H5V-5' }],
  wave: [{ look: 'sea', d: 'M-10 0Q-7.5-3-5 0T0 0 5 0 10 0' }],
  ship: [
    { look: 'body', d: 'M-9 3H9L6 8H-6Z' },
    { look: 'body', d: 'M-1 1V-10L8 1ZM-3 1V-7L-8 1Z' },
    { look: 'line', d: 'M-1 3V-10' },
  ],
  compass: [
    { look: 'line', d: 'M0-7A7 7 0 1 1 0 7 7 7 0 1 1 0-7' },
    { look: 'body', d: 'M0-10 1.7-1.7 10 0 1.7 1.7 0 10-1.7 1.7-10 0-1.7-1.7Z' },
    { look: 'shade', d: 'M0-10V0L1.7-1.7ZM10 0H0L1.7 1.7ZM0 10V0L-1.7 1.7ZM-10 0H0L-1.7-1.7Z' },
  ],
  snow: [{ look: 'line', d: 'M0-7V7M-6-3.5 6 3.5M6-3.5-6 3.5' }],
}
