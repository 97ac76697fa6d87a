/** The words of the profile: fetched with its page, not with the first one. */
import en from '../../../messages/profile/en.json'
import { catalogue } from '../messages'

export const w = catalogue(
  en,
  import.meta.glob<typeof en>('../../../messages/profile/*.json', { eager: true, import: 'default' }),
)
