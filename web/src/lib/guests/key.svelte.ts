/**
 * The secret key that identifies the player of this browser to its server: made when first needed, and sent to that
 * server only. A page without a server has none.
 */
import { home } from '../home/here'
import { whenStored } from '../tabs'

interface Stored {
  key: string
  /** Whether games count for the ladder. */
  ladder: boolean
}

const KEY = 'semafor.guest'
export const KEY_SHAPE = /^[\w-]{32,64}$/

function read(): Stored {
  try {
    const data = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Stored> | null
    if (typeof data?.key === 'string' && KEY_SHAPE.test(data.key))
      return { key: data.key, ladder: data.ladder === true }
  } catch {
    // As if there were none.
  }
  return { key: '', ladder: false }
}

/** An empty key: nobody has needed one here. */
export const guest: Stored = $state(read())

// Two tabs of one browser are one guest.
whenStored(KEY, () => Object.assign(guest, read()))

export function keepGuest(key: string, ladder: boolean): void {
  guest.key = key
  guest.ladder = ladder
  try {
    if (key) localStorage.setItem(KEY, JSON.stringify({ key, ladder }))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** The key of this browser; a new one has 192 random bits. */
export function ownKey(): string {
  if (!guest.key) {
    const bytes = crypto.getRandomValues(new Uint8Array(24))
    const text = btoa(String.fromCharCode(...bytes))
    keepGuest(text.replaceAll('+', '-').replaceAll('/', '_'), false)
  }
  return guest.key
}

/** What to add to a request for a table, so that its game counts for the ladder. */
export function counting(): { guest?: string } {
  return guest.key && guest.ladder && home.can('guests') ? { guest: guest.key } : {}
}
