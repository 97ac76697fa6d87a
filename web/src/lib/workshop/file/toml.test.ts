// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { changed, readToml, type Table } from './toml'
import { writeToml } from './write-toml'

const FOLDER = join(import.meta.dirname, '../../../../../src/semafor/boards')
const boards = readdirSync(FOLDER).filter((name) => name.endsWith('.toml'))

describe('board files', () => {
  it.each(boards)('%s comes out as it went in', (name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8')
    const { value, source } = readToml(text)
    expect(writeToml(value, source)).toBe(text)
    expect((value['cities'] as Table[]).length).toBeGreaterThan(5)
  })

  it.each(boards)('%s is the same when it is written without its source', (name) => {
    const { value } = readToml(readFileSync(join(FOLDER, name), 'utf8'))
    expect(readToml(writeToml(value, null)).value).toEqual(value)
  })

  it('change only where something has changed', () => {
    const text = readFileSync(join(FOLDER, 'toy.toml'), 'utf8')
    const { value, source } = readToml(text)
    const routes = (value['routes'] as Table[]).map((route, index) =>
      index === 3 ? changed(route, { length: 3 }) : route,
    )
    const rules = { ...(value['rules'] as Table), claiming: { trains: 15 } }
    const written = writeToml({ ...value, routes, rules, author: 'me' }, source)
    const before = text.split('\n')
    const now = written.split('\n')
    expect(now.filter((line) => !before.includes(line))).toEqual([
      '  { between = ["brack", "cormo"], length = 3, colour = "blue" },',
      'author = "me"',
      'trains = 15',
    ])
    expect(before.filter((line) => !now.includes(line))).toHaveLength(2)
    expect((readToml(written).value['rules'] as Table)['claiming']).toEqual({ trains: 15 })
  })

  it('keep comments among the cities, and lose what is removed', () => {
    const text =
      'cities = [\n  # the north\n  { id = "a" }, # first\n  { id = "b" },\n]\n[rules.turns]\n[rules.goals]\nmost = 3\n'
    const { value, source } = readToml(text)
    const [a] = value['cities'] as Table[]
    const { turns } = value['rules'] as Table
    expect(writeToml({ cities: [a!], rules: { turns: turns! } }, source)).toBe(
      'cities = [\n  # the north\n  { id = "a" },\n]\n[rules.turns]\n',
    )
  })

  it('say where they can’t be read', () => {
    expect(() => readToml('a = 1\nb = [1, 2')).toThrow('line 2')
    expect(() => readToml('a = 1\na = 2')).toThrow('twice')
    expect(readToml('"a b" = \'x\\y\'\nc.d = """\nx"y"""\ne = -1_000.5e1 # end').value).toEqual({
      'a b': 'x\\y',
      c: { d: 'x"y' },
      e: -10005,
    })
  })
})
