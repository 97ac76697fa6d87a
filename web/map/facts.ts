// The boards that come with Semafor, as described by `semafor board show --json`: nothing here reads a board file.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import type { BoardDefinition } from '../src/lib/protocol'

const path = (name: string): string => resolve(import.meta.dirname, '../..', name)

/** The project's own Python, which runs the sources: the package need not be built. */
const python =
  [path('.venv/bin/python'), path('.venv/Scripts/python.exe')].find((found) => existsSync(found)) ?? 'python3'

/** Return the name by which `semafor board` knows a board: its id, or the file of a lesson's board. */
function nameOf(id: string): string {
  const lesson = path(`src/semafor/boards/lessons/${id}.toml`)
  return existsSync(lesson) ? lesson : id
}

const read = new Map<string, BoardDefinition>()

/** Return a board by its id (a built-in one or a lesson's), as the server would describe it. */
export function readFacts(id: string): BoardDefinition {
  const known = read.get(id)
  if (known) return known
  const text = execFileSync(python, ['-W', 'ignore', '-m', 'semafor', 'board', 'show', '--json', nameOf(id)], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: path('src'), PYTHONIOENCODING: 'utf-8' },
  })
  const board = JSON.parse(text) as BoardDefinition
  read.set(id, board)
  return board
}
