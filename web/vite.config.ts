import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// `semafor serve` listens on 8600; in development the pages come from Vite and everything else from there.
const server = 'http://127.0.0.1:8600'

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022' },
  server: { proxy: { '/api': { target: server, ws: true } } },
  // Components are tested as the browser runs them, not as a server would.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    testTimeout: 60_000,
    include: ['src/**/*.test.ts', 'map/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
  },
})
