/** Lines of a graph: each has dashes of its own, so that no colour has to be told apart. */
import type { Pattern } from '../board/colours/palette'

export const DASHES: Record<Pattern, string> = {
  plain: 'none',
  stripe: '10 3',
  dots: '2.5 2.5',
  chevron: '10 2.5 2.5 2.5',
  hatch: '5 3',
}
