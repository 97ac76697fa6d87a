// Flags of the countries on our boards, as plain shapes in a box of 24 by 16.

interface Cloth {
  field: string
  parts: { fill: string; d: string }[]
}

const cross = (thick: number, at = 9): string => {
  const half = thick / 2
  return `M0 ${8 - half}H${at - half}V0H${at + half}V${8 - half}H24V${8 + half}H${at + half}V16H${at - half}V${8 + half}H0Z`
}
const band = (from: number, to: number): string => `M0 ${from}H24V${to}H0Z`

export const FLAGS: Record<string, Cloth> = {
  DK: { field: '#b8313a', parts: [{ fill: '#fff', d: cross(2.4) }] },
  NO: {
    field: '#b5353c',
    parts: [
      { fill: '#fff', d: cross(4.4) },
      { fill: '#2a3f73', d: cross(2.2) },
    ],
  },
  SE: { field: '#2d6299', parts: [{ fill: '#f0c63a', d: cross(3.2) }] },
  FI: { field: '#fff', parts: [{ fill: '#2c4f8c', d: cross(4.2) }] },
  EE: {
    field: '#fff',
    parts: [
      { fill: '#3a78b8', d: band(0, 5.33) },
      { fill: '#1c1e24', d: band(5.33, 10.67) },
    ],
  },
  LV: { field: '#8f3040', parts: [{ fill: '#fff', d: band(6.4, 9.6) }] },
  LT: {
    field: '#b03a3c',
    parts: [
      { fill: '#e6bd3c', d: band(0, 5.33) },
      { fill: '#3d7a52', d: band(5.33, 10.67) },
    ],
  },
  PL: { field: '#c4354c', parts: [{ fill: '#fff', d: band(0, 8) }] },
  RU: {
    field: '#b93a3a',
    parts: [
      { fill: '#fff', d: band(0, 5.33) },
      { fill: '#35589c', d: band(5.33, 10.67) },
    ],
  },
}
