/** Called with the path by which a function was reached: `["chats", "list"]` for `client.chats.list(…)`. */
export type CallPath = (path: readonly string[], args: readonly unknown[]) => unknown;

/** Names that a program may read from any object. As parts of a path they could hang an `await` or send requests. */
const NEVER = ["then", "toJSON"];
const PART = /^[A-Za-z][A-Za-z0-9.-]*$/;

/**
 * An object with every path: each member is such an object, and a function. Parts are made once. Words of an id that
 * are joined by hyphens are written in camel case: `createMany` for `create-many`.
 */
export function createPaths(call: CallPath, path: readonly string[] = []): object {
  const made = new Map<string, object>();
  return new Proxy(() => {}, {
    get(_, name) {
      if (typeof name === "symbol" || NEVER.includes(name) || !PART.test(name)) return undefined;
      let inner = made.get(name);
      if (!inner) {
        inner = createPaths(call, [...path, hyphenated(name)]);
        made.set(name, inner);
      }
      return inner;
    },
    apply: (_, __, args: unknown[]) => call(path, args),
    has: () => false,
    ownKeys: () => [],
    getOwnPropertyDescriptor: () => undefined,
    set: () => false,
    defineProperty: () => false,
  });
}

const hyphenated = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
