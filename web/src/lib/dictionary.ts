/** Return an object that has these keys and no others: somebody's board may have the id `constructor`. */
export function dictionary<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries))
}
