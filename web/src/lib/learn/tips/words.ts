/** The words of the tips: fetched with them, not with the first page. */
import texts from 'messages:tips'
import type en from '../../../../messages/en.json'
import { catalogue } from '../../language/messages'

export const w = catalogue<keyof typeof en.tips>(texts)
