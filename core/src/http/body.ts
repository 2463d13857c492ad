import { InvalidJson, UnsupportedMediaType } from "../define/errors.ts";
import type { Incoming } from "./incoming.ts";
import { parseJson } from "./json.ts";

const JSON_TYPE = /^application\/(json|[\w.-]+\+json)[ \t]*(;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^\s";]*)/i;

/** Values in a body, for each MiB that it may have: more would keep the event loop from everybody else. */
const MOST_VALUES = 50_000;
const MEBIBYTE = 2 ** 20;

/** Reads a body as the object that operations take. None, an empty one and `{}` are the same. */
export async function readBody(incoming: Incoming, limit: number): Promise<Record<string, unknown>> {
  const encoding = incoming.header("content-encoding");
  // A compressed body could unfold to any size.
  if (encoding !== undefined && encoding !== "identity") throw UnsupportedMediaType({});
  const bytes = await incoming.read(limit);
  if (bytes.length === 0) return {};
  return parseBody(bytes, limit, incoming.header("content-type"));
}

/** The object in a body of at most `limit` bytes that was sent as `type`: JSON in UTF-8, or 415; 400 for what is not an object. */
export function parseBody(bytes: Buffer, limit: number, type: string | undefined): Record<string, unknown> {
  if (type === undefined || !isJsonType(type)) throw UnsupportedMediaType({});
  const value = parseJson(bytes, { values: MOST_VALUES * Math.max(1, limit / MEBIBYTE) });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw InvalidJson({ reason: "it must be an object" });
  }
  return value as Record<string, unknown>;
}

function isJsonType(type: string): boolean {
  if (!JSON_TYPE.test(type)) return false;
  const [, charset = "utf-8"] = CHARSET.exec(type) ?? [];
  return charset.toLowerCase() === "utf-8";
}
