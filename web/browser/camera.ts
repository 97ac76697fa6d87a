/** Take screenshots of pages as WebP, encoded by the browser that shows the page. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

const QUALITY = 0.66

export class Camera {
  taken = 0
  bytes = 0

  private constructor(
    readonly folder: string,
    private readonly darkroom: Page,
    /** The names of the pictures to take; without it, all. */
    private readonly wanted?: string[],
  ) {}

  static async open(browser: Browser, folder: string, wanted?: string[]): Promise<Camera> {
    return new Camera(folder, await browser.newPage(), wanted)
  }

  async save(page: Page, name: string): Promise<void> {
    if (this.wanted && !this.wanted.includes(name)) return
    await page.evaluate(() => document.fonts.ready)
    // Keep hover and focus styles out of the screenshot.
    await page.mouse.move(1, 1)
    await page.evaluate(
      () => document.activeElement?.closest('[data-route]') && (document.activeElement as SVGElement).blur(),
    )
    await page.evaluate(async () => {
      const shown = [...document.images].filter((one) => one.getBoundingClientRect().top < innerHeight)
      await Promise.all(shown.map(async (one) => one.decode().catch(() => undefined)))
    })
    await page.waitForTimeout(300)
    const taken = (await page.screenshot()).toString('base64')
    const packed = await this.darkroom.evaluate(pack, [taken, QUALITY] as const)
    const data = Buffer.from(packed, 'base64')
    writeFileSync(join(this.folder, `${name}.webp`), data)
    this.taken += 1
    this.bytes += data.length
  }
}

/** Runs in the browser. */
async function pack([taken, quality]: readonly [string, number]): Promise<string> {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${taken}`)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const packed = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())
  let text = ''
  for (const byte of packed) text += String.fromCharCode(byte)
  return btoa(text)
}
