import { createHash } from "node:crypto";
import { type CommitNumber, commitNumber, inKey, MARK, STAMP, versionstamp } from "./number.ts";

/** A key is a path of parts. Keys sort part by part, in the order of their UTF-8 bytes. */
export type KeyPart = string | number | CommitNumber;
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
/** Windows keeps these names for devices, in every folder. */
const DEVICES = new Set(["con", "prn", "aux", "nul", ..."123456789".replace(/./g, "com$& lpt$& ").trim().split(" ")]);

/** A part as `encodeKey` writes it, and the names under which the store keeps its own records. */
const PART = "(?:[0-9a-z_-]|[,.=`~][0-9a-f]{2})+(?:,|~~[0-9a-f]{64})?";
const SPELLED = new RegExp(`^(?:~[a-z]+(?:-[a-z])?|${PART}(?:!:${PART})*)$`);
const CUT_ESCAPE = /[,.=`~][0-9a-f]?$/;

/**
 * Spells a key as a string that every driver can hold.
 *
 * The alphabet is lower case only: two keys that differ in case stay apart on a file system that folds case.
 * Escapes keep the byte order, so a driver may compare encoded keys directly. A driver that takes `:` for a folder
 * never meets a key that is both file and folder, since a folder's name ends in `!`.
 */
export function encodeKey(key: Key): string {
  return key.length === 0 ? "" : encodeBelow("", key);
}

/** The same, below a path that is spelled already. */
export function encodeBelow(head: string, key: Key): string {
  let text = head;
  for (let at = 0; at < key.length; at++) text += (text === "" ? "" : SEPARATOR) + encodePart(key[at] as KeyPart);
  return limited(text);
}

/** Two paths that are spelled already, one below the other. */
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

/** The half-open range of an encoded key itself and all keys below it. */
export function rangeAt(base: string): Range {
  return { start: base, end: base === "" ? "\uffff" : `${base}"` };
}

/** Whether this may be a key of the store: a plain driver may share its place with files of others. */
export const isSpelled = (name: string): boolean => name.length <= MAX_KEY && SPELLED.test(name);

/** Whether the store itself keeps something under this name. */
export const isInternal = (name: string): boolean => /^~[a-z]+(?:-[a-z])?$/.test(name);

/** Where a staged key will stand once its commit has its number: after every number there is now. */
export const landing = (name: string): string =>
  isMarked(name) ? name.replaceAll(MARK, "f".repeat(14)).replaceAll(STAMP, "f".repeat(14)) : name;

/** Whether the key waits for its commit's number, so that nothing can stand there yet. */
export const isMarked = (name: string): boolean => name.includes("\u0001") || name.includes("\u0002");

/** What an encoded key holds below its first `count` parts. */
export function below(name: string, count: number): string {
  let at = 0;
  for (let part = 0; part < count; part++) at = name.indexOf(SEPARATOR, at) + SEPARATOR.length;
  return name.slice(at);
}

function encodePart(part: KeyPart): string {
  if (typeof part === "string") return encodeText(part);
  if (part === commitNumber) return MARK;
  if (!Number.isSafeInteger(part) || part < 0) throw new RangeError(`A key holds no number like ${String(part)}`);
  return inKey(part);
}

function encodeText(part: string): string {
  if (part.length <= MAX_PART && PLAIN.test(part)) return part.length <= 4 && DEVICES.has(part) ? `${part},` : part;
  if (part === "") throw new RangeError("A key part is empty");
  const text = stamped(part);
  return text.length <= MAX_PART ? text : shortened(part, text);
}

function stamped(part: string): string {
  const at = part.indexOf(versionstamp);
  if (at < 0) return escaped(part);
  return escaped(part.slice(0, at)) + STAMP + stamped(part.slice(at + versionstamp.length));
}

/** Each byte of the text's UTF-8, plain or as an escape. A lone surrogate, which UTF-8 has not, is spelled likewise. */
function escaped(part: string): string {
  if (part === "" || PLAIN.test(part)) return part;
  let text = "";
  for (let at = 0; at < part.length; at++) {
    const point = part.codePointAt(at) as number;
    if (point < 0x80) text += spell(point);
    else if (point < 0x800) text += spell(0xc0 | (point >> 6)) + last(point);
    else if (point < 0x10000) text += spell(0xe0 | (point >> 12)) + last(point >> 6) + last(point);
    else text += spell(0xf0 | (point >> 18)) + last(point >> 12) + last(point >> 6) + last(point);
    if (point >= 0x10000) at++;
  }
  return text;
}

const spell = (byte: number): string => SPELLING[byte] as string;
const last = (bits: number): string => spell(0x80 | (bits & 0x3f));

/** An over-long part keeps its start, for order; `~~` occurs in no other part, since two hex digits follow a `~`. */
function shortened(part: string, text: string): string {
  if (isMarked(text)) throw new RangeError("A key part with the commit's number in it is too long");
  return `${text.slice(0, 114).replace(CUT_ESCAPE, "")}~~${createHash("sha256").update(escaped(part)).digest("hex")}`;
}

/** How each byte is spelled: itself, or its digits behind an escape whose place in the order is the byte's own. */
const SPELLING = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (PLAIN.test(char)) return char;
  const lead = byte < 0x2d ? "," : byte < 0x30 ? "." : byte < 0x5f ? "=" : byte < 0x61 ? "`" : "~";
  return lead + byte.toString(16).padStart(2, "0");
});
