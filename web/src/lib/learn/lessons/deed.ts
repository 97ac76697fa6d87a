/** The key of the instruction for the learner's next action: the same words for the same thing in every step. */
import type { Guidance } from '../guide'
import type { Scene } from '../scene'

/** Said once: a face-up locomotive is the only card of a turn. */
export const ALONE = 'deed_second_alone'

/** Whether a face-up locomotive can't be the second card (U-10): the moment to say so. */
function barred({ display, offers }: Scene): boolean {
  return display.some((card, slot) => card === 'locomotive' && !offers?.draw.display[slot])
}

/** The instruction's key; null if there is nothing to do. */
export function deedOf({ stage, lit }: Guidance, scene: Scene): string | null {
  const place = lit[0]
  if (!place) return null
  switch (place.kind) {
    case 'ticket':
      return lit.length > 1 ? 'deed_tickets' : 'deed_ticket'
    case 'slot':
      if (stage === 'second') return barred(scene) ? ALONE : 'deed_second'
      return lit.length > 1 ? 'deed_cards' : 'deed_card'
    case 'deck':
      return stage === 'second' ? 'deed_second_deck' : 'deed_deck'
    case 'confirm':
      return scene.chosen === null ? 'deed_confirm' : 'deed_claim'
    default:
      return `deed_${place.kind.replace('-', '_')}`
  }
}

/** All of these keys. */
export const DEEDS = [
  ...['ticket', 'tickets', 'keep', 'route', 'card', 'cards', 'second', 'second_alone', 'second_deck', 'deck'],
  ...['draw_tickets', 'draw_ferry', 'claim', 'confirm', 'pass', 'undo', 'tunnel_pay', 'tunnel_withdraw'],
].map((name) => `deed_${name}`)
