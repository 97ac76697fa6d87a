/** What is next for somebody in a contest. */
import type { Contest } from '../protocol'

export interface NextDeal {
  deal: number
  /** Whether its game has begun. */
  begun: boolean
}

/** The deal that a person is to play now; null if all are over, or closed. */
export function nextDeal({ own, tables, deals }: Contest): NextDeal | null {
  const states = own ? (tables.find(({ table }) => table === own.table)?.deals ?? []) : []
  const index = states.findIndex((state) => state === 'waiting' || state === 'playing')
  const deal = index < 0 ? undefined : deals[index]
  return deal ? { deal: deal.deal, begun: states[index] === 'playing' } : null
}

/** Whether nothing in a contest can change any more. */
export function isOver({ deals }: Contest): boolean {
  return deals.every(({ open }) => open)
}

/** A number with its sign, and a figure after the point only if there is one. */
export function signed(value: number): string {
  const rounded = Math.round(Math.abs(value) * 10) / 10
  return `${value < 0 && rounded > 0 ? '−' : '+'}${rounded}`
}
