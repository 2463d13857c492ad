/** The number of a commit: strictly increasing, in the order in which commits become visible. */
export type Version = number;

/**
 * A marker for the commit number in the keys and values of a batch: 14 hexadecimal digits in a key, a JSON number of
 * width 14 in a value.
 *
 * It cannot collide with data: an encoded key has no control characters, and JSON text has no raw ones. It is as long as
 * the number, so the length of a key is known in advance, and a driver may patch the number in place.
 */
export const MARK = "\u0001".repeat(14);

/** A marker for the same number as part of a string: 14 hexadecimal digits in a key and in a value. */
export const STAMP = "\u0002".repeat(14);

/** The number in the form for keys: string order is number order. */
export const inKey = (number: Version): string => number.toString(16).padStart(14, "0");

/** The number in the form for values, of fixed width: JSON allows blanks before a number. */
export const inValue = (number: Version): string => String(number).padStart(14, " ");

/** Most texts contain at most one marker, for which slicing is cheaper than a search and replace. */
export function fillIn(text: string, mark: string, number: string): string {
  const at = text.indexOf(mark);
  if (at < 0) return text;
  const rest = text.slice(at + mark.length);
  return text.slice(0, at) + number + (rest.includes(mark) ? rest.replaceAll(mark, number) : rest);
}

// --- the commit number as plugin authors use it, before it is known ---

// Random and only in this process, so that no data can equal it. The capital letter keeps it off the fast path of keys.
const SECRET = `N${crypto.randomUUID()}`;
const NUMBER = "number";
const SECRET_NUMBER = SECRET + NUMBER;
let isEncoding = false;

/** The number of a commit before the commit. It can be stored, emitted and answered; arithmetic with it throws. */
export type CommitNumber = number & { readonly "~unknown": true };

/**
 * The number of the current commit. In JSON outside of the store it becomes null, so that the secret stays in the
 * process.
 */
export const commitNumber = Object.freeze({
  toJSON: () => (isEncoding ? SECRET_NUMBER : null),
  [Symbol.toPrimitive](): never {
    throw new TypeError("The number of a commit is only known after it. Store it, emit it or answer it.");
  },
}) as unknown as CommitNumber;

/** The same number as text of 14 hexadecimal digits, which can be part of a longer string: `msg_${stamp}`. */
export const versionstamp = `${SECRET}stamp`;

/** JSON text with markers, only for batches. Throws, with the path, for values that JSON would change or lose. */
export function stringify(data: unknown): string {
  isEncoding = true;
  let text = "";
  try {
    text = JSON.stringify(data);
  } catch (error) {
    // A cycle cannot be traversed; a BigInt is found below, with its path.
    if (!String(error).includes("BigInt")) throw error;
  } finally {
    isEncoding = false;
  }
  const fault = notJson(data);
  if (fault !== undefined) throw new TypeError(fault);
  return marked(text);
}

/** Why a value is not JSON. Undefined if it is. */
export function notJson(value: unknown): string | undefined {
  try {
    const fault = faultIn(value);
    return fault && `${fault.what} at ${fault.path || "/"} cannot be represented in JSON`;
  } catch (error) {
    return `The value contains itself, or is nested too deeply: ${(error as Error).message}`;
  }
}

/** The first part of a value that JSON would change or lose. A member that is undefined is absent. */
function faultIn(value: unknown): { what: string; path: string } | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null || value === commitNumber)
    return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return undefined;
  if (typeof value !== "object") return { what: typeof value === "number" ? String(value) : typeof value, path: "" };
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = faultIn(value[at]);
      if (found) return { what: found.what, path: `/${at}${found.path}` };
    }
    return undefined;
  }
  const kind = Object.prototype.toString.call(value);
  if (kind !== "[object Object]" || typeof (value as { toJSON?: unknown }).toJSON === "function")
    return { what: kind.slice("[object ".length, -1), path: "" };
  // `for…in` allocates nothing, unlike the lists of names; inherited members are no part of the JSON.
  for (const name in value) {
    const inner = value[name as keyof typeof value] as unknown;
    const found = inner === undefined || !Object.hasOwn(value, name) ? undefined : faultIn(inner);
    if (found) return { what: found.what, path: `/${name}${found.path}` };
  }
  return undefined;
}

/** Replaces the secret, as a quoted number or as a stamp in a string, by the marker. */
function marked(text: string): string {
  let at = text.indexOf(SECRET);
  if (at < 0) return text;
  let done = "";
  let from = 0;
  for (; at >= 0; at = text.indexOf(SECRET, from)) {
    const isNumber = text.startsWith(NUMBER, at + SECRET.length);
    done += isNumber ? text.slice(from, at - 1) + MARK : text.slice(from, at) + STAMP;
    from = at + (isNumber ? SECRET_NUMBER.length + 1 : versionstamp.length);
  }
  return done + text.slice(from);
}

/** The same value with the number filled in. Parts without it are not copied. */
export function known<T>(value: T, number: Version): T {
  return fill(value, number, inKey(number)) as T;
}

function fill(value: unknown, number: Version, hex: string): unknown {
  // Most strings are too short to contain a stamp.
  if (typeof value === "string") return value.length < versionstamp.length ? value : fillIn(value, versionstamp, hex);
  if (typeof value !== "object" || value === null) return value;
  if (value === commitNumber) return number;
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    const old = (value as Record<string, unknown>)[name];
    const now = fill(old, number, hex);
    if (now === old) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = now;
  }
  return copy ?? value;
}
