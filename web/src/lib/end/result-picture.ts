/** A picture of the result to share: the map with everybody's trains, names, points, the date. Made in the browser. */
import { mount } from 'svelte'
import { picture as pictureOf } from '../board/moving/map-image'
import type { PlayerColour } from '../board/colours/palette'
import type { TableModel } from '../game/table-model'
import type { FinalScore, SeatScore } from '../protocol'
import { darkNow } from '../settings.svelte'
import { download } from '../ui/behaviour/download'
import Wagon from '../ui/pictures/Wagon.svelte'
import { dated, figure, m, named } from '../words'
import { byPlace } from './scoring/steps'

export const SIZE = { width: 1200, height: 630 }
/** The largest widths of the map, and of what is written in the middle of the rest. */
const MAP = 850
const COLUMN = 480
const EDGE = 24
const WAGON = { width: 62, height: 38 }

/** What a picture says of a deal that others play, too: some lines, and how many games had how many points. */
export interface Comparison {
  lines: string[]
  columns: { count: number; mine: boolean }[]
}

/** Where one writes, and in which colours: those of the page, by day or by night, as the map has them. */
interface Sheet {
  pencil: CanvasRenderingContext2D
  left: number
  right: number
  ink: string
  quiet: string
}

/** The picture as PNG, so many times as large as one to be sent. */
export async function resultPicture(
  game: TableModel,
  score: FinalScore,
  compared?: Comparison,
  large = 1,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: large * SIZE.width, height: large * SIZE.height })
  const pencil = canvas.getContext('2d', { alpha: false })!
  pencil.scale(large, large)
  await document.fonts.ready
  const page = getComputedStyle(document.documentElement)
  pencil.fillStyle = page.getPropertyValue('--panel')
  pencil.fillRect(0, 0, SIZE.width, SIZE.height)
  const beside = await drawMap(pencil, large)
  const column = Math.min(SIZE.width - beside - 2 * EDGE, COLUMN)
  const left = (beside + SIZE.width - column) / 2
  const [ink, quiet] = [page.getPropertyValue('--ink'), page.getPropertyValue('--ink-2')]
  const sheet = { pencil, left, right: left + column, ink, quiet }
  await drawResult(sheet, game, score)
  if (compared) drawComparison(sheet, compared)
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png')
  })
}

/** Draw the map at the left, as high as the picture; returns where it ends. */
async function drawMap(pencil: CanvasRenderingContext2D, large: number): Promise<number> {
  const host = document.querySelector<HTMLElement>('.board-map')
  const svg = host?.querySelector<SVGSVGElement>('.sheet > svg')
  if (!host || !svg) return 0
  const { width, height } = svg.viewBox.baseVal
  const scale = Math.min(MAP / width, SIZE.height / height)
  const map = await pictureOf(host, svg, width, height, scale * large)
  pencil.fillStyle = getComputedStyle(host).backgroundColor
  pencil.fillRect(0, 0, width * scale, SIZE.height)
  pencil.drawImage(map, 0, (SIZE.height - height * scale) / 2, width * scale, height * scale)
  return width * scale
}

async function drawResult(sheet: Sheet, game: TableModel, score: FinalScore): Promise<void> {
  const { pencil, left, right, ink, quiet } = sheet
  const write = (text: string, font: string, x: number, y: number, room = right - x): void => {
    pencil.font = `${font} ${font.startsWith('7') ? 'Board' : 'Words'}, system-ui, sans-serif`
    pencil.fillText(text, x, y, room)
  }
  pencil.fillStyle = ink
  pencil.textBaseline = 'middle'
  write(named(game.atlas?.board.name ?? {}), '700 44px', left, 62)
  pencil.fillStyle = quiet
  write(dated(game.table ? new Date(game.table.created * 1000) : new Date()), '500 22px', left, 104)
  for (const [place, seat] of byPlace(score).entries()) {
    const won = score.winners.includes(seat.seat)
    const y = 178 + place * 78
    if (won) {
      pencil.fillStyle = darkNow() ? '#4d4119' : '#f6d97a'
      pencil.beginPath()
      pencil.roundRect(left - 12, y - 36, right - left + 24, 72, 14)
      pencil.fill()
    }
    const wagon = await wagonOf(game.seat(seat.seat)?.colour ?? 'red')
    pencil.drawImage(wagon, left, y - WAGON.height / 2, WAGON.width, WAGON.height)
    pencil.fillStyle = ink
    const points = figure(seat.total)
    pencil.textAlign = 'right'
    write(points, won ? '700 42px' : '700 34px', right, y - 9, 100)
    const room = right - left - WAGON.width - 28 - pencil.measureText(points).width
    pencil.textAlign = 'left'
    write(game.name(seat.seat), won ? '700 32px' : '700 28px', left + WAGON.width + 14, y - 11, room)
    pencil.fillStyle = won ? ink : quiet
    // Below both, as wide as the column.
    write(partsOf(seat), '500 17px', left + WAGON.width + 14, y + 20)
  }
  pencil.fillStyle = quiet
  write(m.app_name(), '700 28px', left, SIZE.height - 40)
}

/** Where most points come from. */
function partsOf({ routes, tickets, ticket_points }: SeatScore): string {
  const done = m.done_of({ done: tickets.filter((one) => one.completed).length, all: tickets.length })
  return `${m.end_routes()} ${figure(routes)} · ${m.end_tickets()} ${figure(ticket_points)} (${done})`
}

/** The wagon that stands for a player all over the page. */
async function wagonOf(colour: PlayerColour): Promise<HTMLImageElement> {
  const host = document.createElement('div')
  mount(Wagon, { target: host, props: { colour, size: 2 * WAGON.width } })
  const text = new XMLSerializer().serializeToString(host.firstElementChild!)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  return image
}

/** Draw how others did, above the name of the game. */
function drawComparison({ pencil, left, right, ink, quiet }: Sheet, { lines, columns }: Comparison): void {
  const bottom = SIZE.height - 76
  const wide = (right - left) / Math.max(1, columns.length)
  const most = Math.max(1, ...columns.map(({ count }) => count))
  for (const [at, { count, mine }] of columns.entries()) {
    const high = Math.max(mine ? 10 : 3, (count / most) * 90)
    pencil.fillStyle = mine ? '#2f86bd' : quiet
    pencil.globalAlpha = mine ? 1 : 0.45
    pencil.fillRect(left + at * wide, bottom - high, wide - 2, high)
  }
  pencil.globalAlpha = 1
  pencil.fillStyle = ink
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
  download(file, file.name)
}
