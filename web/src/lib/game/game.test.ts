import { expect, test } from 'vitest'
import type { Entry, Offers, ServerMessage, View } from '../protocol'
import { settings } from '../settings.svelte'
import { Game } from './game.svelte'

/** Open a game that receives messages from the test. */
function open(): { game: Game; hear: (message: object) => void } {
  let hear: (message: ServerMessage) => void = () => undefined
  const game = new Game('g', {
    connect: (_, { heard }) => {
      hear = heard
      return { request: () => Promise.resolve({ ok: true }), close: () => undefined } as never
    },
    boardOfGame: () => new Promise(() => undefined),
  })
  return { game, hear: (message) => hear(message as ServerMessage) }
}

function view(seq: number, by: number, offers: boolean): View {
  const entry = { seq, by, kind: 'action', by_bot: by !== 0, events: [] } as unknown as Entry
  const own = offers ? ({ seat: 0 } as Offers) : null
  return {
    type: 'view',
    seq,
    from_seq: seq - 1,
    reset: false,
    eyes: 0,
    entries: [entry],
    offers: own,
  } as unknown as View
}

test('a refusal stands until the own decision is another one, whatever others decide at the same time', () => {
  settings.speed = 0
  const { game, hear } = open()
  const refused = { error: { code: 'too_few_tickets', message: '', rule: 'L-3', where: null }, route: null }
  hear(view(1, 1, true))
  game.refusal = refused
  hear(view(2, 1, true))
  expect(game.refusal).toEqual(refused)
  hear(view(3, 0, true))
  expect(game.refusal).toBeNull()
  // A refusal from another player's turn disappears when one's own turn comes.
  hear(view(4, 0, false))
  game.refusal = refused
  hear(view(5, 1, false))
  expect(game.refusal).toEqual(refused)
  hear(view(6, 1, true))
  expect(game.refusal).toBeNull()
})
