/** The sounds of the table. What makes them is loaded with the first sound that is wanted, never before. */
import { settings } from '../settings.svelte'

export type Sound = 'card' | 'wagons' | 'ticket' | 'whistle' | 'tunnel' | 'count' | 'win' | 'turn'

/** Sound, if sounds are wanted: of wagons, so many of them. */
export function sound(kind: Sound, times = 1): void {
  if (!settings.sounds || document.visibilityState === 'hidden') return
  void import('./synth').then(({ play }) => play(kind, times)).catch(() => undefined)
}
