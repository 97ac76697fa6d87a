/** Writes a board file: what has not changed stands as it stood, the rest in the form of our own boards. */
import { sourceOf, type Source, type Table, type Value } from './toml'

/** Lists with a line for each element. */
const isLong = (value: Value[]): boolean => value.some((one) => typeof one === 'object' && !Array.isArray(one))

export function writeToml(value: Table, source: Source | null): string {
  const lines: string[] = []
  const written = new Set<string>()
  /** Write the values of a table that the source does not have. */
  const addTo = (path: string[]): void => {
    const table = lookUp(value, path)
    if (!isTable(table)) return
    for (const [key, inner] of Object.entries(table)) {
      const name = [...path, key].join('\0')
      if (written.has(name) || isHeaded([...path, key], inner)) continue
      written.add(name)
      lines.push(`${keyText(key)} = ${valueText(inner, '')}\n`)
    }
  }
  let open: string[] = []
  for (const part of source?.parts ?? []) {
    const now = lookUp(value, part.path)
    if (part.kind === 'table') {
      addTo(open)
      open = part.path
      if (!isTable(now)) continue
      written.add(part.path.join('\0'))
      lines.push(part.lead, part.text)
      continue
    }
    if (now === undefined) {
      if (part.lead.includes('#') && part.path.length === 1) lines.push(part.lead)
      continue
    }
    for (let depth = 1; depth <= part.path.length; depth++) written.add(part.path.slice(0, depth).join('\0'))
    lines.push(part.lead, part.key, ' = ')
    lines.push(
      same(now, part.value) ? part.text : valueText(now, part.end),
      part.trail.includes('\n') ? part.trail : '\n',
    )
  }
  addTo(open)
  const text = lines.join('')
  const headed = headings(value, [], written).join('\n')
  const tail = source?.tail ?? ''
  return headed ? `${text}${tail}${text && '\n'}${headed}` : text + tail
}

/** Whether a table gets a heading of its own: rules and the parts of the drawing. */
function isHeaded(path: string[], value: Value): boolean {
  if (!isTable(value)) return false
  if (path.length === 1) return path[0] === 'rules' || path[0] === 'drawing'
  if (path.length > 2) return false
  return path[0] === 'rules' || (path[0] === 'drawing' && (path[1] === 'spots' || path[1] === 'bends'))
}

function headings(value: Table, path: string[], written: Set<string>): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key]
    if (!isHeaded(here, inner)) return []
    const table = inner as Table
    const below = headings(table, here, written)
    if (written.has(here.join('\0'))) return below
    const own = Object.entries(table).filter(([name, one]) => !isHeaded([...here, name], one))
    if (own.length === 0 && Object.keys(table).length > 0) return below
    const lines = own.map(([name, one]) => `${keyText(name)} = ${valueText(one, '')}\n`)
    return [`[${here.map(keyText).join('.')}]\n${lines.join('')}`, ...below]
  })
}

function isTable(value: Value | undefined): value is Table {
  return typeof value === 'object' && !Array.isArray(value)
}

function lookUp(value: Table, path: string[]): Value | undefined {
  let found: Value | undefined = value
  for (const key of path) found = isTable(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

function same(one: Value, other: Value): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((element, index) => same(element, other[index]!))
  if (!isTable(one) || !isTable(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key]!, other[key]!))
  )
}

const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key))

export function valueText(value: Value, end: string): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\x7f', '\\u007f')
  if (typeof value !== 'object') return numberText(value)
  if (!Array.isArray(value)) {
    const inside = Object.entries(value).map(([key, inner]) => `${keyText(key)} = ${valueText(inner, '')}`)
    return inside.length === 0 ? '{}' : `{ ${inside.join(', ')} }`
  }
  if (!isLong(value)) return `[${value.map((one) => valueText(one, '')).join(', ')}]`
  const elements = value.map((one) => {
    const known = typeof one === 'object' ? sourceOf(one) : undefined
    return `${known?.lead || '\n  '}${known?.text ?? valueText(one, '')},`
  })
  return `[${elements.join('')}${end.includes('\n') ? end : '\n'}]`
}

function numberText(value: number | boolean): string {
  return value === Infinity ? 'inf' : value === -Infinity ? '-inf' : String(value)
}
