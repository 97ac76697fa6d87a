/** The words of the profile: fetched with its page, not with the first one. */
import texts from 'messages:profile'
import type en from '../../../messages/en.json'
import { catalogue } from '../language/messages'

export const w = catalogue<keyof typeof en.profile>(texts)
