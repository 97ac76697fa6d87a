import { expect, test } from 'vitest'
import { BotsLine } from './bots'
import type { Job } from './talk'

function line(): { bots: BotsLine; asked: Job[]; calls: () => number; say: (job: Job) => void } {
  const asked: Job[] = []
  const port = { postMessage: (job: Job) => asked.push(job), onmessage: null as ((event: unknown) => void) | null }
  let wanted = 0
  const bots = new BotsLine(port as unknown as MessagePort, () => (wanted += 1))
  return { bots, asked, calls: () => wanted, say: (job) => port.onmessage?.({ data: job }) }
}

test('every job gets its own answer, and the bots are fetched once', async () => {
  const { bots, asked, calls, say } = line()
  const [first, second] = [bots.ask('a'), bots.ask('b')]
  say({ id: asked[1]!.id, text: 'B' })
  say({ id: asked[0]!.id, text: 'A' })
  expect(await Promise.all([first, second])).toEqual(['A', 'B'])
  expect(calls()).toBe(1)
})

test('the bots are awake once they have said so, until they are gone', async () => {
  const { bots, asked, calls, say } = line()
  expect([bots.awake(), bots.awake(), calls(), asked.length]).toEqual([false, false, 1, 0])
  say({ id: 0, text: '' })
  expect(bots.awake()).toBe(true)
  const waiting = bots.ask('a')
  say({ id: asked[0]!.id, text: 'A' })
  expect([await waiting, calls()]).toEqual(['A', 1])
  bots.end()
  expect(bots.awake()).toBe(false)
})

test('nobody waits for bots whose worker has failed', async () => {
  const { bots, asked } = line()
  const waiting = bots.ask('a')
  bots.end()
  expect(await waiting).toBe('')
  expect(await bots.ask('b')).toBe('')
  expect(asked).toHaveLength(1)
})
