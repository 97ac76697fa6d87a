/** The words of “what if”: fetched with the replay. */
import en from '../../../messages/whatif/en.json'
import { catalogue } from '../messages'

export const w = catalogue(
  en,
  import.meta.glob<typeof en>('../../../messages/whatif/*.json', { eager: true, import: 'default' }),
)
