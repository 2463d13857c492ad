import { isUtf8 } from "node:buffer";
import { InvalidJson } from "../define/errors.ts";
import { faultIn } from "./json-fault.ts";

const MAX_DEPTH = 64;
const TOO_MANY = "it holds too many values";

/** Limits of a JSON text. */
export interface JsonLimits {
  /** Total number of array elements and object members. */
  readonly values: number;
}

/**
 * Parses a JSON text in linear time. Refuses with `gateway.invalid_json` what other parsers handle differently: bytes
 * that are not UTF-8, duplicate member names, names of the prototype, and nesting deeper than 64.
 */
export function parseJson(bytes: Buffer, { values }: JsonLimits): unknown {
  // Decoding would silently replace invalid UTF-8 with U+FFFD.
  if (!isUtf8(bytes)) throw InvalidJson({ reason: "it is not valid UTF-8" });
  const written = countIn(bytes);
  if (written.values > values) throw InvalidJson({ reason: TOO_MANY });
  const text = bytes.toString("utf8");
  const value = parse(text);
  const found: Found = { values: 0, members: 0 };
  if (typeof value === "object" && value !== null) assertHarmless(value, found);
  if (found.values > values) throw InvalidJson({ reason: TOO_MANY });
  // The parser keeps the last of two members with the same name, so fewer remain than were written.
  if (found.members < written.members) throw InvalidJson({ reason: duplicateReason(text) });
  return value;
}

interface Found {
  values: number;
  members: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** How many bytes of a string are examined one by one. The end of a longer string is found much faster by a search. */
const STRETCH = 64;

/**
 * Counts the values and members of a text without creating them, by commas and colons outside of strings. Refuses deep
 * nesting, which would exhaust the stack of whoever walks through it.
 */
function countIn(bytes: Buffer): Found {
  let [values, members, depth] = [1, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === COMMA) values++;
    else if (byte === COLON) members++;
    else if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if ((byte === OPEN_ARRAY || byte === OPEN_OBJECT) && ++depth > MAX_DEPTH)
      throw InvalidJson({ reason: `it is nested deeper than ${MAX_DEPTH}` });
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return { values, members };
}

/** The position of the closing quote of a string whose content starts at `from`, or the length of the text. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    for (const stretch = Math.min(at + STRETCH, bytes.length); at < stretch; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) at++;
    }
    if (at >= bytes.length) return bytes.length;
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return bytes.length;
    let slashes = 0;
    while (slashes < quote - at && bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
}

/** The parser's own message quotes the text, which may contain secrets. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = faultIn(text);
    throw InvalidJson({
      reason: fault === undefined ? "it ends too early" : `unexpected text at character ${fault.at}`,
    });
  }
}

function duplicateReason(text: string): string {
  const fault = faultIn(text);
  return `an object has two members with the same name${fault ? `, the second at character ${fault.at}` : ""}`;
}

/** Refuses names of the prototype, which would cause harm later. Counts the rest. */
function assertHarmless(value: object, found: Found): void {
  const isArray = Array.isArray(value);
  const names = isArray ? value : Object.keys(value);
  found.values += names.length;
  if (!isArray) found.members += names.length;
  for (let at = 0; at < names.length; at++) {
    const name = names[at];
    if (!isArray && (name === "__proto__" || name === "constructor" || name === "prototype")) {
      throw InvalidJson({ reason: `a member cannot be named "${name}"` });
    }
    const inner: unknown = isArray ? name : (value as Record<string, unknown>)[name as string];
    if (typeof inner === "object" && inner !== null) assertHarmless(inner, found);
  }
}
