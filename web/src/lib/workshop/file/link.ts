/** A board in a link: its file, compressed, in the part of the address that no server sees. */

/** Messengers cut or refuse links that are longer than this. */
export const LONGEST_LINK = 12_000
/** The largest file that a link may unfold to. */
const LARGEST = 2_000_000

/** A file as text for a link: without comments, compressed. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new Blob([text]), new CompressionStream('deflate-raw'), Infinity)
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The file of a link; throws if the link is broken. */
export async function unpacked(link: string): Promise<string> {
  const binary = atob(link.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
  const found = await through(new Blob([bytes]), new DecompressionStream('deflate-raw'), LARGEST)
  return new TextDecoder('utf-8', { fatal: true }).decode(found)
}

async function through(blob: Blob, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = blob.stream().pipeThrough(stream).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    size += value.length
    // A few bytes can unfold to any number.
    if (size > most) throw new Error('too large')
    parts.push(value)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
