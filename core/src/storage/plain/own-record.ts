import { crc32 } from "node:zlib";
import { inValue, type Version } from "../number.ts";
import { decodeRecord } from "../record.ts";

/** A whole record for the store's own use, of a number that is known. Sealed so that every version can read it. */
export function encodeAt(version: Version, data: unknown): string {
  const body = `{"v":${inValue(version)},"d":${JSON.stringify(data)}`;
  return `${body},"c":"${crc32(body).toString(16).padStart(8, "0")}"}`;
}

/** The data of a record of the store's own; undefined where it is missing or damaged. */
export function intactData<T>(key: string, text: string | null): T | undefined {
  try {
    return text === null ? undefined : (decodeRecord(key, text).data as T);
  } catch {
    return undefined;
  }
}
