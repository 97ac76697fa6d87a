/** Codes of invitations, as people read them out and type them. */

/** The shortest code. */
export const SHORTEST_CODE = 8

/** Extract a code from typed or pasted text: any case, spaces, dashes, or the whole link. */
export function readCode(text: string): string {
  const link = /\/join\/([^/?#\s]+)/.exec(text)
  return (link?.[1] ?? text).toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** A code as it is shown: in groups of four, “abcd-efgh”. */
export function shownCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}
