/**
 * Reads a board file (TOML) so that it can be written again as it was: every comment, blank line and unknown key stays,
 * and only what has changed is written anew. Python says what is wrong in a file; this only refuses what it can't parse.
 */

export type Value = string | number | boolean | Value[] | Table
export interface Table {
  [key: string]: Value
}

/** How an element of a list was written: what stands before it, and its text if it has not changed. */
export interface Written {
  lead: string
  text: string | null
}

interface Statement {
  kind: 'value'
  path: string[]
  lead: string
  key: string
  text: string
  trail: string
  value: Value
  /** Of a list: what stands before its closing bracket. */
  end: string
}

interface Heading {
  kind: 'table'
  path: string[]
  lead: string
  text: string
}

export interface Source {
  parts: (Statement | Heading)[]
  /** What follows the last statement. */
  tail: string
}

/** How elements of lists were written. */
const writtenAs = new WeakMap<object, Written>()

export const sourceOf = (element: object): Written | undefined => writtenAs.get(element)

/** A changed copy of a table that keeps the comment before it. */
export function changed<T extends Table>(table: T, changes: Partial<Record<keyof T, Value | undefined>>): T {
  const next = Object.fromEntries(
    Object.entries({ ...table, ...changes }).filter(([, value]) => value !== undefined),
  ) as T
  const known = writtenAs.get(table)
  if (known) writtenAs.set(next, { lead: known.lead, text: null })
  return next
}

export class TomlError extends Error {
  constructor(
    readonly what: string,
    readonly line: number,
  ) {
    super(`${what} (line ${line})`)
  }
}

