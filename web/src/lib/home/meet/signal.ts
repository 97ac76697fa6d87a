/**
 * What two pages must tell each other before they can talk (an offer and its answer), as short text: the fingerprint of
 * the certificate, the name and password of the connection, and a few addresses. The rest of an SDP is always the same.
 */

export type Kind = 'offer' | 'answer'

/** An offer or an answer. */
export interface Signal {
  kind: Kind
  /** SHA-256 of the certificate. */
  fingerprint: Uint8Array
  user: string
  password: string
  addresses: Address[]
  /** Of an answer: the first bytes of the fingerprint in the offer. */
  to: Uint8Array
}

/** Where a page can be reached by UDP: in its network, as a router sees it, or through a relay. */
export interface Address {
  type: (typeof TYPES)[number]
  /** An IPv4 or IPv6 address, or the name that a browser gives it in the local network: `UUID.local`. */
  host: string
  port: number
}

const TYPES = ['host', 'srflx', 'relay'] as const
const KINDS: Kind[] = ['offer', 'answer']
/** The version of the format. */
const VERSION = 1
const FINGERPRINT = 32
export const MARK = 4
const MOST_ADDRESSES = 8
const LONGEST = 1000
/** As usual (RFC 8445): addresses in the network first, relays last. */
const PREFERENCES = { host: 126, srflx: 100, relay: 0 }
const LOCAL = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local$/i
const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
const FORMS = ['local', 'v4', 'v6'] as const
/** Letters of names and passwords (RFC 8839). */
const PLAIN = /^[A-Za-z0-9+/]{4,64}$/

export class BadSignal extends Error {}

// As an SDP

/** Read what a browser has written. `to` is the fingerprint of the offer that is answered. */
export function readSdp(kind: Kind, sdp: string, to: Uint8Array = new Uint8Array(MARK)): Signal {
  const [, fingerprint = ''] = /^a=fingerprint:sha-256 ([0-9A-F:]+)/im.exec(sdp) ?? []
  const [, user = ''] = /^a=ice-ufrag:(\S+)/m.exec(sdp) ?? []
  const [, password = ''] = /^a=ice-pwd:(\S+)/m.exec(sdp) ?? []
  const addresses = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx|relay)/gim)].map(
    ([, host = '', port, type]) => ({ host, port: Number(port), type: type as Address['type'] }),
  )
  return {
    kind,
    fingerprint: Uint8Array.from(fingerprint.split(':'), (byte) => parseInt(byte, 16)),
    user,
    password,
    addresses: addresses.filter(({ host }) => formOf(host) !== null).slice(0, MOST_ADDRESSES),
    to: to.slice(0, MARK),
  }
}

export function writeSdp({ kind, fingerprint, user, password, addresses }: Signal): string {
  const bytes = [...fingerprint].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase())
  const lines = addresses.map(({ type, host, port }, number) => {
    const priority = PREFERENCES[type] * 2 ** 24 + (65_535 - number) * 2 ** 8 + 255
    const base = type === 'host' ? '' : ' raddr 0.0.0.0 rport 9'
    return `a=candidate:${number + 1} 1 udp ${priority} ${host} ${port} typ ${type}${base}`
  })
  return [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    ...lines,
    `a=ice-ufrag:${user}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${bytes.join(':')}`,
    `a=setup:${kind === 'offer' ? 'actpass' : 'active'}`,
    'a=mid:0',
    'a=sctp-port:5000',
    'a=max-message-size:262144',
    '',
  ].join('\r\n')
}

// As short text

export function pack(signal: Signal): string {
  const text = new TextEncoder()
  const bytes = [VERSION * 16 + KINDS.indexOf(signal.kind), ...signal.fingerprint]
  if (signal.kind === 'answer') bytes.push(...signal.to)
  for (const part of [signal.user, signal.password]) bytes.push(part.length, ...text.encode(part))
  for (const { type, host, port } of signal.addresses) {
    const form = formOf(host)
    if (form === null) continue
    bytes.push(TYPES.indexOf(type) * 4 + FORMS.indexOf(form), port >> 8, port & 255, ...bytesOf(form, host))
  }
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Read a text that somebody has sent, maybe within a link or a sentence; fail with `BadSignal`. */
export function unpack(text: string): Signal {
  const [found = ''] = text.length <= 10 * LONGEST ? (text.replace(/\s+/g, ' ').match(/[\w-]{60,}/) ?? []) : []
  try {
    const binary = atob(found.slice(0, LONGEST).replaceAll('-', '+').replaceAll('_', '/'))
    return read(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))
  } catch {
    throw new BadSignal('this is no invitation and no answer to one')
  }
}

function read(bytes: Uint8Array): Signal {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new BadSignal('cut off')
    return bytes.slice(at, (at += count))
  }
  const one = (): number => take(1)[0] ?? 0
  const word = (): string => {
    const read = new TextDecoder().decode(take(one()))
    if (!PLAIN.test(read)) throw new BadSignal('a strange name')
    return read
  }
  const head = one()
  const kind = KINDS[head & 15]
  if (head >> 4 !== VERSION || !kind) throw new BadSignal('another version')
  const fingerprint = take(FINGERPRINT)
  const to = kind === 'answer' ? take(MARK) : new Uint8Array(MARK)
  const [user, password] = [word(), word()]
  const addresses: Address[] = []
  while (at < bytes.length && addresses.length < MOST_ADDRESSES) {
    const shape = one()
    const [type, form] = [TYPES[shape >> 2], FORMS[shape & 3]]
    if (!type || !form) throw new BadSignal('a strange address')
    const [high = 0, low = 0] = take(2)
    addresses.push({ type, port: high * 256 + low, host: hostOf(form, take(form === 'v4' ? 4 : 16)) })
  }
  if (addresses.length === 0) throw new BadSignal('no address')
  return { kind, fingerprint, user, password, addresses, to }
}

function formOf(host: string): (typeof FORMS)[number] | null {
  if (LOCAL.test(host)) return 'local'
  if (V4.test(host)) return 'v4'
  return /^[0-9a-f:]+$/i.test(host) && host.includes(':') ? 'v6' : null
}

function bytesOf(form: (typeof FORMS)[number], host: string): number[] {
  if (form === 'v4') return host.split('.').map(Number)
  if (form === 'local') return pairs(host.replace('.local', '').replaceAll('-', ''))
  const [before = '', after] = host.split('::')
  const parts = (text: string) => (text === '' ? [] : text.split(':'))
  const [head, tail] = [parts(before), parts(after ?? '')]
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  const groups = after === undefined ? head : [...head, ...zeros, ...tail]
  return pairs(groups.map((group) => group.padStart(4, '0')).join(''))
}

const pairs = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16))

function hostOf(form: (typeof FORMS)[number], bytes: Uint8Array): string {
  if (form === 'v4') return bytes.join('.')
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (form === 'v6') return (hex.match(/.{4}/g) ?? []).join(':')
  return `${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}.local`
}
