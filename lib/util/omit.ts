/** A copy of a record without some of its keys. */
export function omit<T>(record: Readonly<Record<string, T>>, ...keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
