import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The files that need a server, with the reason. */
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
    // These only stop a test that hangs: however busy the machine is, tests wait as long as they have to.
    testTimeout: 120_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 15_000, interval: 100 } },
    // A single rendering glitch does not fail the run, but is reported at the end, to be fixed.
    retry: 0,
    reporters: ['default', resolve(import.meta.dirname, 'flaky.ts')],
    // Modules keep no state between files except the browser, so load them once.
    isolate: false,
    // Each worker has a browser; more of them would only slow each other down.
    maxWorkers: 2,
  },
})
