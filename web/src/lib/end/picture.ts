/** A picture of the result to share: the map with everybody's trains, names, points, the date. Made in the browser. */
import { picture as pictureOf } from '../board/moving/picture'
import { PLAYER_PAINT } from '../board/colours/palette'
import type { TableModel } from '../game/table-model'
import type { FinalScore } from '../protocol'
import { settings } from '../settings.svelte'
import { figure, m, named } from '../words'
import { byPlace } from './scoring/steps'

export const SIZE = { width: 1200, height: 630 }
/** The largest width of the map. */
const MAP = 830
const EDGE = 24
const INK = '#2b2118'

/** What a picture says of a deal that others play, too: some lines, and how many games had how many points. */
export interface Comparison {
  lines: string[]
  columns: { count: number; mine: boolean }[]
}

/** The picture as PNG. */
export async function resultPicture(game: TableModel, score: FinalScore, compared?: Comparison): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, SIZE)
  const pencil = canvas.getContext('2d', { alpha: false })!
  await document.fonts.ready
  pencil.fillStyle = '#fbf6e6'
  pencil.fillRect(0, 0, SIZE.width, SIZE.height)
  const left = await drawMap(pencil)
  drawResult(pencil, game, score, left + EDGE)
  if (compared) drawComparison(pencil, compared, left + EDGE)
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png')
  })
}

/** Draw the map at the left, as high as the picture; returns where it ends. */
async function drawMap(pencil: CanvasRenderingContext2D): Promise<number> {
  const host = document.querySelector<HTMLElement>('.board-map')
  const svg = host?.querySelector<SVGSVGElement>('.sheet > svg')
  if (!host || !svg) return 0
  const { width, height } = svg.viewBox.baseVal
  const map = await pictureOf(host, svg, width, height)
  const scale = Math.min(MAP / width, SIZE.height / height)
  pencil.fillStyle = getComputedStyle(host).backgroundColor
  pencil.fillRect(0, 0, width * scale, SIZE.height)
  pencil.drawImage(map, 0, (SIZE.height - height * scale) / 2, width * scale, height * scale)
  return width * scale
}

function drawResult(pencil: CanvasRenderingContext2D, game: TableModel, score: FinalScore, left: number): void {
  const right = SIZE.width - EDGE
  const title = (text: string, size: number, y: number, at = left): void => {
    pencil.font = `700 ${size}px Board, system-ui, sans-serif`
    pencil.fillText(text, at, y, right - at)
  }
  pencil.fillStyle = INK
  pencil.textBaseline = 'middle'
  title(named(game.atlas?.board.name ?? {}), 44, 62)
  pencil.font = '500 22px Words, system-ui, sans-serif'
  const date = new Intl.DateTimeFormat(settings.locale, { dateStyle: 'long' })
  pencil.fillText(date.format(game.table ? new Date(game.table.created * 1000) : new Date()), left, 104, right - left)
  for (const [place, seat] of byPlace(score).entries()) {
    const paint = PLAYER_PAINT[game.seat(seat.seat)?.colour ?? 'red']
    const won = score.winners.includes(seat.seat)
    const y = 176 + place * 78
    if (won) {
      pencil.fillStyle = '#f6d97a'
      pencil.beginPath()
      pencil.roundRect(left - 10, y - 34, right - left + 20, 68, 14)
      pencil.fill()
    }
    pencil.beginPath()
    pencil.roundRect(left, y - 15, 46, 30, 7)
    pencil.fillStyle = paint.fill
    pencil.fill()
    pencil.lineWidth = 3
    pencil.strokeStyle = paint.edge
    pencil.stroke()
    pencil.fillStyle = INK
    const points = figure(seat.total)
    pencil.textAlign = 'right'
    pencil.font = `700 ${won ? 42 : 34}px Board, system-ui, sans-serif`
    pencil.fillText(points, right, y)
    const room = right - left - 58 - pencil.measureText(points).width - 14
    pencil.textAlign = 'left'
    pencil.font = `700 ${won ? 32 : 27}px Board, system-ui, sans-serif`
    pencil.fillText(game.name(seat.seat), left + 60, y, room)
  }
  pencil.fillStyle = '#6d5a2f'
  title(m.app_name(), 28, SIZE.height - 40)
}

/** Draw how others did, above the name of the game. */
function drawComparison(pencil: CanvasRenderingContext2D, { lines, columns }: Comparison, left: number): void {
  const right = SIZE.width - EDGE
  const bottom = SIZE.height - 76
  const wide = (right - left) / Math.max(1, columns.length)
  const most = Math.max(1, ...columns.map(({ count }) => count))
  for (const [at, { count, mine }] of columns.entries()) {
    const high = Math.max(mine ? 10 : 3, (count / most) * 90)
    pencil.fillStyle = mine ? '#1d5c86' : '#c9bfa4'
    pencil.fillRect(left + at * wide, bottom - high, wide - 2, high)
  }
  pencil.fillStyle = INK
  pencil.textAlign = 'left'
  pencil.font = '500 22px Words, system-ui, sans-serif'
  for (const [at, line] of lines.entries())
    pencil.fillText(line, left, bottom - 112 - (lines.length - 1 - at) * 30, right - left)
}

/** Hand the picture over: to another app where the device can, else as a download. */
export async function sharePicture(
  game: TableModel,
  score: FinalScore,
  id: string,
  compared?: Comparison,
): Promise<void> {
  const file = new File([await resultPicture(game, score, compared)], `semafor-${id}.png`, { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined)
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
