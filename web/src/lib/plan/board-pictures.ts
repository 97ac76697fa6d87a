import { dictionary } from '../dictionary'

const byBoard = (files: Record<string, string>): Record<string, string> =>
  dictionary(Object.entries(files).map(([path, address]) => [path.replace(/^.*\//, '').replace(/\.svg$/, ''), address]))

/** Small pictures of the boards to choose from, drawn at build time. */
export const pictures = byBoard(
  import.meta.glob<string>(['../board/generated/*.svg', '!../board/generated/first-journey.svg'], {
    eager: true,
    query: '?url',
    import: 'default',
  }),
)

/** The whole drawings, for large pictures; `#night` is the dark theme. To be loaded after the page. */
export const drawings = byBoard(
  import.meta.glob<string>(['../board/generated/pictures/*.svg', '!../board/generated/pictures/first-journey.svg'], {
    eager: true,
    query: '?url',
    import: 'default',
  }),
)
