/**
 * Pack Python for a page: Pyodide, its standard library cut down to what is imported, and an archive of our modules and
 * the wheels that they need, all as bytecode (`semafor.page.packing`).
 *
 *     tsx page/pack.ts SITE FOLDER
 *
 * SITE is the folder to import from, FOLDER the one to write to.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { loadPyodide } from 'pyodide'
import { withoutCodecs } from './codecs'
import { smaller } from './script'

const LOADER = 'pyodide.mjs'
const SCRIPT = 'pyodide.asm.mjs'
const WASM = 'pyodide.asm.wasm'
const LOCK = 'pyodide-lock.json'
/** Compressed files, so that any server is fast. Not named `.gz`, because some servers treat that specially. */
const PACKED_WASM = 'pyodide.asm.packed'

async function pack(site: string, folder: string): Promise<void> {
  const pyodide = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))
  // Omit column numbers from the bytecode: tracebacks still have lines, and the archives are a quarter smaller.
  const python = await loadPyodide({ indexURL: pyodide, env: { HOME: '/home/pyodide', PYTHONNODEBUGRANGES: '1' } })
  mkdirSync(folder, { recursive: true })
  python.mountNodeFS('/site', resolve(site))
  python.mountNodeFS('/made', resolve(folder))
  await python.runPythonAsync(`
    import sys
    sys.path.insert(0, '/site')
    from semafor.page import packing
    await packing.pack()
  `)
  copyFileSync(join(pyodide, LOADER), join(folder, LOADER))
  writeFileSync(join(folder, SCRIPT), smaller(readFileSync(join(pyodide, SCRIPT), 'utf8')))
  // List no packages: all of them are in the archive, and none may be fetched.
  const { info } = JSON.parse(readFileSync(join(pyodide, LOCK), 'utf8')) as { info: unknown }
  writeFileSync(join(folder, LOCK), JSON.stringify({ info, packages: {} }))
  const wasm = withoutCodecs(python, readFileSync(join(pyodide, WASM)))
  writeFileSync(join(folder, PACKED_WASM), gzipSync(wasm, { level: 9 }))
}

const [site, folder] = process.argv.slice(2)
if (!site || !folder) throw new Error('usage: tsx page/pack.ts SITE FOLDER')
// Print only the message: the stack trace of an exception in Pyodide includes its whole source.
await pack(site, folder).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
