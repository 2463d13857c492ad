/**
 * A copy of data at every depth, each object of which is passed through `finish`. What is more than data stays as it is:
 * functions, instances of classes, and objects with methods.
 */
export function copyOf<T>(value: T, finish: <O extends object>(copy: O) => O = (copy) => copy): T {
  if (Array.isArray(value)) return finish(value.map((item) => copyOf(item, finish))) as T;
  return isData(value) ? membersOf(value, finish) : value;
}

/** The same for an object whose own members may be functions. */
export function membersOf<T extends object>(value: T, finish: <O extends object>(copy: O) => O = (copy) => copy): T {
  const members = Object.entries(value).map(([name, member]) => [name, copyOf(member, finish)] as const);
  return finish(Object.fromEntries(members)) as T;
}

function isData(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  return isPlain && !Object.values(value).some((member) => typeof member === "function");
}
