/** The words of “what if”: fetched with the replay. */
import texts from 'messages:whatif'
import type en from '../../../messages/en.json'
import { catalogue } from '../language/messages'

export const w = catalogue<keyof typeof en.whatif>(texts)
