/** The words of results, sealed deals and the ladder: fetched with what shows them. */
import texts from 'messages:guests'
import type en from '../../../messages/en.json'
import { explain, HomeError } from '../home/errors'
import { catalogue, type Inputs } from '../language/messages'

export const w = catalogue<keyof typeof en.guests>(texts)

/** A sentence about a refusal that concerns guests, or about anything else that went wrong. */
export function explained(error: unknown): string {
  const code = error instanceof HomeError ? error.info.code : ''
  const own = (w as Record<string, ((inputs?: Inputs) => string) | undefined>)[`refused_${code}`]
  return own ? own() : explain(error)
}
