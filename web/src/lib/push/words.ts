/** The words of push messages: fetched with the settings. */
import texts from 'messages:push'
import type en from '../../../messages/en.json'
import { catalogue } from '../language/messages'

export const w = catalogue<keyof typeof en.push>(texts)
