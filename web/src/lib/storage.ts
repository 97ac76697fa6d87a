/** What this browser remembers between visits: JSON in the local storage. */

/** Read a value; null if there is none, or if it can't be read. */
export function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Store a value, or with null remove it. A private window may have no storage: there it lasts as long as the page. */
export function store(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page goes on without.
  }
}

/** Call back when another tab of this browser has stored a value. */
export function whenStored(key: string, then: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key === key) then()
  })
}
