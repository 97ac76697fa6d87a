/** Makes once what all files of tests want: the unpacked browser, and a server, or a page, for all of them. */
import packed from '@sparticuz/chromium'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOME } from './homes'
import { Server } from './server'
import { writePage } from './static'

export default async function setup(): Promise<() => void | Promise<void>> {
  if (!process.env['SEMAFOR_CHROMIUM']) await packed.executablePath()
  if (HOME === 'served') {
    // As many processes for bots as there are files at a time: none waits for the analysis of another.
    const server = await new Server('--bot-processes', '2').start()
    process.env['SEMAFOR_SERVER'] = server.address
    return () => server.stop()
  }
  if (process.env['SEMAFOR_PAGE']) return () => undefined
  const folder = mkdtempSync(join(tmpdir(), 'semafor-written-'))
  await writePage(join(folder, 'page'))
  process.env['SEMAFOR_PAGE'] = join(folder, 'page')
  return () => rmSync(folder, { recursive: true, force: true })
}
