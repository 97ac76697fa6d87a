/** The words of the deal of the day: fetched with its page, not with the first one. */
import texts from 'messages:days'
import type en from '../../../messages/en.json'
import { catalogue } from '../language/messages'

export const w = catalogue<keyof typeof en.days>(texts)
