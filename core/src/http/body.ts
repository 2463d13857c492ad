import { isUtf8 } from "node:buffer";
import { InvalidJson, UnsupportedMediaType } from "../errors.ts";
import type { Incoming } from "./incoming.ts";
import { faultIn } from "./json-fault.ts";

const JSON_TYPE = /^application\/(json|[\w.-]+\+json)[ \t]*(;|$)/i;
const DEEPEST = 64;

/** Values in a body, for each MiB that it may have: more would keep the event loop from everybody else. */
const MOST_VALUES = 50_000;
const MEBIBYTE = 2 ** 20;
const TOO_MANY = "it holds too many values";

/** Reads a body as the object that operations take. None, an empty one and `{}` are the same. */
export async function readBody(incoming: Incoming, limit: number): Promise<Record<string, unknown>> {
  assertPlain(incoming);
  const bytes = await incoming.read(limit);
  if (bytes.length === 0) return {};
  if (!JSON_TYPE.test(incoming.header("content-type") ?? "")) throw UnsupportedMediaType({});
  return parseBody(bytes, limit);
}

/** A compressed body could unfold to any size. */
function assertPlain(incoming: Incoming): void {
  const encoding = incoming.header("content-encoding");
  if (encoding !== undefined && encoding !== "identity") throw UnsupportedMediaType({});
}

export function parseBody(bytes: Buffer, limit: number): Record<string, unknown> {
  // Decoding would put U+FFFD in place of what is no UTF-8, and nobody would know.
  if (!isUtf8(bytes)) throw InvalidJson({ reason: "it is not valid UTF-8" });
  const most = MOST_VALUES * Math.max(1, limit / MEBIBYTE);
  if (bytes.length > most && valuesIn(bytes) > most) throw InvalidJson({ reason: TOO_MANY });
  const value = parse(bytes.toString("utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw InvalidJson({ reason: "it must be an object" });
  }
  assertHarmless(value, 1, { left: most });
  return value as Record<string, unknown>;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Commas outside of strings: how many values the parser would make, told without making them. */
function valuesIn(bytes: Buffer): number {
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === COMMA) values++;
    if (byte !== QUOTE) continue;
    // A string may hold any number of commas; the next quote that is not escaped ends it.
    for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  }
  return values;
}

/** The parser's own message quotes the body, which may hold anything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = faultIn(text);
    throw InvalidJson({
      reason: fault === undefined ? "it ends too early" : `it stops being JSON at character ${fault}`,
    });
  }
}

/** Refuses what would be dropped or misread further in: names of the prototype, endless depth, too many values. */
function assertHarmless(value: object, depth: number, budget: { left: number }): void {
  if (depth > DEEPEST) throw InvalidJson({ reason: `it is nested deeper than ${DEEPEST}` });
  const isArray = Array.isArray(value);
  const names = isArray ? value : Object.keys(value);
  budget.left -= names.length;
  if (budget.left < 0) throw InvalidJson({ reason: TOO_MANY });
  for (let at = 0; at < names.length; at++) {
    const name = names[at];
    if (!isArray && (name === "__proto__" || name === "constructor" || name === "prototype")) {
      throw InvalidJson({ reason: `a member may not be named ${name}` });
    }
    const inner: unknown = isArray ? name : (value as Record<string, unknown>)[name as string];
    if (typeof inner === "object" && inner !== null) assertHarmless(inner, depth + 1, budget);
  }
}
