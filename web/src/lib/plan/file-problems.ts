/** What is wrong in a board file, in the language of the page: by the same words as in the terminal. */
import { explain, HomeError } from '../home/errors'
import type { FileProblem, Said } from '../protocol'
import { settings } from '../settings.svelte'
import { m } from '../words'

const ENGLISH = 'en'
type Texts = Record<string, string>
const FILES = import.meta.glob<Texts>('../../../../src/semafor/words/*.toml', { import: 'default' })

/** The texts about files in a catalogue, by their keys. */
export async function fileTexts(language: string): Promise<Texts> {
  return (await FILES[`../../../../src/semafor/words/${language}.toml`]?.()) ?? {}
}

/** Fill in a text and its values, in another language where it is known. */
export function translated(said: Said | string, texts: Map<string, string>): string {
  if (typeof said === 'string') return said
  const text = texts.get(said.text) ?? said.text
  if (Object.keys(said.values).length === 0) return text
  return text.replace(/\{(\w+)\}/g, (_, name: string) => translated(said.values[name] ?? '', texts))
}

/** Say each problem in the language of the page. */
export async function problemTexts(problems: FileProblem[]): Promise<{ path: string; text: string }[]> {
  const [from, to] = [await fileTexts(ENGLISH), await fileTexts(settings.locale)]
  const texts = new Map(Object.entries(from).map(([key, text]) => [text, to[key] ?? text]))
  return problems.map(({ path, said }) => ({ path, text: translated(said, texts) }))
}

async function listed(problems: FileProblem[]): Promise<string> {
  return (await problemTexts(problems)).map(({ path, text }) => (path && `${path}: `) + text).join('\n')
}

/** A sentence about anything that went wrong when a table was made. */
export async function explainFile(error: unknown): Promise<string> {
  const problems = error instanceof HomeError ? error.info.problems : undefined
  return problems ? m.refusal_bad_board({ message: await listed(problems) }) : explain(error)
}
