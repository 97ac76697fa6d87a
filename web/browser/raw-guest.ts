/** A guest who is no page of ours: messages over a data channel, whatever they are. Runs in the browser. */
import type { Page } from 'playwright-core'
import { pack, readSdp, unpack, writeSdp } from '../src/lib/home/meet/signal'
import type { Action, ServerMessage } from '../src/lib/protocol'

/** What `open` leaves in the page. */
interface Raw {
  connection: RTCPeerConnection
  channel: RTCDataChannel
  /** Everything heard, in whole messages. */
  heard: { kind: string; key?: string | number; text?: string; game?: string; invite?: string }[]
  listeners: Set<() => void>
}

/** Answer an invitation from a page of the browser; return the answer. */
export async function answerRaw(page: Page, invitation: string): Promise<string> {
  const offer = unpack(invitation)
  const sdp = await page.evaluate(open, writeSdp(offer))
  return pack(readSdp('answer', sdp, offer.fingerprint))
}

async function open(sdp: string): Promise<string> {
  const connection = new RTCPeerConnection()
  const channel = connection.createDataChannel('semafor', { negotiated: true, id: 0 })
  const raw: Raw = { connection, channel, heard: [], listeners: new Set() }
  let parts = ''
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    parts += data.slice(1)
    if (data.startsWith('+')) return
    raw.heard.push(JSON.parse(parts) as Raw['heard'][number])
    parts = ''
    for (const listener of raw.listeners) listener()
  }
  channel.onclose = () => {
    for (const listener of raw.listeners) listener()
  }
  Object.assign(globalThis, { raw })
  await connection.setRemoteDescription({ type: 'offer', sdp })
  await connection.setLocalDescription()
  while (connection.iceGatheringState !== 'complete')
    await new Promise((done) => connection.addEventListener('icegatheringstatechange', done, { once: true }))
  return connection.localDescription?.sdp ?? ''
}

/** Sit down where the invitation leads, and play whatever is legal until the game ends. */
export function playRaw(page: Page, name: string): Promise<void> {
  return page.evaluate(play, name)
}

async function play(name: string): Promise<void> {
  const { raw } = globalThis as unknown as { raw: Raw }
  let problem: Error | null = null
  const until = <T>(find: () => T | undefined | false): Promise<T> =>
    new Promise((done, fail) => {
      const look = () => {
        const found = find()
        if (problem) fail(problem)
        if (!found && raw.channel.readyState === 'closed') fail(new Error('the channel is closed'))
        if (found) done(found)
        if (found || raw.channel.readyState === 'closed') raw.listeners.delete(look)
      }
      raw.listeners.add(look)
      look()
    })
  const send = (message: object) => raw.channel.send(`.${JSON.stringify(message)}`)
  const { game = '', invite } = await until(() => raw.heard.find(({ kind }) => kind === 'invited'))
  send({ kind: 'ask', key: 1, method: 'POST', path: `/api/games/${game}/join`, body: JSON.stringify({ name, invite }) })
  const { text = '' } = await until(() => raw.heard.find(({ kind, key }) => kind === 'answer' && key === 1))
  const { ok: joined } = JSON.parse(text) as { ok: { seat: number; token: string } }
  const hello = { type: 'hello', version: 2, tokens: [joined.token], last_seq: null }
  let luck = joined.seat + 7
  const chance = (of: number) => (luck = (luck * 48271) % 2147483647) % of

  function choice(view: Extract<ServerMessage, { type: 'view' }>): Action {
    const { keep, tunnel, claims, draw } = view.offers ?? {}
    if (keep) return { type: 'keep_tickets', tickets: keep.tickets }
    if (tunnel) return { type: 'withdraw' }
    const offer = claims?.[chance(claims.length || 1)]
    const card = view.observation.display.find((_, slot) => draw?.display[slot]) ?? null
    if (offer && (chance(3) > 0 || (!draw?.deck && card === null))) {
      const { cards, ferry_cards } = offer.best
      return { type: 'claim', route: offer.route, cards, ferry_cards }
    }
    if (draw?.deck) return { type: 'draw_card', from: 'deck' }
    if (card !== null) return { type: 'draw_card', from: 'display', card }
    return draw?.tickets ? { type: 'draw_tickets' } : { type: 'pass' }
  }

  let [at, acted] = [0, 0]
  send({ kind: 'connect', key: 'table', game, hello: JSON.stringify(hello) })
  await until(() => {
    for (; at < raw.heard.length; at++) {
      const { kind, text = '' } = raw.heard[at] ?? { kind: '' }
      if (kind !== 'said') continue
      const message = JSON.parse(text) as ServerMessage
      // Somebody else was faster: the next view says what there is to decide.
      const refused = message.type === 'answer' && message.error && message.error.code !== 'stale'
      if (refused) problem ??= new Error(text)
      if (message.type !== 'view') continue
      if (message.observation.decision === 'over') return true
      if (!message.offers || message.seq <= acted) continue
      acted = message.seq
      const act = { type: 'act', id: String(acted), seat: message.offers.seat, seq: acted, action: choice(message) }
      send({ kind: 'hear', key: 'table', text: JSON.stringify(act) })
    }
    return false
  })
}

/** Send texts as they are, and wait until the host has ended the channel. */
export function attackRaw(page: Page, texts: string[], times: number): Promise<void> {
  return page.evaluate(
    async ({ texts, times }) => {
      const { raw } = globalThis as unknown as { raw: Raw }
      const { channel } = raw
      if (channel.readyState === 'connecting') await new Promise((done) => channel.addEventListener('open', done))
      const gone = new Promise<void>((done) => raw.listeners.add(() => channel.readyState === 'closed' && done()))
      try {
        for (let time = 0; time < times && channel.readyState === 'open'; time++) {
          for (const text of texts) channel.send(text)
          // Let the channel send what it has taken.
          if (channel.bufferedAmount > 1_000_000) await new Promise((done) => setTimeout(done))
        }
      } catch {
        // The channel is closed, or takes no more.
      }
      await gone
    },
    { texts, times },
  )
}
