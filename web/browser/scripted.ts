/** Play whole games on a page by messages to its workers, at full speed; runs in the browser. */
import type { Action, ServerMessage } from '../src/lib/protocol'
import type { FromTables, ToBots, ToTables } from '../src/lib/home/page/talk'

export interface Wish {
  /** The URLs of the workers, and of the folder with Python. */
  tables: string
  bots: string
  folder: string
  boards: string[]
  /** Games per board. */
  games: number
}

/** Return the records of the games as text. Must be self-contained, as its source is sent to the browser. */
export async function playGames({ tables, bots, folder, boards, games }: Wish): Promise<string[]> {
  const channel = new MessageChannel()
  const worker = new Worker(tables, { type: 'module' })
  const other = new Worker(bots, { type: 'module' })
  const tell = (message: ToTables, ...ports: MessagePort[]) => worker.postMessage(message, ports)
  const answers = new Map<number, (text: string) => void>()
  let heard: (message: ServerMessage) => void = () => undefined
  let fail: (problem: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => (fail = reject))
  worker.onerror = other.onerror = (event) => fail(new Error(event.message))
  worker.onmessage = ({ data }: MessageEvent<FromTables>) => {
    if (data.kind === 'answer') answers.get(data.key)?.(data.text)
    else if (data.kind === 'said') heard(JSON.parse(data.text) as ServerMessage)
    else if (data.kind === 'failed') fail(new Error(data.message))
  }
  tell({ kind: 'start', folder, bots: channel.port1, pace: { bot: 0, undo: 0 } }, channel.port1)
  other.postMessage({ folder, port: channel.port2 } satisfies ToBots, [channel.port2])

  let next = 1
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const key = next++
    const answered = new Promise<string>((settle) => answers.set(key, settle))
    tell({ kind: 'ask', key, method: body ? 'POST' : 'GET', path, ...(body && { body: JSON.stringify(body) }) })
    const answer = JSON.parse(await Promise.race([answered, failed])) as { ok?: T; error?: unknown }
    if (answer.ok === undefined) throw new Error(JSON.stringify(answer.error))
    return answer.ok
  }

  let luck = games
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

  const records: string[] = []
  for (let number = 0; number < games * boards.length; number++) {
    const board = boards[Math.floor(number / games)]
    const seats = [{ kind: 'me', name: 'Ann' }, ...Array.from({ length: 1 + (number % 2) }, () => ({ kind: 'bot' }))]
    const made = await ask<{ game: string; seats: { seat: number; token: string }[] }>('/api/games', { board, seats })
    const key = `game ${number}`
    const over = new Promise<void>((done) => {
      let acted = 0
      heard = (message) => {
        if (message.type === 'answer' && message.error) fail(new Error(message.error.message))
        if (message.type !== 'view') return
        if (message.observation.decision === 'over') done()
        else if (message.offers && message.seq > acted) {
          acted = message.seq
          const act = {
            type: 'act',
            id: `${number}.${acted}`,
            seat: message.offers.seat,
            seq: acted,
            action: choice(message),
          }
          tell({ kind: 'hear', key, text: JSON.stringify(act) })
        }
      }
    })
    const hello = { type: 'hello', version: 2, tokens: made.seats.map(({ token }) => token) }
    tell({ kind: 'connect', key, game: made.game, hello: JSON.stringify(hello) })
    await Promise.race([over, failed])
    tell({ kind: 'close', key })
    records.push(JSON.stringify(await ask(`/api/games/${made.game}/record`)))
  }
  worker.terminate()
  other.terminate()
  return records
}
