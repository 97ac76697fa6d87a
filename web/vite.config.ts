/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { messages } from './messages/catalogues.ts'

// `semafor serve` listens on 8600; in development the pages come from Vite and everything else from there.
const server = 'http://127.0.0.1:8600'

/** Tells the service worker which files there are, so that it keeps them all from the first visit on. */
function keptFiles(): Plugin {
  let files: string[] = []
  let folder = ''
  return {
    name: 'kept-files',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle: (_, bundle) => {
      files = Object.keys(bundle).filter((name) => name !== 'index.html')
    },
    closeBundle: () => {
      const list = ['./', 'icon.svg', 'manifest.webmanifest', 'no-start.js', ...files.sort()]
      const page = readFileSync(resolve(folder, 'index.html'))
      const name = createHash('sha256').update(page).update(list.join()).digest('hex').slice(0, 12)
      const path = resolve(folder, 'service-worker.js')
      const worker = readFileSync(path, 'utf8')
        .replace("const KEPT = 'semafor'", `const KEPT = '${name}'`)
        .replace("const FILES = ['./']", `const FILES = ${JSON.stringify(list)}`)
      writeFileSync(path, worker)
    },
  }
}

/** Imports a catalogue of the terminal (`src/semafor/words`) as its texts about files, by their keys. */
function fileTexts(): Plugin {
  return {
    name: 'file-texts',
    enforce: 'pre',
    load: (id) => {
      if (!/\/semafor\/words\/\w+\.toml$/.test(id)) return null
      const lines = readFileSync(id, 'utf8').matchAll(/^(file_\w+) = (".*")$/gm)
      return `export default {${[...lines].map(([, key, text]) => `${key}: ${text}`).join()}}`
    },
  }
}

export default defineConfig({
  plugins: [svelte(), messages(), fileTexts(), keptFiles()],
  // Browsers without module preloading load modules when they are needed; a polyfill would cost every first visit.
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  // Files find each other wherever the folder is put: a page has no path of its own (`semafor page`).
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }),
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  // Components are tested as the browser runs them, not as a server would.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    testTimeout: 60_000,
    // Most of the time goes into loading modules and pages: files share both, and each leaves them as it found them.
    isolate: false,
    include: ['src/**/*.test.ts', 'map/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
  },
})
