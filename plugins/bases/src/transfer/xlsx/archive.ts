import { contentFault } from "../header.ts";
import { entryListOf } from "./unpack.ts";

const MAX_ENTRIES = 2_000;
const MAX_INFLATED = 256 * 2 ** 20;

/**
 * Throws a 400 error for a file that is not an archive, or that would decompress to too much. The sizes are those that
 * the archive declares: the library allocates buffers of the declared size and rejects larger entries.
 */
export function assertSafeArchive(bytes: Uint8Array): void {
  if (Buffer.from(bytes.subarray(0, 8)).toString("hex").startsWith("d0cf11e0")) {
    throw contentFault("xlsx", "is an XLS file or has a password; save it as XLSX without a password");
  }
  const list = entryListOf(bytes);
  if (!list) throw contentFault("xlsx", "is not an XLSX file");
  if (!list.isPlain || list.count > MAX_ENTRIES) {
    throw contentFault("xlsx", `is an archive with more than ${MAX_ENTRIES} files or several parts`);
  }
  let inflated = 0;
  for (const entry of list.entries()) {
    if (!entry) throw contentFault("xlsx", "is a damaged XLSX file");
    inflated += entry.size;
  }
  if (inflated > MAX_INFLATED) {
    throw contentFault("xlsx", `decompresses to ${inflated} bytes; the maximum is ${MAX_INFLATED}; split the file`);
  }
}
