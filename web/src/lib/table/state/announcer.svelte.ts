/** What screen readers announce at the table, in the current language. */
import type { Entry } from '../../protocol'
import type { Desk } from './desk.svelte'
import { linesOf } from '../log/log-lines'

export class Announcer {
  #heard: Entry[] = $state.raw([])

  constructor(readonly desk: Desk) {}

  hear(fresh: Entry[]): void {
    if (fresh.some((entry) => linesOf(this.desk.game, entry).length > 0)) this.#heard = fresh
  }

  get text(): string {
    const { game, completed } = this.desk
    const happened = this.#heard.flatMap((entry) => linesOf(game, entry).map((line) => line.text))
    return [...happened, ...completed.map((ticket) => this.desk.completion(ticket))].join('. ')
  }
}
