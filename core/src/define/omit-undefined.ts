type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without the members that are undefined: in answers and in the store they are absent. */
export function omitUndefined<T extends object>(members: T): Present<T> {
  const present: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) present[name] = value;
  return present as Present<T>;
}
