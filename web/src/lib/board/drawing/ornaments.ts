// The small drawings of the landscape, each in a square from -10 to 10, standing on about y = 8.

import type { OrnamentKind } from '../geometry'

interface Part {
  look: 'line' | 'body' | 'shade' | 'sea' | 'thin' | 'fine' | 'fine-body'
  d: string
}

export const ORNAMENTS: Record<OrnamentKind, Part[]> = {
  mountain: [
    { look: 'body', d: 'M-10 8-3-6Q-1-10 1-7L4-2 5.5-3.5 10 8Z' },
    { look: 'shade', d: 'M0-8.6Q.7-7.8 1-7L4-2 5.5-3.5 10 8H5Q1.5 3 3 0 0-3 0-8.6Z' },
    { look: 'thin', d: 'M-3-6-1.6-4-.4-5.4' },
  ],
  hill: [
    { look: 'thin', d: 'M-10 6Q-6-2-1 4M-3 6Q2-5 9 6' },
    { look: 'thin', d: 'M2 1Q3.4.2 4.6 1.6' },
  ],
  fir: [
    { look: 'body', d: 'M0-10 4.2-3.4H2.6L6.6 3.6H-6.6L-2.6-3.4H-4.2Z' },
    { look: 'shade', d: 'M0-10 4.2-3.4H2.6L6.6 3.6H0Z' },
    { look: 'line', d: 'M0 3.6V8' },
  ],
  tree: [
    { look: 'body', d: 'M0-9Q3.5-9.4 4.6-6.4 7.6-5 6.6-2 6.8 2.6 2 3H-2Q-6.8 2.6-6.6-2-7.6-5-4.6-6.4-3.5-9.4 0-9Z' },
    { look: 'shade', d: 'M1-9Q3.5-9.2 4.6-6.4 7.6-5 6.6-2 6.8 2.6 2 3H.4Q4.6-1.4 1-9Z' },
    { look: 'line', d: 'M0 3V8' },
  ],
  cypress: [
    { look: 'body', d: 'M0-10Q4.4-3 3 3.4 2 5-0 5-2 5-3 3.4-4.4-3 0-10Z' },
    { look: 'shade', d: 'M0-10Q4.4-3 3 3.4 2 5 0 5Z' },
    { look: 'line', d: 'M0 5V8.4' },
  ],
  palm: [
    { look: 'line', d: 'M-1 8Q1.6 1 0-4' },
    { look: 'line', d: 'M0-4Q-5-8-9-3.4M0-4Q5-8 9-3.4M0-4Q-3.4-10-7.4-8.6M0-4Q3.4-10 7.4-8.6M0-4Q.5-8 1.5-10' },
  ],
  cactus: [
    {
      look: 'body',
      d: 'M-1.8 8V3.4H-4.6Q-6.8 3.4-6.8 1V-3H-4V.8H-1.8V-8Q0-10.4 1.8-8V-1.6H4V-6H6.8V-.4Q6.8 1.4 4.8 1.4H1.8V8Z',
    },
    { look: 'thin', d: 'M0-7V8' },
  ],
  wheat: [
    { look: 'thin', d: 'M-5 8Q-5 0-7-6M0 8V-8M5 8Q5 0 7-6' },
    {
      look: 'thin',
      d: 'M0-8Q2.4-6.6 0-4.6-2.4-6.6 0-8M0-4Q2.4-2.6 0-.6-2.4-2.6 0-4M-7-6Q-4.6-5-6-3-8.4-4-7-6M7-6Q4.6-5 6-3 8.4-4 7-6',
    },
  ],
  bison: [
    {
      look: 'body',
      d: 'M-9 1Q-10-3-7-4-4-8 1-6 6-6 8-3 9.6-1 9 2L8.2 7H6.6L6 2.6Q1 3.6-2 2.4L-2.4 7H-4.2L-4.6 3Q-8 4-9 1Z',
    },
    { look: 'shade', d: 'M-9 1Q-10-3-7-4-4.4-7.4-.6-6.4-3-2-2 2.4L-2.4 7H-4.2L-4.6 3Q-8 4-9 1Z' },
  ],
  reindeer: [
    { look: 'body', d: 'M-8-1.6-5-3.4-3-1.6Q3-2.4 7-1 9 1 8 8H6.6L6 2.4Q1 3-2 2L-2.6 8H-4L-4.2 1Q-5.6.6-6 .2L-8 .2Z' },
    { look: 'thin', d: 'M-5-3.4Q-9-6-6.4-10M-5-3.4Q-1-6-3-10M-7-6-9.4-7M-3.4-6.6-.8-7.6' },
  ],
  wave: [{ look: 'sea', d: 'M-10 0Q-7.5-3.4-5 0T0 0 5 0 10 0' }],
  ship: [
    { look: 'body', d: 'M-9.4 3.4H9.4Q8.6 7.4 5.6 8H-6Q-8.6 7-9.4 3.4Z' },
    { look: 'body', d: 'M.4 1.6V-9.4Q7.6-5.4 7.8 1.6ZM-1.4 1.6V-7Q-6.6-4-7.4 1.6Z' },
    { look: 'line', d: 'M-.5 3.4V-10' },
  ],
  whale: [
    { look: 'body', d: 'M-10 2Q-9-4-2-4 5-4 7 0 9-2.4 10-3 10-.4 9 1.6 7 5 0 5H-7Q-10 4.6-10 2Z' },
    { look: 'sea', d: 'M-6-5Q-6-9-9-9M-6-5Q-6-9-3-9M-10 8Q-7.5 5.6-5 8T0 8 5 8 10 8' },
  ],
  compass: [
    { look: 'fine', d: 'M0-7.4A7.4 7.4 0 1 1 0 7.4 7.4 7.4 0 1 1 0-7.4M0-6.7A6.7 6.7 0 1 1 0 6.7 6.7 6.7 0 1 1 0-6.7' },
    { look: 'fine-body', d: 'M4.6-4.6 1.4 0 4.6 4.6 0 1.4-4.6 4.6-1.4 0-4.6-4.6 0-1.4Z' },
    { look: 'fine-body', d: 'M0-10 1.5-1.5 10 0 1.5 1.5 0 10-1.5 1.5-10 0-1.5-1.5Z' },
    { look: 'shade', d: 'M0-10V0L1.5-1.5ZM10 0H0L1.5 1.5ZM0 10V0L-1.5 1.5ZM-10 0H0L-1.5-1.5Z' },
  ],
}
