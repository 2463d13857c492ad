import { InvalidJson, UnsupportedMediaType } from "../define/errors.ts";
import type { Incoming } from "./incoming.ts";
import { parseJson } from "./json.ts";

const JSON_TYPE = /^application\/(json|[\w.-]+\+json)[ \t]*(;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^\s";]*)/i;

/** Values allowed in a body per MiB of its limit: more would block the event loop for too long. */
const MAX_VALUES = 50_000;
const MEBIBYTE = 2 ** 20;

/** Reads a body as the input object of an operation. A missing or empty body is the same as `{}`. */
export async function readBody(incoming: Incoming, limit: number): Promise<Record<string, unknown>> {
  const encoding = incoming.header("content-encoding");
  // A compressed body could expand to any size.
  if (encoding !== undefined && encoding !== "identity") throw UnsupportedMediaType({});
  const bytes = await incoming.read(limit);
  if (bytes.length === 0) return {};
  return parseBody(bytes, limit, incoming.header("content-type"));
}

/** The possible size of a body, in bytes: its declared length, or the limit of the operation. */
export function sizeOf(incoming: Incoming, limit: number): number {
  const declared = incoming.header("content-length");
  if (declared !== undefined) return Math.min(Number(declared) || 0, limit);
  return incoming.header("transfer-encoding") === undefined ? 0 : limit;
}

/**
 * Parses a body of at most `limit` bytes with the content type `type`. Anything but JSON in UTF-8 is 415, anything but
 * an object 400.
 */
export function parseBody(bytes: Buffer, limit: number, type: string | undefined): Record<string, unknown> {
  if (type === undefined || !isJsonType(type)) throw UnsupportedMediaType({});
  const value = parseJson(bytes, { values: MAX_VALUES * Math.max(1, limit / MEBIBYTE) });
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
