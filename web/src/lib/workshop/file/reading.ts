/** Files that are opened in the workshop: a board file as it is, anything else by the import of the home. */
import { home } from '../../home/here'
import { problemTexts } from '../../plan/file-problems'
import type { ImportNote } from '../../protocol'

/** The largest files that are read, in bytes; a board at every limit has a fifth of it. */
export const LARGEST = 1_400_000

/** What was not understood, in the language of the page. */
export interface Note {
  file: string
  line: number
  text: string
}

export interface ReadBoard {
  text: string
  notes: Note[]
}

/** A file is larger than the import takes; its size is in kilobytes. */
export class TooLarge extends Error {
  constructor(readonly kb: number) {
    super(`${kb} KB are too many`)
  }
}

/** Make one board file of the files that were chosen. */
export async function readBoard(files: readonly File[]): Promise<ReadBoard> {
  const [only] = files
  if (only && files.length === 1 && /\.(toml|txt)$/i.test(only.name)) {
    if (only.size > LARGEST) throw new TooLarge(Math.round(only.size / 1000))
    return { text: await only.text(), notes: [] }
  }
  const read = await Promise.all(files.map(contents))
  const size = read.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > LARGEST) throw new TooLarge(Math.round(size / 1000))
  const { board_file, notes } = await home.importFiles({
    files: read.map(({ name, bytes }) => ({ name, data: base64(bytes) })),
  })
  return { text: board_file, notes: await noteTexts(notes) }
}

/** The largest file that is looked into for pictures to leave out. */
const LARGEST_PICTURES = 50_000_000

/** A file without the pictures in it, which a board file can't have. */
async function contents(file: File): Promise<{ name: string; bytes: Uint8Array }> {
  if (file.size > LARGEST_PICTURES) throw new TooLarge(Math.round(file.size / 1000))
  const name = file.name.slice(-200)
  if (!/\.json$/i.test(name)) return { name, bytes: new Uint8Array(await file.arrayBuffer()) }
  const text = (await file.text()).replace(/"data:image\/[^"]*"/g, '"data:"')
  return { name, bytes: new TextEncoder().encode(text) }
}

function base64(bytes: Uint8Array): string {
  const PIECE = 8192
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE) binary += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(binary)
}

async function noteTexts(notes: ImportNote[]): Promise<Note[]> {
  const texts = await problemTexts(notes.map(({ said }) => ({ path: '', said })))
  return notes.map(({ file, line }, number) => ({ file, line, text: texts[number]?.text ?? '' }))
}
