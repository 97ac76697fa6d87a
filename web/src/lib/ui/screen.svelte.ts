/** What kind of screen this is: on a narrow one the table is a map with a sheet below it. */
const media = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 899px)')

export const screen: { narrow: boolean } = $state({ narrow: media?.matches ?? false })

media?.addEventListener('change', (event) => (screen.narrow = event.matches))
