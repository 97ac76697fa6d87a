/** What kind of screen this is. On a narrow or a low one the table is a map with a sheet: below it, or beside it. */
function watched(query: string): { yes: boolean } {
  const media = typeof matchMedia === 'undefined' ? null : matchMedia(query)
  const found = $state({ yes: media?.matches ?? false })
  media?.addEventListener('change', (event) => (found.yes = event.matches))
  return found
}

const narrow = watched('(max-width: 899px), (max-height: 559px)')
const medium = watched('(max-width: 1149px)')
const low = watched('(max-height: 799px)')
const lying = watched('(min-aspect-ratio: 11/10)')
const touch = watched('(pointer: coarse)')

export const screen = {
  /** Too small for columns beside any map. */
  get narrow(): boolean {
    return narrow.yes
  },
  /** Too small for two columns beside a portrait map. */
  get medium(): boolean {
    return medium.yes
  },
  /** Too low for everything to be large in a column. */
  get low(): boolean {
    return low.yes
  },
  /** Clearly wider than high: more room beside the map than below it. */
  get lying(): boolean {
    return lying.yes
  },
  /** Used with fingers: there may be no keys. */
  get touch(): boolean {
    return touch.yes
  },
}
