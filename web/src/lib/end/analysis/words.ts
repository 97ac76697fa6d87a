/** The words of the coach: fetched with the analysis. */
import texts from 'messages:coach'
import type en from '../../../../messages/en.json'
import { catalogue } from '../../language/messages'

export const w = catalogue<keyof typeof en.coach>(texts)
