/** The words of the lessons: loaded when one is opened, not with the first page. */
import { catalogue, type Inputs } from '../../language/messages'

/** Return a text in the current language; an empty one if there is none. */
export type Tell = (key: string, inputs?: Inputs) => string

/** Load the words. */
export async function lessonWords(): Promise<Tell> {
  const w = catalogue<string>((await import('messages:lessons')).default)
  return (key, inputs) => w[key]?.(inputs) ?? ''
}
