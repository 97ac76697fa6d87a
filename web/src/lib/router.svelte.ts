/** The page is chosen by the part of the address after `#`, which never reaches a server or its log. */

export interface Place {
  /** `/game/abc/text` is `['game', 'abc', 'text']`. */
  path: string[]
  query: URLSearchParams
}

export function readPlace(hash: string): Place {
  const text = hash.replace(/^#\/?/, '')
  const [path = '', query = ''] = text.split('?', 2)
  return {
    path: path
      .split('/')
      .filter((part) => part !== '')
      .map(decoded),
    query: new URLSearchParams(query),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const router: { place: Place } = $state({
  place: readPlace(typeof location === 'undefined' ? '' : location.hash),
})

if (typeof window !== 'undefined') {
  window.addEventListener('hashchange', () => {
    router.place = readPlace(location.hash)
  })
}

/** Goes to a page. */
export function go(hash: string): void {
  location.hash = hash
}

/** Changes the address without a new entry in the history: the slider of a replay does it at every step. */
export function replacePlace(hash: string): void {
  history.replaceState(history.state, '', hash)
}
