import { crc32 } from "node:zlib";
import { DamagedRecord } from "./errors.ts";
import { MARK, stringify, type Version } from "./number.ts";

/** A stored value and the number of the commit that wrote it. */
export interface Stored {
  version: Version;
  data: unknown;
}

/** Of fixed width up to the data: `{"v":00000000000000,"d":`. */
const VERSION_AT = 5;
const VERSION_END = VERSION_AT + MARK.length;
const DATA_AT = VERSION_END + 5;
/** `,"k":"00000000"}` */
export const SEAL_LENGTH = 16;

const HEAD = `{"v":${MARK},"d":`;

/**
 * The text of a new record. The version comes first with a fixed width, so that a driver can compare it without
 * parsing.
 */
export const encodeRecord = (data: unknown): string => `${HEAD}${stringify(data)}}`;

/** The text of a record whose data is JSON text. */
export const encodeJson = (json: string): string => `${HEAD}${json}}`;

/** Adds a checksum over the key and the record to the record. */
export function seal(key: string, text: string): string {
  const body = text.slice(0, -1);
  return `${body},"k":"${checksum(body, crc32(key))}"}`;
}

/** The name of the checksum: `k`, or `c` if an earlier version wrote the record without its key in the checksum. */
export function sealOf(text: string): string | undefined {
  const at = text.length - SEAL_LENGTH;
  const isSealed = text.startsWith(',"k":"', at) || text.startsWith(',"c":"', at);
  return isSealed && text.endsWith('"}') ? text[at + 2] : undefined;
}

/** Decodes a record. Throws DamagedRecord if it differs from what was written. */
export function decodeRecord(key: string, text: string): Stored {
  const sealed = sealOf(text);
  const end = text.length - (sealed ? SEAL_LENGTH : 1);
  // The checksum of the key continued over the body, in one call.
  const covered = sealed === "k" ? key + text.slice(0, end) : text.slice(0, end);
  if (sealed && checksum(covered, 0) !== text.slice(end + 6, -2)) throw new DamagedRecord(key);
  const version = versionOf(text);
  if (version < 0 || !text.startsWith(',"d":', VERSION_END) || !text.endsWith("}")) throw new DamagedRecord(key);
  try {
    return { version, data: JSON.parse(text.slice(DATA_AT, end)) };
  } catch (error) {
    throw new DamagedRecord(key, error);
  }
}

/** The data of a record. Undefined if it is missing or damaged. */
export function intactData<T>(key: string, text: string | null): T | undefined {
  try {
    return text === null ? undefined : (decodeRecord(key, text).data as T);
  } catch {
    return undefined;
  }
}

/** The version of a stored record, from its head alone. -1 if it is not readable. */
export function versionOf(text: string): Version {
  const version = Number(text.slice(VERSION_AT, VERSION_END));
  return version > 0 ? version : -1;
}

const checksum = (text: string, start: number): string => inHex(crc32(text, start));

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A checksum as 8 hexadecimal digits, in a tenth of the time of `toString(16)`. */
export const inHex = (sum: number): string =>
  `${BYTES[sum >>> 24]}${BYTES[(sum >>> 16) & 255]}${BYTES[(sum >>> 8) & 255]}${BYTES[sum & 255]}`;
