/** Unpacks the browser once, before several files of tests want it at the same moment. */
import packed from '@sparticuz/chromium'

export default async function setup(): Promise<void> {
  if (!process.env['SEMAFOR_CHROMIUM']) await packed.executablePath()
}
