/** Calls the player back to the table: two notes, a phone's vibration, and a notification if the page is hidden. */
import type { Game } from '../../game/game.svelte'
import { settings } from '../../settings.svelte'
import { sound } from '../../ui/behaviour/sound'
import { m, named } from '../../words'

/** Twice, in milliseconds. */
const BUZZ = [180, 90, 180]

/** Call the player: it is their turn, or there is other news. */
export function callPlayer(game: Game, body = m.notify_turn({ board: named(game.table?.board_name ?? {}, '') })): void {
  sound('turn')
  // A browser lets a page vibrate only once it has been touched.
  if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ)
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
