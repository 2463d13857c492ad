import { contentFault } from "../header.ts";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** Length of the end record, after which a comment of up to 64 KiB may follow. */
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 2_000;
const MAX_INFLATED = 256 * 2 ** 20;

/**
 * Throws a 400 error for a file that is not an archive, or that would decompress to too much. The sizes are those that
 * the archive declares: the library allocates buffers of the declared size and rejects larger entries.
 */
export function assertSafeArchive(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 8 && view.getUint32(0) === 0xd0cf11e0) {
    throw contentFault("xlsx", "is an XLS file or has a password; save it as XLSX without a password");
  }
  const end = endOf(view);
  if (end === undefined) throw contentFault("xlsx", "is not an XLSX file");
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff || count > MAX_ENTRIES || view.getUint16(end + 8, true) !== count) {
    throw contentFault("xlsx", `is an archive with more than ${MAX_ENTRIES} files or several parts`);
  }
  let inflated = 0;
  let at = start;
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY) throw contentFault("xlsx", "is a damaged XLSX file");
    inflated += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (inflated > MAX_INFLATED) {
    throw contentFault("xlsx", `decompresses to ${inflated} bytes; the maximum is ${MAX_INFLATED}; split the file`);
  }
}

function endOf(view: DataView): number | undefined {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT; at--) if (view.getUint32(at, true) === END) return at;
  return undefined;
}
