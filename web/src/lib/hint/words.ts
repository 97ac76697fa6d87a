/** The words of hints: fetched with the first one. */
import texts from 'messages:hint'
import type en from '../../../messages/en.json'
import { catalogue } from '../language/messages'

export const w = catalogue<keyof typeof en.hint>(texts)
