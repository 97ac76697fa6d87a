// How a part of the world is laid on a board of somebody's own.

import { geoConicConformal, geoMercator, type GeoProjection } from 'd3-geo'

import { SIZES } from '../layout/layout-problem'

/** A part of the world, in degrees. */
export interface WorldPart {
  west: number
  south: number
  east: number
  north: number
}

/** The latitudes where flat maps still have a size. */
const LIMIT = 82

/** A projection that shows a part of the world as large as it fits on a board, beside the track of points. */
export function projectionOf({ west, south, east, north }: WorldPart, width: number, height: number): GeoProjection {
  const flat = Math.abs(south + north) / 2 < 18 || east - west > 120
  const raw = flat
    ? geoMercator().rotate([-(west + east) / 2, 0])
    : geoConicConformal()
        .parallels([south + (north - south) / 6, north - (north - south) / 6])
        .rotate([-(west + east) / 2, 0])
  const limit = (lat: number): number => Math.min(Math.max(lat, -LIMIT), LIMIT)
  const coordinates: [number, number][] = []
  for (let step = 0; step <= 20; step++) {
    const lon = west + ((east - west) * step) / 20
    const lat = limit(south + ((north - south) * step) / 20)
    coordinates.push([lon, limit(south)], [lon, limit(north)], [west, lat], [east, lat])
  }
  const margin = SIZES.frame
  return raw.fitExtent(
    [
      [margin, margin],
      [width - margin, height - margin],
    ],
    { type: 'MultiPoint', coordinates },
  )
}
