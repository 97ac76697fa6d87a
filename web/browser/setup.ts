/** Set up what all test files share: the unpacked browser, a server, and a folder for the page. */
import packed from '@sparticuz/chromium'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOME } from './homes'
import { Server } from './server'

export default async function setup(): Promise<() => Promise<void>> {
  if (!process.env['SEMAFOR_CHROMIUM']) await packed.executablePath()
  const folder = mkdtempSync(join(tmpdir(), 'semafor-written-'))
  process.env['SEMAFOR_WRITTEN'] = folder
  // One bot process per concurrent file, so that none waits for the analysis of another.
  const server = HOME === 'served' ? await new Server('--bot-processes', '2').start() : null
  process.env['SEMAFOR_SERVER'] = server?.address ?? ''
  return async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
