/** How a board is laid on sheets of paper. All measures are millimetres. */

export interface Paper {
  id: 'a4' | 'a3' | 'letter' | 'one'
  width: number
  height: number
}

export const PAPERS: readonly Paper[] = [
  { id: 'a4', width: 210, height: 297 },
  { id: 'a3', width: 297, height: 420 },
  { id: 'letter', width: 215.9, height: 279.4 },
  { id: 'one', width: 0, height: 0 },
]

/** Around a page, for printers that can't print to the edge, and for trim marks. */
export const MARGIN = 10
/** How much of the board two neighbouring pages both have. */
export const OVERLAP = 5

export interface Tile {
  /** The size of the paper as it lies. */
  paper: { width: number; height: number }
  /** The part of the board on it. */
  left: number
  top: number
  width: number
  height: number
  row: number
  column: number
}

/** The pages for a board of this size, in as few pages as the paper allows, lying or standing. */
export function tilesOf(board: { width: number; height: number }, paper: Paper): Tile[] {
  if (paper.id === 'one') {
    const sheet = { width: board.width + 2 * MARGIN, height: board.height + 2 * MARGIN }
    return [{ paper: sheet, left: 0, top: 0, ...board, row: 0, column: 0 }]
  }
  const { width, height } = paper
  const ways = [
    { width, height },
    { width: height, height: width },
  ].map((sheet) => tiled(board, sheet))
  return ways[1]!.length < ways[0]!.length ? ways[1]! : ways[0]!
}

function tiled(board: { width: number; height: number }, sheet: { width: number; height: number }): Tile[] {
  const [width, height] = [sheet.width - 2 * MARGIN, sheet.height - 2 * MARGIN]
  const count = (size: number, room: number): number => Math.max(1, Math.ceil((size - OVERLAP) / (room - OVERLAP)))
  const [columns, rows] = [count(board.width, width), count(board.height, height)]
  const tiles: Tile[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [left, top] = [column * (width - OVERLAP), row * (height - OVERLAP)]
      tiles.push({
        paper: sheet,
        left,
        top,
        width: Math.min(width, board.width - left),
        height: Math.min(height, board.height - top),
        row,
        column,
      })
    }
  return tiles
}

/** A ticket of the usual size. */
export const CARD = { width: 62, height: 45 }
