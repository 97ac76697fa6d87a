/**
 * Zero the tables of the Chinese, Japanese and Korean codecs in Pyodide's WebAssembly. They take 0.4 MB of the download
 * and can't be used on a page: a codec is looked up as a module of `encodings`, and the page's standard library has
 * none for these.
 */
import type { PyodideAPI } from 'pyodide'

const MODULES = ['cn', 'hk', 'jp', 'kr', 'tw'].map((country) => `_codecs_${country}`)
/** An array of pairs, not a table. */
const PAIRS = '__map_jisx0213_pair'
const ROWS = 256

type Range = readonly [from: number, to: number]

/**
 * Return where the codecs have their tables in memory. Each module has a capsule for each map: a pointer to its name
 * and to two arrays of rows, for encoding and for decoding. A row is a pointer to 16-bit numbers, and the first and
 * last index.
 */
function tables(python: PyodideAPI): Range[] {
  const capsules = python.runPython(`
    from importlib import import_module
    modules = [import_module(name) for name in ${JSON.stringify(MODULES)}]
    maps = [(module, name) for module in modules for name in dir(module) if name.startswith('__map_')]
    ' '.join(str(id(getattr(module, name))) for module, name in maps if name != '${PAIRS}')
  `) as string
  const memory = (python as unknown as { _module: { HEAPU8: Uint8Array<ArrayBuffer> } })._module.HEAPU8
  const view = new DataView(memory.buffer)
  const pointer = (at: number) => view.getUint32(at, true)
  const ranges: Range[] = []
  for (const capsule of capsules.split(' ').map(Number)) {
    const map = pointer(capsule + 8)
    for (const rows of [pointer(map + 4), pointer(map + 8)].filter((list) => list > 0)) {
      for (let row = rows; row < rows + 8 * ROWS; row += 8) {
        const [numbers, first, last] = [pointer(row), view.getUint8(row + 4), view.getUint8(row + 5)]
        if (numbers > 0) ranges.push([numbers, numbers + 2 * (last - first + 1)])
      }
    }
  }
  return ranges
}

const DATA_SECTION = 11
const ACTIVE = 0
const CONSTANT = 0x41
const END = 0x0b

/** Yield the data segments of a WebAssembly module: where each belongs in memory, and where it is in the file. */
function* pieces(wasm: Uint8Array): Generator<{ memory: number; file: number; size: number }> {
  let at = 8
  const number = (): number => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = wasm[at++] ?? 0
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  while (at < wasm.byteLength) {
    const section = wasm[at++]
    const end = number() + at
    if (section === DATA_SECTION) {
      for (let count = number(); count > 0; count--) {
        if (number() !== ACTIVE || wasm[at++] !== CONSTANT) throw new Error('the data of Pyodide has another form')
        const memory = number()
        if (wasm[at++] !== END) throw new Error('the data of Pyodide has another form')
        const size = number()
        yield { memory, file: at, size }
        at += size
      }
    }
    at = end
  }
}

/** Return the WebAssembly without the tables; `python` runs the same file. */
export function withoutCodecs(python: PyodideAPI, wasm: Uint8Array): Uint8Array {
  const ranges = tables(python)
  const cut = new Uint8Array(wasm)
  let emptied = 0
  for (const { memory, file, size } of pieces(wasm)) {
    for (const [from, to] of ranges) {
      const [first, last] = [Math.max(from, memory), Math.min(to, memory + size)]
      if (first >= last) continue
      cut.fill(0, file + first - memory, file + last - memory)
      emptied += last - first
    }
  }
  if (emptied < 400_000)
    throw new Error(`the codecs of Pyodide have only ${emptied} bytes of tables: they were not found`)
  return cut
}
