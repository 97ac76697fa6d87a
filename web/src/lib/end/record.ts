/** The record of a finished game, as a file. */
import { home } from '../home/here'
import { download } from '../ui/behaviour/download'

export async function downloadRecord(game: string): Promise<void> {
  const record = JSON.stringify(await home.record(game))
  download(new Blob([record], { type: 'application/json' }), `semafor-${game}.json`)
}
