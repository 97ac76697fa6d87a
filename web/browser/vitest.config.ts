import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Files whose tests play alone, or together at one screen: on a page, too. The others are about devices that meet on a server. */
const ON_A_PAGE = [
  'following.test.ts',
  'games.test.ts',
  'help.test.ts',
  'layout.test.ts',
  'learn.test.ts',
  'map.test.ts',
  'paying.test.ts',
  'phone.test.ts',
  'puzzles.test.ts',
  'replay.test.ts',
  'screen.test.ts',
  'table.test.ts',
  'text.test.ts',
  'together.test.ts',
]

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: process.env['SEMAFOR_HOME'] === 'page' ? ON_A_PAGE : ['**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./setup.ts'],
    // All of these only end what would never end: however busy the machine is, tests wait for what must come.
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 240_000, interval: 100 } },
    // One rendering glitch does not fail the whole run; it is named at the end, to be fixed.
    retry: 1,
    reporters: ['default', resolve(import.meta.dirname, 'flaky.ts')],
    // Modules keep nothing from one file to the next but the browser, so they are loaded once.
    isolate: false,
    // Each has a browser: more at a time would only wait for each other.
    maxWorkers: 2,
  },
})
