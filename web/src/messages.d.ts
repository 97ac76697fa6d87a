// What `web/messages/catalogues.ts` makes of the sections of the catalogues.

/** A section, by language. */
declare module 'messages:*' {
  const texts: Record<string, Record<string, import('./lib/language/languages').Text>>
  export default texts
}

type Catalogue = typeof import('../messages/en.json')
type Words<Section extends keyof Catalogue> = import('./lib/language/messages').Words<keyof Catalogue[Section]>

// The words of a part that loads later. Prettier would take three lines for each.
declare module 'words:coach' { export const w: Words<'coach'> }
declare module 'words:contest' { export const w: Words<'contest'> }
declare module 'words:days' { export const w: Words<'days'> }
declare module 'words:endings' { export const w: Words<'endings'> }
declare module 'words:guests' { export const w: Words<'guests'> }
declare module 'words:hint' { export const w: Words<'hint'> }
declare module 'words:meet' { export const w: Words<'meet'> }
declare module 'words:living' { export const w: Words<'living'> }
declare module 'words:needs' { export const w: Words<'needs'> }
declare module 'words:profile' { export const w: Words<'profile'> }
declare module 'words:push' { export const w: Words<'push'> }
declare module 'words:puzzles' { export const w: Words<'puzzles'> }
declare module 'words:tabletop' { export const w: Words<'tabletop'> }
declare module 'words:tips' { export const w: Words<'tips'> }
declare module 'words:whatif' { export const w: Words<'whatif'> }
declare module 'words:workshop' { export const w: Words<'workshop'> }
