/**
 * The secret key that identifies the player of this browser to its server: made when first needed, and sent to that
 * server only. A page without a server has none.
 */
import { home } from '../home/here'
import { store, stored, whenStored } from '../storage'

interface Stored {
  key: string
  /** Whether games count for the ladder. */
  ladder: boolean
}

const KEY = 'semafor.guest'
export const KEY_SHAPE = /^[\w-]{32,64}$/

function read(): Stored {
  const data = stored(KEY) as Partial<Stored> | null
  return typeof data?.key === 'string' && KEY_SHAPE.test(data.key)
    ? { key: data.key, ladder: data.ladder === true }
    : { key: '', ladder: false }
}

/** An empty key: nobody has needed one here. */
export const guest: Stored = $state(read())

// Two tabs of one browser are one guest.
whenStored(KEY, () => Object.assign(guest, read()))

export function keepGuest(key: string, ladder: boolean): void {
  guest.key = key
  guest.ladder = ladder
  store(KEY, key ? { key, ladder } : null)
}

/** Bytes as base64url without padding, as servers write keys. */
export function base64url(bytes: Uint8Array): string {
  const plain = btoa(String.fromCharCode(...bytes))
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The key of this browser; a new one has 192 random bits. */
export function ownKey(): string {
  if (!guest.key) {
    keepGuest(base64url(crypto.getRandomValues(new Uint8Array(24))), false)
  }
  return guest.key
}

/** What to add to a request for a table, so that its game counts for the ladder. */
export function counting(): { guest?: string } {
  return guest.key && guest.ladder && home.can('guests') ? { guest: guest.key } : {}
}
