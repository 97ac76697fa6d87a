import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Which files need a server, and what for. */
const { not_on_a_page: served } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'homes.json'), 'utf8')) as {
  not_on_a_page: Record<string, string>
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: process.env['SEMAFOR_HOME'] === 'page' ? Object.keys(served) : [],
    environment: 'node',
    globalSetup: ['./setup.ts'],
    setupFiles: ['./patience.ts'],
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
