type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without the members that are undefined: in answers and in the store they are absent. */
export function omitUndefined<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}
