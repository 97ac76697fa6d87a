import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./setup.ts'],
    // All of these only end what would never end: however busy the machine is, tests wait for what must come.
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 240_000 } },
    // Each file has a server and a browser: more at a time would only wait for each other.
    maxWorkers: 2,
  },
})
