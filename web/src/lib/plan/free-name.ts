/** A name that nobody at the table has: the wanted one, or the same with the next free number. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  if (!used.has(wanted.toLowerCase())) return wanted
  let number = 2
  while (used.has(`${wanted} ${number}`.toLowerCase())) number += 1
  return `${wanted} ${number}`
}
