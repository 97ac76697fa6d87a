import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./setup.ts'],
    // A whole game is a minute's work, on a machine that has nothing else to do.
    testTimeout: 480_000,
    hookTimeout: 120_000,
    // On a busy machine a page may take more than a moment to follow.
    expect: { poll: { timeout: 15_000 } },
    // Each file has a server and a browser: more at a time would only wait for each other.
    maxWorkers: 2,
  },
})
