/** A real game between bots as a short silent loop: an animated WebP whose frames the browser encodes. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { mapRests, openPage } from './chromium'
import { COMMAND } from './server'

const SIZE = { width: 1280, height: 800 }
const SCALE = 0.625
const QUALITY = 0.5
const FRAMES = 36
const FRAME_MS = 350
const LAST_MS = 3000
const MOST_BYTES = 300_000
/** Pixels; squares of this side are kept or replaced as a whole. */
const BLOCK = 8
const GAME = `
import json, semafor
game = semafor.play(["planner", "planner", "planner"], board="usa", seed="loop")
print(json.dumps(game.record().to_json()))
`

/** The part of a picture that differs from the one before, as WebP; what is equal is transparent. */
interface Patch {
  x: number
  y: number
  width: number
  height: number
  data: string
}

/** Play a game, let the server replay it, and write what it looks like from the deal to the result. */
export async function film(browser: Browser, address: string, file: string): Promise<void> {
  const [program = ''] = COMMAND.split(' ')
  const python = join(dirname(program), 'python')
  const record = execFileSync(python, ['-c', GAME], { encoding: 'utf8' })
  const headers = { 'content-type': 'application/json' }
  const sent = await fetch(`${address}/api/records`, { method: 'POST', headers, body: record })
  if (!sent.ok) throw new Error(await sent.text())
  const { game } = (await sent.json()) as { game: string }
  const steps = (JSON.parse(record) as { actions: unknown[] }).actions.length
  const { page } = await openPage(browser, address, { painted: true, viewport: SIZE, deviceScaleFactor: SCALE })
  const darkroom = await browser.newPage()
  const frames: { patch: Patch; ms: number }[] = []
  let waiting = 0
  for (let frame = 0; frame <= FRAMES; frame++) {
    const at = 4 + Math.round(((steps - 3) * frame) / FRAMES)
    await page.goto(`${address}/#/replay/${game}?at=${at}&eyes=open`)
    await mapRests(page)
    const patch = await changed(page, darkroom)
    const ms = frame === FRAMES ? LAST_MS : FRAME_MS
    if (patch) frames.push({ patch, ms: ms + waiting })
    waiting = patch ? 0 : waiting + ms
  }
  const data = animated(frames)
  if (data.length > MOST_BYTES) throw new Error(`the loop has ${data.length} bytes, more than ${MOST_BYTES}`)
  writeFileSync(file, data)
  await page.context().close()
}

async function changed(page: Page, darkroom: Page): Promise<Patch | null> {
  const taken = (await page.screenshot()).toString('base64')
  return darkroom.evaluate(cut, [taken, QUALITY, BLOCK] as const)
}

/** Runs in the browser: keep the picture, and return what differs from the last one. */
async function cut([taken, quality, BLOCK]: readonly [string, number, number]): Promise<Patch | null> {
  const kept = globalThis as unknown as { before: ImageData | undefined }
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${taken}`)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  pen.drawImage(picture, 0, 0)
  const now = pen.getImageData(0, 0, canvas.width, canvas.height)
  const { before } = kept
  kept.before = now
  let [left, top, right, bottom] = [canvas.width, canvas.height, 0, 0]
  for (let y = 0; y < canvas.height; y += BLOCK)
    for (let x = 0; x < canvas.width; x += BLOCK) {
      const [width, height] = [Math.min(BLOCK, canvas.width - x), Math.min(BLOCK, canvas.height - y)]
      let same = before !== undefined
      for (let row = 0; same && row < height; row++) {
        const from = 4 * ((y + row) * canvas.width + x)
        for (let at = from; same && at < from + 4 * width; at++) same = now.data[at] === before?.data[at]
      }
      if (same) pen.clearRect(x, y, width, height)
      else {
        ;[left, right] = [Math.min(left, x), Math.max(right, x + width)]
        ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y + height)]
      }
    }
  if (right === 0) return null
  const part = new OffscreenCanvas(right - left, bottom - top)
  part.getContext('2d')?.drawImage(canvas, -left, -top)
  const packed = new Uint8Array(await (await part.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())
  let data = ''
  for (const byte of packed) data += String.fromCharCode(byte)
  return { x: left, y: top, width: part.width, height: part.height, data: btoa(data) }
}

// The container: https://developers.google.com/speed/webp/docs/riff_container

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The chunks of a still picture that a frame may have: the image, and its transparency. */
function image(still: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 12; at < still.length;) {
    const size = 8 + still.readUInt32LE(at + 4)
    if (['ALPH', 'VP8 ', 'VP8L'].includes(still.toString('latin1', at, at + 4)))
      parts.push(still.subarray(at, at + size + (size % 2)))
    at += size + (size % 2)
  }
  return Buffer.concat(parts)
}

/** Return an animated WebP of frames that lie on top of each other, and begin again for ever. */
function animated(frames: { patch: Patch; ms: number }[]): Buffer {
  const [first] = frames
  if (!first) throw new Error('there are no frames')
  const canvas = Buffer.alloc(10)
  canvas[0] = 0x12 // an animation, with transparency
  canvas.writeUIntLE(first.patch.width - 1, 4, 3)
  canvas.writeUIntLE(first.patch.height - 1, 7, 3)
  const parts = [chunk('VP8X', canvas), chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0]))]
  for (const { patch, ms } of frames) {
    const head = Buffer.alloc(16)
    head.writeUIntLE(patch.x / 2, 0, 3)
    head.writeUIntLE(patch.y / 2, 3, 3)
    head.writeUIntLE(patch.width - 1, 6, 3)
    head.writeUIntLE(patch.height - 1, 9, 3)
    head.writeUIntLE(ms, 12, 3)
    parts.push(chunk('ANMF', Buffer.concat([head, image(Buffer.from(patch.data, 'base64'))])))
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
}
