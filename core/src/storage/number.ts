/** The number of a commit: strictly increasing, in the order in which commits become visible. */
export type Version = number;

/**
 * Stands, in the keys and values of a batch, for the number that the batch will get: as 14 hexadecimal
 * digits in a key, as a JSON number of 14 places in a value.
 *
 * It cannot collide: an encoded key has no control character, and JSON text never holds a raw one
 * (`JSON.stringify` escapes all below U+0020). It is as long as what replaces it, so the length of
 * a key is known, and a driver may patch the number in place.
 */
export const MARK = "\u0001".repeat(14);

/** Stands for the same number where it is part of a string: 14 hexadecimal digits in a key and in a value. */
export const STAMP = "\u0002".repeat(14);

/** The number as a key spells it; string order is number order. */
export const inKey = (number: Version): string => number.toString(16).padStart(14, "0");

/** The number as a value spells it, of fixed width: JSON allows blanks before a number. */
export const inValue = (number: Version): string => String(number).padStart(14, " ");

// --- the same number, as authors meet it: a value that is not known yet ---

// Random, and in this process only, so that no data can equal it. The capital keeps it off the fast path of keys.
const SECRET = `N${crypto.randomUUID()}`;
const NUMBER = "number";
const NUMBER_SPELLED = SECRET + NUMBER;
let spelling = false;

/** A commit's number before the commit: it may be stored, emitted and answered, and throws when calculated with. */
export type CommitNumber = number & { readonly "~unknown": true };

/** The number of the commit under way. In JSON that is not stored it reads null: the secret stays in the process. */
export const commitNumber = Object.freeze({
  toJSON: () => (spelling ? NUMBER_SPELLED : null),
  [Symbol.toPrimitive](): never {
    throw new TypeError("The number of a commit is known only after it; store it, emit it or answer it");
  },
}) as unknown as CommitNumber;

/** The same number as text of 14 hexadecimal digits, which may stand inside a longer string: `msg_${stamp}`. */
export const versionstamp = `${SECRET}stamp`;

/** JSON text with marks in it: only ever a part of a batch. Throws, with the path, for what JSON would change or lose. */
export function stringify(data: unknown): string {
  spelling = true;
  let text = "";
  try {
    text = JSON.stringify(data);
  } catch (error) {
    // A circle must not be walked through; a BigInt is found again, with its path.
    if (!String(error).includes("BigInt")) throw error;
  } finally {
    spelling = false;
  }
  const fault = faultIn(data);
  if (fault) throw new TypeError(`There is no JSON for ${fault.what} at ${fault.path || "/"}`);
  return marked(text);
}

/** Why a value is no JSON; undefined where it is. */
export function notJson(value: unknown): string | undefined {
  try {
    return void stringify(value);
  } catch (error) {
    return (error as Error).message;
  }
}

/** What in a value JSON would change or lose, and where. A member that is undefined is absent. */
function faultIn(value: unknown): { what: string; path: string } | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null || value === commitNumber)
    return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return undefined;
  if (typeof value !== "object") return { what: typeof value === "number" ? String(value) : typeof value, path: "" };
  const what = Object.prototype.toString.call(value).slice(8, -1);
  if ((what !== "Object" && what !== "Array") || "toJSON" in value) return { what, path: "" };
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const inner = value[name as keyof typeof value] as unknown;
    const found = inner === undefined && what === "Object" ? undefined : faultIn(inner);
    if (found) return { what: found.what, path: `/${name}${found.path}` };
  }
  return undefined;
}

/** Each spelling of the secret, a quoted number or a stamp in a string, as the mark that it stands for. */
function marked(text: string): string {
  let at = text.indexOf(SECRET);
  if (at < 0) return text;
  let done = "";
  let from = 0;
  for (; at >= 0; at = text.indexOf(SECRET, from)) {
    const isNumber = text.startsWith(NUMBER, at + SECRET.length);
    done += isNumber ? text.slice(from, at - 1) + MARK : text.slice(from, at) + STAMP;
    from = at + (isNumber ? NUMBER_SPELLED.length + 1 : versionstamp.length);
  }
  return done + text.slice(from);
}

/** The same value with the number in place; a part without it is handed back as it is. */
export function known<T>(value: T, number: Version): T {
  return fill(value, number) as T;
}

function fill(value: unknown, number: Version): unknown {
  if (typeof value === "string") return value.includes(SECRET) ? value.replaceAll(versionstamp, inKey(number)) : value;
  if (value === commitNumber) return number;
  if (typeof value !== "object" || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [name, old] of Object.entries(value)) {
    const now = fill(old, number);
    if (now === old) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = now;
  }
  return copy ?? value;
}
