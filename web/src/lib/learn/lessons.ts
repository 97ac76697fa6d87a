/** The lessons by their ids, as tables name them. */
import { firstJourney } from './first-journey'
import type { Lesson } from './lesson'

export const LESSONS: Record<string, Lesson> = { 'first-journey': firstJourney }
