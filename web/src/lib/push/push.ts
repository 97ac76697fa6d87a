/** Web Push: this browser is told that it is somebody's turn, even if no page is open. */
import { base64url } from '../guests/key.svelte'
import { explain, refusedAs } from '../home/errors'
import { home } from '../home/here'
import type { NewPush, Table } from '../protocol'
import { own, tokensOf } from '../seats.svelte'
import { settings } from '../settings.svelte'
import { m, named } from '../words'
import { isLong } from './long'
import { w } from 'words:push'

/** Why push does not work here, in a sentence. */
class PushProblem extends Error {}

/** How many of this device's tables are updated when something changes: the latest ones. */
const TABLES = 20
/** How long to wait for the service worker, in milliseconds; it may never become ready. */
const READY = 20_000

/** Whether this browser can: over plain http it can't, and some can't anywhere. */
export function canPush(): boolean {
  return (
    window.isSecureContext &&
    home.can('push') &&
    'serviceWorker' in navigator &&
    'PushManager' in window &&
    'Notification' in window
  )
}

/** Minutes after midnight: `22:30` is 1350. */
export function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return (hours * 60 + rest) % 1440
}

/** The browser's part of push; fails in a sentence if there is no service worker. */
async function manager(): Promise<PushManager> {
  const late = new Promise<null>((give) => setTimeout(() => give(null), READY))
  const worker = await Promise.race([navigator.serviceWorker.ready, late])
  if (!worker) throw new PushProblem(w.no_worker())
  return worker.pushManager
}

/** The subscription of this browser at its push service, with the key of this server. */
async function subscription(): Promise<PushSubscription> {
  const pushes = await manager()
  const { key } = await home.pushKey()
  const before = await pushes.getSubscription()
  const known = before?.options.applicationServerKey
  if (before && known && base64url(new Uint8Array(known)) === key) return before
  await before?.unsubscribe()
  try {
    return await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    throw new PushProblem(w.no_service())
  }
}

/** Switch it on or off; return why that failed, or an empty string. */
export async function change(wanted: boolean): Promise<string> {
  try {
    if (!wanted) await switchOff()
    else if ((await Notification.requestPermission()) === 'granted') await switchOn()
    else return m.settings_notify_denied()
    return ''
  } catch (error) {
    return error instanceof PushProblem ? error.message : explain(error)
  }
}

/** Switch it on, once the person has allowed notifications: for the tables of this device, and for later ones. */
async function switchOn(): Promise<void> {
  await subscription()
  settings.push = true
  const refused = await renew()
  if (refusedAs(refused, 'bad_push')) {
    await switchOff()
    throw new PushProblem(w.other_service())
  }
  if (refused) throw new PushProblem(w.too_many())
}

/**
 * Tell the server about every long table of this device: also after the quiet hours have changed. Return the first
 * refusal that will not pass.
 */
export async function renew(): Promise<unknown> {
  let refused: unknown = null
  for (const { game, seats } of own.games.slice(0, TABLES)) {
    const table = await home.table(game).catch(() => null)
    const mine = seats.map(({ seat }) => seat)
    // A table that can't be reached now is told when it is opened.
    if (table && isLong(table, mine))
      await subscribeSeats(table).catch((error: unknown) => {
        if (refusedAs(error, 'bad_push', 'too_many_pushes')) refused ??= error
      })
  }
  return refused
}

/**
 * Have an opened table tell this browser. If the server refuses its push service, switch push off: then the table offers
 * it again, and says why it can't be.
 */
export async function tellFrom(table: Table): Promise<void> {
  try {
    await subscribeSeats(table)
  } catch (error) {
    // After anything else the game goes on all the same.
    if (!refusedAs(error, 'bad_push')) return
    settings.push = false
    settings.pushAsked = false
  }
}

/** Switch it off: tell the server, and end the browser's subscription. */
async function switchOff(): Promise<void> {
  settings.push = false
  const before = await (await manager()).getSubscription()
  if (!before) return
  // Other tables' servers learn it from the push service.
  for (const { game, seats } of own.games.slice(0, TABLES))
    for (const { seat, token } of seats)
      await home.stopPush(game, seat, { endpoint: before.endpoint }, token).catch(() => undefined)
  await before.unsubscribe()
}

/** Ask the server to tell this browser when it is the turn of its seats. */
async function subscribeSeats(table: Table): Promise<void> {
  const made = (await subscription()).toJSON()
  const wanted: NewPush = {
    endpoint: made.endpoint ?? '',
    p256dh: made.keys?.['p256dh'] ?? '',
    auth: made.keys?.['auth'] ?? '',
    title: m.app_name(),
    text: m.notify_turn({ board: named(table.board_name, '') }),
    quiet: settings.quiet
      ? {
          start: minutes(settings.quietStart),
          end: minutes(settings.quietEnd),
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
        }
      : null,
  }
  for (const { seat, token } of tokensOf(table.game)) await home.push(table.game, seat, wanted, token)
}
