/** Python in a worker: CPython as WebAssembly (Pyodide), with Semafor's modules unpacked. */
import type { PyodideAPI } from 'pyodide'

export interface Python {
  python: PyodideAPI
  /** Python itself, compiled: another worker need neither fetch nor compile it. */
  compiled: WebAssembly.Module
  /** Fetch another archive, and unpack it. */
  add: (archive: string) => Promise<void>
}

/** How large the files are that Python needs, in bytes. */
type Sizes = Record<string, number>

const PLACE = '/semafor'
/**
 * Unpack with Python: these archives are smaller than the formats that browsers can unpack. Piece by piece, because
 * Python never gives memory back to the browser.
 */
export const UNPACK = `
  import lzma, os, sys, zipfile
  sys.path.insert(0, '${PLACE}')
  def unpack(packed):
      unpacker, data = lzma.LZMADecompressor(), packed.to_bytes()
      with open('/unpacked.zip', 'wb') as file:
          while not unpacker.eof:
              file.write(unpacker.decompress(data, 65536))
              data = b''
      with zipfile.ZipFile('/unpacked.zip') as archive:
          archive.extractall('${PLACE}')
      os.remove('/unpacked.zip')
  unpack
`
/** What is packed so that browsers can unpack it: how the names of such files end, and what they are. */
const KINDS: Record<string, string | undefined> = { wasm: 'application/wasm', zip: 'application/zip' }
/** The download's share of the progress; the rest is Python's own start. */
const DOWNLOAD = 0.8

interface Wishes {
  /** Called with the progress, from 0 to 1. */
  progress?: (part: number) => void
  /** Python, if another worker has compiled it. */
  compiled?: WebAssembly.Module | undefined
}

/** Load Python from a folder, with the modules of an archive. */
export async function loadPython(folder: string, { progress, compiled: known }: Wishes): Promise<Python> {
  const stop = watchFetch(progress ? await counter(folder, progress) : null, known !== undefined)
  const compiling = shareCompiled(known)
  try {
    // Not before Python has arrived: this comes while Python starts.
    const modules = compiling.module.then(() => bytes(`${folder}semafor.packed`))
    const module = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import('pyodide')
    const python = await module.loadPyodide({ indexURL: folder })
    progress?.(0.9)
    const unpack = python.runPython(UNPACK) as (packed: Uint8Array) => void
    unpack(await modules)
    const compiled = await compiling.module
    return { python, compiled, add: async (archive) => unpack(await bytes(`${folder}${archive}`)) }
  } finally {
    stop()
    compiling.stop()
  }
}

/** Instantiate the compiled module from now on, if there is one; else compile it and share it. */
function shareCompiled(known?: WebAssembly.Module): { module: Promise<WebAssembly.Module>; stop: () => void } {
  const plain = WebAssembly.instantiateStreaming
  let found: (module: WebAssembly.Module) => void
  const module = new Promise<WebAssembly.Module>((done) => (found = done))
  WebAssembly.instantiateStreaming = async (response, imports) => {
    const compiled = known ?? (await WebAssembly.compileStreaming(response))
    found(compiled)
    return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) }
  }
  return { module, stop: () => void (WebAssembly.instantiateStreaming = plain) }
}

/** Return a function that adds to the bytes received, and reports the progress. */
async function counter(folder: string, progress: (part: number) => void): Promise<(bytes: number) => void> {
  const sizes = (await (await get(`${folder}sizes.json`)).json()) as Sizes
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  let got = 0
  return (bytes) => {
    got += bytes
    progress(Math.min(DOWNLOAD, (DOWNLOAD * got) / total))
  }
}

async function bytes(address: string): Promise<Uint8Array> {
  return new Uint8Array(await (await get(address)).arrayBuffer())
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} ${address}`)
  return response
}

/** Return the size of a file that an earlier visit has cached; null if there is none. */
async function keptSize(address: string): Promise<number | null> {
  // Pages that are not secure have no cache.
  const kept = await (self.caches as CacheStorage | undefined)?.match(address).catch(() => undefined)
  return kept ? Number(kept.headers.get('content-length')) : null
}

/**
 * Count the bytes that the worker fetches from now on, and unpack files: Pyodide asks for a WebAssembly module and a zip
 * file, and gets what is in the packed ones. What is compiled already is not fetched. Return a function that stops it.
 * Only what comes over the network passes through JavaScript to be counted: its pieces are garbage that an idle worker
 * may never collect.
 */
function watchFetch(count: ((bytes: number) => void) | null, compiled: boolean): () => void {
  const plain = self.fetch
  self.fetch = async (wanted, options) => {
    const address = wanted instanceof Request ? wanted.url : String(wanted)
    const kind = KINDS[/\.(\w+)$/.exec(address)?.[1] ?? '']
    if (compiled && kind === KINDS['wasm']) return new Response()
    const response = await plain(kind ? address.replace(/\w+$/, 'packed') : wanted, options)
    const kept = count ? await keptSize(response.url) : null
    if (kept !== null) count?.(kept)
    const counts = count && kept === null
    if (!response.body || !response.ok || (!counts && !kind)) return response
    const passing = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        count?.(chunk.byteLength)
        out.enqueue(chunk)
      },
    })
    const counted = counts ? response.body.pipeThrough(passing) : response.body
    if (!kind) return new Response(counted, response)
    return new Response(counted.pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': kind } })
  }
  return () => {
    self.fetch = plain
  }
}
