/** The words of the tips: fetched with them, not with the first page. */
import en from '../../../messages/tips/en.json'
import { catalogue } from '../messages'

export const w = catalogue(
  en,
  import.meta.glob<typeof en>('../../../messages/tips/*.json', { eager: true, import: 'default' }),
)
