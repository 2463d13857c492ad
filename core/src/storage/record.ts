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
  const start = sealed === "k" ? crc32(key) : 0;
  if (sealed && checksum(text.slice(0, end), start) !== text.slice(end + 6, -2)) throw new DamagedRecord(key);
  const version = versionOf(text);
  if (version < 0 || !text.startsWith(',"d":', VERSION_END) || !text.endsWith("}")) throw new DamagedRecord(key);
  try {
    return { version, data: JSON.parse(text.slice(DATA_AT, end)) };
  } catch (error) {
    throw new DamagedRecord(key, error);
  }
}

/** The version of a stored record, from its head alone. -1 if it is not readable. */
export function versionOf(text: string): Version {
  const version = Number(text.slice(VERSION_AT, VERSION_END));
  return version > 0 ? version : -1;
}

const checksum = (text: string, start: number): string => crc32(text, start).toString(16).padStart(8, "0");
