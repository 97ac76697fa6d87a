/** The words of results, sealed deals and the ladder: fetched with what shows them. */
import { w } from 'words:guests'
import { explain, HomeError } from '../home/errors'
import type { Inputs } from '../language/messages'

/** A sentence about a refusal that concerns guests, or about anything else that went wrong. */
export function explained(error: unknown): string {
  const code = error instanceof HomeError ? error.info.code : ''
  const own = (w as Record<string, ((inputs?: Inputs) => string) | undefined>)[`refused_${code}`]
  return own ? own() : explain(error)
}
