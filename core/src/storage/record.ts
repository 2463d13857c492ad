import { crc32 } from "node:zlib";
import { DamagedRecord } from "./errors.ts";
import { inValue, MARK, stringify, type Version } from "./number.ts";

/** A stored value and the number of the commit that wrote it. */
export interface Stored {
  version: Version;
  data: unknown;
}

/** Of fixed width up to the data: `{"v":00000000000000,"d":`. */
const VERSION_AT = 5;
const VERSION_END = VERSION_AT + MARK.length;
const DATA_AT = VERSION_END + 5;
/** `,"c":"00000000"}` */
const SEAL_LENGTH = 16;

const HEAD = `{"v":${MARK},"d":`;

/** The text of a record to be. The version comes first and is of fixed width, so a driver compares it without parsing. */
export const encodeRecord = (data: unknown): string => `${HEAD}${stringify(data)}}`;

/** The text of a record whose data is JSON already. */
export const encodeJson = (json: string): string => `${HEAD}${json}}`;

/** The record with a checksum over all that comes before it. */
export function seal(text: string): string {
  const body = text.slice(0, -1);
  return `${body},"c":"${checksum(body)}"}`;
}

/** The record as it was before it was sealed. Throws DamagedRecord where it is not what was written. */
export function unsealed(key: string, text: string): string {
  decodeRecord(key, text);
  return isSealed(text) ? `${text.slice(0, text.length - SEAL_LENGTH)}}` : text;
}

const isSealed = (text: string): boolean => text.startsWith(',"c":"', text.length - SEAL_LENGTH) && text.endsWith('"}');

/** Reads a record back. Throws DamagedRecord where it is not what was written. */
export function decodeRecord(key: string, text: string): Stored {
  const sealed = isSealed(text);
  const end = sealed ? text.length - SEAL_LENGTH : text.length - 1;
  if (sealed && checksum(text.slice(0, end)) !== text.slice(end + 6, -2)) throw new DamagedRecord(key);
  const version = versionOf(text);
  if (version < 0 || !text.startsWith(',"d":', VERSION_END) || !text.endsWith("}")) throw new DamagedRecord(key);
  try {
    return { version, data: JSON.parse(text.slice(DATA_AT, end)) };
  } catch (error) {
    throw new DamagedRecord(key, error);
  }
}

/** The version of a stored record, from its head alone; -1 where there is none to read. */
export function versionOf(text: string): Version {
  const version = Number(text.slice(VERSION_AT, VERSION_END));
  return version > 0 ? version : -1;
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, "0");

/** A whole record for the store's own use, of a number that is known. */
export const encodeAt = (version: Version, data: unknown): string =>
  seal(`{"v":${inValue(version)},"d":${JSON.stringify(data)}}`);

/** The data of a record of the store's own; undefined where it is missing or damaged. */
export function intactData<T>(key: string, text: string | null): T | undefined {
  try {
    return text === null ? undefined : (decodeRecord(key, text).data as T);
  } catch {
    return undefined;
  }
}
