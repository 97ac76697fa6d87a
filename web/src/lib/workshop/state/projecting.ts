/** Where a place of the world lies on a board. */
import { projectionOf } from '../../board/ground/projection'
import type { Point } from '../../board/layout/layout-problem'
import type { Board } from './board'

interface Degrees {
  lat: number
  lon: number
}

/** Where a city of the world lies on a board: by its ground, or by the cities that are there; null if neither helps. */
export function placeFor(board: Board, { lat, lon }: Degrees): Point | null {
  if (board.ground) {
    const [x, y] = projectionOf(board.ground, board.width, board.height)([lon, lat]) ?? []
    return x === undefined || y === undefined ? null : { x, y }
  }
  const known = board.cities.flatMap(({ fields, at }) =>
    typeof fields['lat'] === 'number' && typeof fields['lon'] === 'number'
      ? [{ at, raw: mercator(fields['lon'], fields['lat']) }]
      : [],
  )
  if (known.length < 2) return null
  // The similarity without a turn that fits the known cities best.
  const mean = (of: (one: (typeof known)[number]) => number): number =>
    known.reduce((sum, one) => sum + of(one), 0) / known.length
  const raw = { x: mean((one) => one.raw.x), y: mean((one) => one.raw.y) }
  const at = { x: mean((one) => one.at.x), y: mean((one) => one.at.y) }
  let [over, under] = [0, 0]
  for (const one of known) {
    over += (one.raw.x - raw.x) * (one.at.x - at.x) + (one.raw.y - raw.y) * (one.at.y - at.y)
    under += (one.raw.x - raw.x) ** 2 + (one.raw.y - raw.y) ** 2
  }
  if (under < 1e-12 || over <= 0) return null
  const here = mercator(lon, lat)
  const found = { x: at.x + ((here.x - raw.x) * over) / under, y: at.y + ((here.y - raw.y) * over) / under }
  const inside = found.x >= 0 && found.y >= 0 && found.x <= board.width && found.y <= board.height
  return inside ? found : null
}

function mercator(lon: number, lat: number): Point {
  const limited = (Math.min(Math.max(lat, -85), 85) * Math.PI) / 180
  return { x: (lon * Math.PI) / 180, y: -Math.log(Math.tan(Math.PI / 4 + limited / 2)) }
}
