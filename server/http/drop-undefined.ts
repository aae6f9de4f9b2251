type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** zod's optional keys may hold undefined; our types' optional keys may not. */
export function dropUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>;
}
