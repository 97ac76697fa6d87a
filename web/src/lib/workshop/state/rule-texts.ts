/** The rules of a board in words, for people: as the home says each rule, with the board's own numbers. */
import type { RuleForms } from '../../protocol'
import { m } from '../../words'
import type { Table, Value } from '../file/toml'
import { isTable } from './board'

type Named = (names: Record<string, string>) => string

function shown(value: Value | undefined, said: (id: string) => string): string {
  if (value === undefined) return '–'
  if (typeof value === 'boolean') return said(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((one) => shown(one, said)).join(', ')
  if (isTable(value))
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${shown(one, said)}`)
      .join(', ')
  return typeof value === 'string' ? said(value) : String(value)
}

export function ruleTexts(forms: RuleForms, rules: Table, named: Named): { title: string; text: string }[] {
  return forms.rules.flatMap(({ slug, names, about, fields }) => {
    const given = rules[slug]
    if (!isTable(given)) return []
    const parameter = (key: string): string => {
      const field = fields.find((one) => one.key === key)
      const said = (id: string): string => {
        const option = field?.options.find((one) => one.id === id)
        if (option) return named(option.names)
        return field?.kind === 'flag' ? (id === 'yes' ? m.yes() : m.no()) : id
      }
      return shown(given[key] ?? (field?.default as Value | undefined), said)
    }
    const sentence = named(about)
    const known = [...sentence.matchAll(/\{(\w+)\}/g)].every(([, key]) => fields.some((field) => field.key === key))
    // A sentence that says something that is not a parameter is replaced by the list of these.
    const text =
      sentence && known
        ? sentence.replace(/\{(\w+)\}/g, (_, key: string) => parameter(key))
        : fields.map(({ key, names: label }) => `${named(label)}: ${parameter(key)}`).join('. ')
    return [{ title: named(names), text }]
  })
}
