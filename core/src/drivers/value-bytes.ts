import { crc32 } from "node:zlib";
import { encodeJson, inHex, SEAL_LENGTH, type ValueForm } from "../storage/index.ts";

/** Bytes after a value in which the checksum is added: the seal replaces the last byte of the record. */
export const SPARE = SEAL_LENGTH - 1;

/** A value as UTF-8, with spare bytes until it is complete. */
export interface ValueBytes {
  readonly bytes: Buffer;
  /** Of the key and the complete value. */
  checksum: number;
}

const MARK = 1;
const STAMP = 2;
const DIGITS = 14;

/** Records as bytes. The commit number and the checksum are written in place, so that no text is copied. */
export const asBytes: ValueForm<ValueBytes> = {
  record: (json) => ({ bytes: Buffer.from(encodeJson(json) + " ".repeat(SPARE)), checksum: 0 }),

  complete(key, value, decimal, hex) {
    const { bytes } = value;
    replace(bytes, MARK, decimal);
    replace(bytes, STAMP, hex);
    const end = bytes.length - SEAL_LENGTH;
    const body = crc32(bytes.subarray(0, end), crc32(key));
    bytes.write(`,"k":"${inHex(body)}"}`, end, "latin1");
    value.checksum = crc32(bytes.subarray(end), body);
    return value;
  },
};

/** JSON and keys have no other bytes below the blank, so each found byte begins a marker. */
function replace(bytes: Buffer, mark: number, digits: string): void {
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + DIGITS)) bytes.write(digits, at, "latin1");
}
