/** The words of the coach: fetched with the analysis. */
import en from '../../../../messages/coach/en.json'
import { catalogue } from '../../messages'

export const w = catalogue(
  en,
  import.meta.glob<typeof en>('../../../../messages/coach/*.json', { eager: true, import: 'default' }),
)
