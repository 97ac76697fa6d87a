/** How pages find each other, as `semafor page` has written it into this one. */

interface Meeting {
  /** The address of `semafor meet`, if there is one. */
  relay: string | null
  /** Servers that tell a page how the internet sees it (STUN), or that pass its messages on (TURN). */
  ice: RTCIceServer[]
}

function read(): Meeting {
  const mark = typeof document === 'undefined' ? null : document.querySelector('meta[name="semafor-meet"]')
  return { relay: null, ice: [], ...(JSON.parse(mark?.getAttribute('content') ?? '{}') as Partial<Meeting>) }
}

export const meeting = read()
