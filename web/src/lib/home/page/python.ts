/** Python in a worker: CPython as WebAssembly (Pyodide), with Semafor's modules unpacked. */
import type { PyodideAPI } from 'pyodide'

/** How large the files are that Python needs, in bytes. */
type Sizes = Record<string, number>

const ARCHIVE = 'semafor.zip'
const PLACE = '/semafor'
/** How much of the way the download is; the rest is Python's own start. */
const DOWNLOAD = 0.8

/** Load Python from a folder; tells how far that is, from 0 to 1. */
export async function loadPython(folder: string, progress: (part: number) => void): Promise<PyodideAPI> {
  const sizes = (await (await get(`${folder}sizes.json`)).json()) as Sizes
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  let got = 0
  const stop = watchFetch((bytes) => {
    got += bytes
    progress(Math.min(DOWNLOAD, (DOWNLOAD * got) / total))
  })
  try {
    const archive = get(`${folder}${ARCHIVE}`).then((response) => response.arrayBuffer())
    const module = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import('pyodide')
    const python = await module.loadPyodide({ indexURL: folder })
    progress(0.9)
    python.unpackArchive(await archive, 'zip', { extractDir: PLACE })
    python.runPython(`import sys; sys.path.insert(0, '${PLACE}')`)
    return python
  } finally {
    stop()
  }
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} ${address}`)
  return response
}

/**
 * From now on count the bytes that the worker fetches, and unpack archives: Pyodide asks for its own, a zip file, and
 * gets what was packed. Returns a function that stops it.
 */
function watchFetch(count: (bytes: number) => void): () => void {
  const plain = self.fetch
  self.fetch = async (wanted, options) => {
    const address = wanted instanceof Request ? wanted.url : String(wanted)
    const packed = address.endsWith('.zip')
    const response = await plain(packed ? address.replace(/zip$/, 'packed') : wanted, options)
    if (!response.body || !response.ok) return response
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        count(chunk.byteLength)
        out.enqueue(chunk)
      },
    })
    const counted = response.body.pipeThrough(counter)
    const { status, statusText, headers } = response
    const body = packed ? counted.pipeThrough(new DecompressionStream('gzip')) : counted
    return new Response(body, { status, statusText, headers })
  }
  return () => {
    self.fetch = plain
  }
}
