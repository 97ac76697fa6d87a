/** The words of hints: fetched with the first one. */
import en from '../../../messages/hint/en.json'
import { catalogue } from '../messages'

export const w = catalogue(
  en,
  import.meta.glob<typeof en>('../../../messages/hint/*.json', { eager: true, import: 'default' }),
)
