/** The words of the deal of the day: fetched with its page, not with the first one. */
import en from '../../../messages/days/en.json'
import { catalogue } from '../messages'

export const w = catalogue(
  en,
  import.meta.glob<typeof en>('../../../messages/days/*.json', { eager: true, import: 'default' }),
)
