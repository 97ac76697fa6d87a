/** Lines of a graph: each has its own dashes, so nobody has to tell colours apart. */
import type { Pattern } from '../board/colours/palette'

export const DASHES: Record<Pattern, string> = {
  plain: 'none',
  stripe: '10 3',
  dots: '2.5 2.5',
  chevron: '10 2.5 2.5 2.5',
  hatch: '5 3',
}
