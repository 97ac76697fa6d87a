import { expect, test } from 'vitest'
import { BadSignal, pack, readSdp, unpack, writeSdp } from './signal'

const SDP = `v=0
o=- 7963209104625058854 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:3109900491 1 udp 2113937151 7d946030-76fe-4199-9887-8a05fa6b7106.local 43994 typ host generation 0
a=candidate:1916506411 1 udp 2113942271 2001:db8::7:1 47455 typ host generation 0 network-cost 999
a=candidate:1 1 tcp 2113942271 192.0.2.8 9 typ host tcptype active
a=candidate:842163049 1 udp 1677729535 192.0.2.7 46154 typ srflx raddr 0.0.0.0 rport 0
a=ice-ufrag:5eTu
a=ice-pwd:Qbk5NhpebCYv/CxiKC8y5wMM
a=fingerprint:sha-256 AA:AC:CA:60:78:BA:C7:F6:01:E2:05:74:76:CA:B0:B2:DA:AA:A8:3A:75:6A:5C:83:E7:2D:3D:25:F6:73:6A:4F
a=setup:actpass
a=mid:0
`.replaceAll('\n', '\r\n')

test('an offer is packed into less than 200 letters, and means the same when it is read', () => {
  const offer = readSdp('offer', SDP)
  const text = pack(offer)
  expect(text).toMatch(/^[\w-]{100,200}$/)
  const read = unpack(`https://example.org/game/#/meet/${text}`)
  expect(read).toEqual({
    ...offer,
    addresses: [
      offer.addresses[0],
      { ...offer.addresses[1], host: '2001:0db8:0000:0000:0000:0000:0007:0001' },
      offer.addresses[2],
    ],
  })
  const again = readSdp('offer', writeSdp(read))
  expect(again).toEqual(read)
})

test('an answer says which offer it is for', () => {
  const offer = readSdp('offer', SDP)
  const answer = readSdp('answer', SDP.replace('actpass', 'active'), offer.fingerprint)
  const read = unpack(` Here it is:\n${pack(answer)} `)
  expect(read.kind).toBe('answer')
  expect([...read.to]).toEqual([...offer.fingerprint.slice(0, 4)])
  expect(writeSdp(read)).toContain('a=setup:active')
})

test('what is not one, is cut off or means harm is refused', () => {
  const text = pack(readSdp('offer', SDP))
  const injected = pack({ ...readSdp('offer', SDP), user: 'abcd\r\na=x' })
  const bad = [
    '',
    'hello',
    text.slice(0, 62),
    text.slice(0, -2),
    `x${text}`,
    'A'.repeat(200),
    injected,
    text.repeat(1000),
  ]
  for (const one of bad) expect(() => unpack(one), one.slice(0, 80)).toThrow(BadSignal)
})
