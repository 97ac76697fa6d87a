/** Calls the player back to the table: a short tone, and a notification if the page is hidden. */
import type { Game } from '../../game/game.svelte'
import { settings } from '../../settings.svelte'
import { m, named } from '../../words'

/** Call the player: it is their turn, or there is other news. */
export function callPlayer(game: Game, body = m.notify_turn({ board: named(game.table?.board_name ?? {}, '') })): void {
  chime('turn')
  const wanted = settings.notify && 'Notification' in window && Notification.permission === 'granted'
  if (document.visibilityState !== 'hidden' || !wanted) return
  void notify(body, game.id)
}

/** Phones show notifications of a service worker only, so ask it first. */
async function notify(body: string, game: string): Promise<void> {
  const options = { body, tag: game, icon: '/icon-192.png', data: { address: `/#/game/${game}` } }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker) await worker.showNotification(m.app_name(), options)
  else new Notification(m.app_name(), options)
}

let audio: AudioContext | null = null

/** Pitch in hertz and length in seconds. */
const CHIMES = { card: [520, 0.06], claim: [330, 0.18], ticket: [880, 0.4], turn: [660, 0.22] } as const

/** A short tone, if sounds are wanted. */
export function chime(kind: keyof typeof CHIMES): void {
  if (!settings.sounds) return
  audio ??= new AudioContext()
  const [pitch, length] = CHIMES[kind]
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = pitch
  tone.type = 'triangle'
  volume.gain.setValueAtTime(0.12, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + length)
}
