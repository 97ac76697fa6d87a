/** Makes once what several files of tests want at the same moment: the unpacked browser, and a page for all of them. */
import packed from '@sparticuz/chromium'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOME } from './homes'
import { writePage } from './static'

export default async function setup(): Promise<() => void> {
  if (!process.env['SEMAFOR_CHROMIUM']) await packed.executablePath()
  if (HOME === 'served' || process.env['SEMAFOR_PAGE']) return () => undefined
  const folder = mkdtempSync(join(tmpdir(), 'semafor-written-'))
  await writePage(join(folder, 'page'))
  process.env['SEMAFOR_PAGE'] = join(folder, 'page')
  return () => rmSync(folder, { recursive: true, force: true })
}
