/** The sounds of the table. The synthesiser is loaded with the first sound. */
import { settings } from '../../settings.svelte'

export type Sound = 'card' | 'wagons' | 'ticket' | 'whistle' | 'tunnel' | 'count' | 'win' | 'turn'

/** Play a sound, if sounds are on; for wagons, the given number of them. */
export function sound(kind: Sound, times = 1): void {
  if (!settings.sounds || document.visibilityState === 'hidden') return
  void import('./synth').then(({ play }) => play(kind, times)).catch(() => undefined)
}
