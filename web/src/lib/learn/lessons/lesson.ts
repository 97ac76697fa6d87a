/**
 * A lesson as data: steps with conditions on the position, not on moves. Whatever the learner does, the story continues
 * with the first step that is not done; a game that is opened again is at the same step.
 */
import type { Cards } from '../../protocol'
import { guide, type Aim, type Guidance } from '../guide'
import type { Scene } from '../scene'

export interface Step {
  /** The name of its words: `id`, `id_title` and `id_keep` (if tickets are chosen in it) in the section `lessons`. */
  id: string
  aim: Aim
  /** Whether it has been done, or has become pointless. */
  done: (scene: Scene) => boolean
  /** Whether it makes sense now; always, if it does not say. */
  ready?: (scene: Scene) => boolean
  /** Whether it comes before all others once it is ready: the end of the game does not wait. */
  urgent?: boolean
  /** Whether it says what to collect while nothing else can be done for it. */
  collect?: boolean
  /** Whether it only fills a gap in the story; such a step has no number. */
  aside?: boolean
  /** A route that another player has taken, for the words to name. */
  taken?: string
  /** Cards to show with it. */
  cards?: Cards
}

export interface Lesson {
  /** The id of its board. */
  id: string
  steps: Step[]
}

export interface Told {
  step: Step
  /** Its number among those that have one, from 1, and how many there are. */
  number: number
  all: number
  guidance: Guidance
}

/** The step that the story is at. */
export function tell(lesson: Lesson, scene: Scene): Told | null {
  const open = (step: Step) => !step.done(scene) && (step.ready?.(scene) ?? true)
  const step = lesson.steps.find((one) => one.urgent && open(one)) ?? lesson.steps.find(open)
  if (!step) return null
  const numbered = lesson.steps.filter((one) => !one.aside)
  const before = lesson.steps.slice(0, lesson.steps.indexOf(step) + 1).filter((one) => !one.aside)
  return { step, number: Math.max(1, before.length), all: numbered.length, guidance: guide(scene, step.aim) }
}
