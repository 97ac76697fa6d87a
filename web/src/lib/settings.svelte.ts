/** The settings of this device; kept in the browser's storage. */
import { FALLBACK, languages } from './language/languages'
import { BASIC_BOARD } from './protocol'
import { store, stored } from './storage'

/** The code of a language: `en`, `pl`. */
export type Locale = string
export type Theme = 'system' | 'light' | 'dark'
export type NamesMode = 'local' | 'language'
export type ConfirmPolicy = 'always' | 'touch' | 'never'

interface Stored {
  locale: Locale
  names: NamesMode
  theme: Theme
  speed: 0 | 1 | 2 | 3
  lessMotion: boolean
  confirm: ConfirmPolicy
  sounds: boolean
  /** Whether the person has been asked about sounds. */
  soundsAsked: boolean
  /** Whether a phone vibrates when it is one's turn, where it can. */
  vibrate: boolean
  /** Whether a phone beside a big screen shows the hand, not the whole table. */
  hand: boolean
  notify: boolean
  /** Whether this browser gets push messages, and when it does not. */
  push: boolean
  /** Whether a table has asked about them. */
  pushAsked: boolean
  quiet: boolean
  quietStart: string
  quietEnd: string
  name: string
  /** The face chosen for oneself; empty: drawn from the name. */
  face: string
  /** A guest plays: finished games don't count for the profile. */
  guest: boolean
  board: string
  /** The bots' levels in the last game, separated by commas. */
  levels: string
  /** How the last table was set up besides (`Plan.kept`). */
  table: Record<string, unknown>
  chatMuted: boolean
  /** Whether bots say a word when they have won or lost. */
  botWords: boolean
  /** Whether the game explains itself, and which tips have been read. */
  tips: boolean
  tipsRead: string[]
}

const KEY = 'semafor.settings'

function defaults(): Stored {
  const spoken = typeof navigator === 'undefined' ? '' : navigator.language.toLowerCase().split('-')[0]!
  return {
    locale: languages().includes(spoken) ? spoken : FALLBACK,
    names: 'local',
    theme: 'system',
    speed: 2,
    lessMotion: false,
    confirm: 'always',
    sounds: false,
    soundsAsked: false,
    vibrate: true,
    hand: true,
    notify: false,
    push: false,
    pushAsked: false,
    quiet: true,
    quietStart: '22:00',
    quietEnd: '07:00',
    name: '',
    face: '',
    guest: false,
    board: BASIC_BOARD,
    levels: '',
    table: {},
    chatMuted: false,
    botWords: true,
    tips: true,
    tipsRead: [],
  }
}

function read(): Stored {
  const found = defaults()
  for (const [key, value] of Object.entries((stored(KEY) ?? {}) as Record<string, unknown>))
    if (key in found && typeof value === typeof found[key as keyof Stored]) Object.assign(found, { [key]: value })
  if (!languages().includes(found.locale)) found.locale = FALLBACK
  return found
}

export const settings: Stored = $state(read())

/** Store the settings, and apply language and theme to the document. Call once, inside a component. */
export function keepSettings(): void {
  $effect(() => {
    store(KEY, settings)
  })
  $effect(() => {
    document.documentElement.lang = settings.locale
  })
  $effect(() => {
    document.documentElement.dataset['theme'] = darkNow() ? 'dark' : 'light'
  })
  $effect(() => {
    document.documentElement.style.setProperty('--pace', String(pace(1)))
  })
  $effect(() => {
    document.documentElement.dataset['motion'] = calmNow() || settings.speed === 0 ? 'less' : 'usual'
  })
}

const prefersDark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)')
const prefersCalm = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)')
const device = $state({ dark: prefersDark?.matches ?? false, calm: prefersCalm?.matches ?? false })
prefersDark?.addEventListener('change', (event) => (device.dark = event.matches))
prefersCalm?.addEventListener('change', (event) => (device.calm = event.matches))

/** Whether the dark theme is shown now. */
export function darkNow(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && device.dark)
}

/** Whether to fade instead of moving. */
export function calmNow(): boolean {
  return settings.lessMotion || device.calm
}

/** How long something that takes `base` milliseconds at normal speed takes now; 0 without animations. */
export function pace(base: number): number {
  return [0, base * 1.8, base, base * 0.5][settings.speed] ?? base
}
