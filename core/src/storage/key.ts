import { createHash } from "node:crypto";
import { type CommitNumber, commitNumber, inKey, MARK, STAMP, versionstamp } from "./number.ts";

/** A key is a path of parts. Keys sort part by part, in the order of their UTF-8 bytes. */
export type KeyPart = string | number | CommitNumber;
/** The key of a record: its parts, in their order. */
export type Key = readonly KeyPart[];

/** All encoded keys from `start` (included) to `end` (excluded). */
export interface Range {
  start: string;
  end: string;
}

/** Sorts below every encoded character, so `["a","b"]` comes after `["a"]` and before `["a0"]`. */
const SEPARATOR = "!:";
const PLAIN = /^[0-9a-z_-]+$/;
const MAX_PART = 180;
const MAX_KEY = 1500;
/** Windows reserves these names for devices, in every folder. */
const DEVICES = new Set(["con", "prn", "aux", "nul", ..."123456789".replace(/./g, "com$& lpt$& ").trim().split(" ")]);

/** The form of an encoded part, and the names of the store's internal records. */
const PART = "(?:[0-9a-z_-]|[,.=`~][0-9a-f]{2})+(?:,|~~[0-9a-f]{64})?";
const ENCODED = new RegExp(`^(?:~[a-z]+(?:-[a-z])?|${PART}(?:!:${PART})*)$`);
const CUT_ESCAPE = /[,.=`~][0-9a-f]?$/;

/**
 * Encodes a key as a string that every driver can store.
 *
 * The alphabet is lowercase, so keys that differ only in case stay distinct on a case-insensitive file system. Escapes
 * keep the byte order, so a driver can compare encoded keys directly. For a driver that maps `:` to a folder, no key is
 * both a file and a folder, since the name of a folder ends in `!`.
 */
export function encodeKey(key: Key): string {
  return key.length === 0 ? "" : encodeBelow("", key);
}

/** The same, below an encoded path. */
export function encodeBelow(head: string, key: Key): string {
  let text = head;
  for (let at = 0; at < key.length; at++) text += (text === "" ? "" : SEPARATOR) + encodePart(key[at] as KeyPart);
  return limited(text);
}

/** Joins two encoded paths. */
export const joined = (head: string, rest: string): string => (rest === "" ? head : limited(head + SEPARATOR + rest));

function limited(text: string): string {
  if (text.length > MAX_KEY) throw new RangeError(`A key of ${text.length} characters is longer than ${MAX_KEY}`);
  return text;
}

/** The half-open range of all keys below `prefix`. */
export function rangeOf(prefix: Key): Range {
  const base = encodeKey(prefix);
  return base === "" ? rangeAt("") : { start: base + SEPARATOR, end: `${base}"` };
}

/** The half-open range of an encoded key and all keys below it. */
export function rangeAt(base: string): Range {
  return { start: base, end: base === "" ? "\uffff" : `${base}"` };
}

/** Whether this can be a key of the store: a plain driver may share its folder with other files. */
export const isEncodedKey = (name: string): boolean => name.length <= MAX_KEY && ENCODED.test(name);

/** Whether this is the name of an internal record of the store. */
export const isInternal = (name: string): boolean => /^~[a-z]+(?:-[a-z])?$/.test(name);

/** The highest possible position of a staged key with a marker: after every existing number. */
export const latestKey = (name: string): string =>
  isMarked(name) ? name.replaceAll(MARK, "f".repeat(14)).replaceAll(STAMP, "f".repeat(14)) : name;

/** Whether the key contains a marker for the commit number, so that it cannot exist yet. */
export const isMarked = (name: string): boolean => name.includes("\u0001") || name.includes("\u0002");

/** The part of an encoded key after its first `count` parts. */
export function below(name: string, count: number): string {
  let at = 0;
  for (let part = 0; part < count; part++) at = name.indexOf(SEPARATOR, at) + SEPARATOR.length;
  return name.slice(at);
}

function encodePart(part: KeyPart): string {
  if (typeof part === "string") return encodeText(part);
  if (part === commitNumber) return MARK;
  if (!Number.isSafeInteger(part) || part < 0)
    throw new RangeError(`A part of a key must be a string or an integer from 0, not ${String(part)}`);
  return inKey(part);
}

function encodeText(part: string): string {
  if (part.length <= MAX_PART && PLAIN.test(part)) return part.length <= 4 && DEVICES.has(part) ? `${part},` : part;
  if (part === "") throw new RangeError("A part of a key cannot be empty");
  const text = stamped(part);
  return text.length <= MAX_PART ? text : shortened(part, text);
}

function stamped(part: string): string {
  const at = part.indexOf(versionstamp);
  if (at < 0) return escaped(part);
  return escaped(part.slice(0, at)) + STAMP + stamped(part.slice(at + versionstamp.length));
}

/**
 * Encodes each byte of the UTF-8 text, plain or escaped. A lone surrogate, which UTF-8 cannot represent, is encoded in
 * the same way.
 */
function escaped(part: string): string {
  if (part === "" || PLAIN.test(part)) return part;
  let text = "";
  for (let at = 0; at < part.length; at++) {
    const point = part.codePointAt(at) as number;
    if (point < 0x80) text += encodeByte(point);
    else if (point < 0x800) text += encodeByte(0xc0 | (point >> 6)) + last(point);
    else if (point < 0x10000) text += encodeByte(0xe0 | (point >> 12)) + last(point >> 6) + last(point);
    else text += encodeByte(0xf0 | (point >> 18)) + last(point >> 12) + last(point >> 6) + last(point);
    if (point >= 0x10000) at++;
  }
  return text;
}

const encodeByte = (byte: number): string => ENCODED_BYTES[byte] as string;
const last = (bits: number): string => encodeByte(0x80 | (bits & 0x3f));

/**
 * Shortens a long part. It keeps its start, for order. `~~` occurs in no other part, since two hex digits follow a `~`.
 */
function shortened(part: string, text: string): string {
  if (isMarked(text)) throw new RangeError("A part of a key that contains the commit number is too long");
  return `${text.slice(0, 114).replace(CUT_ESCAPE, "")}~~${createHash("sha256").update(escaped(part)).digest("hex")}`;
}

/** The encoding of each byte: itself, or its hex digits after an escape character that sorts like the byte. */
const ENCODED_BYTES = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (PLAIN.test(char)) return char;
  const lead = byte < 0x2d ? "," : byte < 0x30 ? "." : byte < 0x5f ? "=" : byte < 0x61 ? "`" : "~";
  return lead + byte.toString(16).padStart(2, "0");
});
