import { dictionary } from '../dictionary'

/** Small pictures of the boards to choose from, drawn at build time. */
const found = import.meta.glob<string>(['../board/generated/*.svg', '!../board/generated/first-journey.svg'], {
  eager: true,
  query: '?url',
  import: 'default',
})

export const pictures: Record<string, string> = dictionary(
  Object.entries(found).map(([path, address]) => [path.replace(/^.*\//, '').replace(/\.svg$/, ''), address]),
)