export function readToml(text: string): { value: Table; source: Source } {
  return new Reader(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')).file()
}

const BARE = /[A-Za-z0-9_-]+/y
const SPACE = /[ \t]*/y
const TRIVIA = /(?:[ \t\n]|#[^\n]*)*/y
const REST = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y
const NUMBER = /[+-]?(?:0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|(?:\d[\d_]*)(?:\.[\d_]+)?(?:[eE][+-]?\d+)?|inf|nan)/y
const ESCAPES: Record<string, string> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b', '"': '"', '\\': '\\' }

class Reader {
  private at = 0

  constructor(private readonly text: string) {}

  file(): { value: Table; source: Source } {
    const value: Table = Object.create(null) as Table
    const parts: Source['parts'] = []
    let table = value
    let path: string[] = []
    let lead = this.take(TRIVIA)
    while (this.at < this.text.length) {
      const start = this.at
      if (this.text[this.at] === '[') {
        if (this.text[this.at + 1] === '[') this.fail('lists of tables in double brackets are not used in board files')
        this.at += 1
        path = this.keys()
        this.expect(']')
        table = this.tableAt(value, path)
        const trail = this.rest()
        parts.push({ kind: 'table', path, lead, text: this.text.slice(start, this.at - trail.length) + trail })
      } else {
        const keys = this.keys()
        const key = this.text.slice(start, this.at)
        this.expect('=')
        this.take(SPACE)
        const from = this.at
        const found = this.value()
        const text = this.text.slice(from, this.at)
        const holder = this.tableAt(table, keys.slice(0, -1))
        const name = keys.at(-1)!
        if (name in holder) this.fail(`${name} is there twice`)
        holder[name] = found
        const end = this.listEnd
        parts.push({
          kind: 'value',
          path: [...path, ...keys],
          lead,
          key: key.trimEnd(),
          text,
          value: found,
          end,
          trail: this.rest(),
        })
      }
      lead = this.take(TRIVIA)
    }
    return { value, source: { parts, tail: lead } }
  }

  /** What stood before the closing bracket of the list read last. */
  private listEnd = ''

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  private rest(): string {
    const before = this.at
    const found = this.take(REST)
    if (this.at === before && this.at < this.text.length) this.fail('more than one value in a line')
    return found
  }

  private fail(what: string): never {
    throw new TomlError(what, this.text.slice(0, this.at).split('\n').length)
  }

  private expect(sign: string): void {
    this.take(SPACE)
    if (this.text[this.at] !== sign) this.fail(`expected ${sign}, got ${this.text[this.at] ?? 'the end'}`)
    this.at += 1
  }

  private keys(): string[] {
    const keys: string[] = []
    do {
      if (keys.length > 0) this.at += 1
      this.take(SPACE)
      const sign = this.text[this.at]
      const key = sign === '"' || sign === "'" ? this.string() : this.take(BARE)
      if (!key && sign !== '"' && sign !== "'") this.fail(`expected a key, got ${sign ?? 'the end'}`)
      keys.push(key)
      this.take(SPACE)
    } while (this.text[this.at] === '.')
    return keys
  }

  private tableAt(from: Table, path: string[]): Table {
    let table = from
    for (const key of path) {
      const inner = (table[key] ??= Object.create(null) as Table)
      if (typeof inner !== 'object' || Array.isArray(inner)) this.fail(`${key} is no table`)
      table = inner
    }
    return table
  }

  private value(): Value {
    this.listEnd = ''
    const sign = this.text[this.at]
    if (sign === '"' || sign === "'") return this.string()
    if (sign === '[') return this.list()
    if (sign === '{') return this.inline()
    for (const [word, value] of [['true', true] as const, ['false', false] as const])
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length
        return value
      }
    const number = this.take(NUMBER).replaceAll('_', '')
    if (!number) this.fail(`expected a value, got ${sign ?? 'the end'}`)
    return Number(number.replace(/^\+/, '').replace('inf', 'Infinity'))
  }

  private string(): string {
    const quote = this.text[this.at]!
    const long = this.text.startsWith(quote.repeat(3), this.at)
    this.at += long ? 3 : 1
    const close = long ? quote.repeat(3) : quote
    let found = ''
    if (long && this.text[this.at] === '\n') this.at += 1
    while (!this.text.startsWith(close, this.at)) {
      const sign = this.text[this.at]
      if (sign === undefined || (sign === '\n' && !long)) this.fail('a text has no closing quote')
      this.at += 1
      if (sign !== '\\' || quote === "'") found += sign
      else found += this.escaped()
    }
    this.at += close.length
    return found
  }

  private escaped(): string {
    const sign = this.text[this.at]!
    this.at += 1
    const digits = { x: 2, u: 4, U: 8 }[sign]
    if (digits) {
      const code = Number.parseInt(this.text.slice(this.at, this.at + digits), 16)
      this.at += digits
      if (!Number.isFinite(code) || code > 0x10ffff) this.fail('a wrong character code')
      return String.fromCodePoint(code)
    }
    if (/\s/.test(sign)) {
      this.take(/\s*/y)
      return ''
    }
    return ESCAPES[sign] ?? this.fail(`a wrong escape \\${sign}`)
  }

  private list(): Value[] {
    this.at += 1
    const found: Value[] = []
    let lead = this.take(TRIVIA)
    while (this.text[this.at] !== ']') {
      const start = this.at
      const value = this.value()
      if (typeof value === 'object') writtenAs.set(value, { lead, text: this.text.slice(start, this.at) })
      found.push(value)
      const before = this.take(TRIVIA)
      if (this.text[this.at] === ',') {
        this.at += 1
        lead = before + this.take(TRIVIA)
      } else if (this.text[this.at] === ']') lead = before
      else this.fail('expected , or ] in a list')
    }
    this.at += 1
    this.listEnd = lead
    return found
  }

  private inline(): Table {
    this.at += 1
    const found: Table = Object.create(null) as Table
    this.take(TRIVIA)
    while (this.text[this.at] !== '}') {
      const keys = this.keys()
      this.expect('=')
      this.take(TRIVIA)
      const holder = this.tableAt(found, keys.slice(0, -1))
      if (keys.at(-1)! in holder) this.fail(`${keys.at(-1)!} is there twice`)
      holder[keys.at(-1)!] = this.value()
      this.take(TRIVIA)
      if (this.text[this.at] === ',') {
        this.at += 1
        this.take(TRIVIA)
      } else if (this.text[this.at] !== '}') this.fail('expected , or } in a table')
    }
    this.at += 1
    this.listEnd = ''
    return found
  }
}
