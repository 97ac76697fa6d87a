/** The lessons by their ids, as tables name them. */
import { firstJourney } from './first-journey'
import type { Lesson } from './lesson'
import { minutes } from './minutes'

export const LESSONS: Record<string, Lesson> = Object.fromEntries(
  [firstJourney, ...minutes].map((lesson) => [lesson.id, lesson]),
)
