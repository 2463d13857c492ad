import { readSync } from "node:fs";

/** Bytes that are read at once. */
const RUN = 2 ** 20;
/** Pages that are read without need, because another read takes longer. */
const GAP = 8;

/**
 * These pages of a file, in the order of the file. Neighbours are read together, others alone. Their bytes are valid until
 * the next page is asked for; those of a page behind the end of the file are shorter than a page.
 */
export function* pagesOf(
  fd: number,
  pages: readonly number[],
  pageSize: number,
): Generator<{ page: number; bytes: Buffer }> {
  const ordered = Float64Array.from(pages).sort();
  const buffer = Buffer.allocUnsafe(RUN);
  for (let first = 0; first < ordered.length; ) {
    const start = ordered[first] as number;
    let next = first + 1;
    while (next < ordered.length && isNear(ordered, next, start, pageSize)) next++;
    const length = ((ordered[next - 1] as number) + 1 - start) * pageSize;
    const read = readAt(fd, buffer, length, start * pageSize);
    for (; first < next; first++) {
      const page = ordered[first] as number;
      const at = (page - start) * pageSize;
      yield { page, bytes: buffer.subarray(Math.min(at, read), Math.min(at + pageSize, read)) };
    }
  }
}

/** Whether the page is read together with the one before it. */
function isNear(ordered: Float64Array, at: number, start: number, pageSize: number): boolean {
  const page = ordered[at] as number;
  return page - (ordered[at - 1] as number) <= GAP && (page + 1 - start) * pageSize <= RUN;
}

/** A damaged number may be one that no file reaches. */
const readAt = (fd: number, buffer: Buffer, length: number, at: number): number =>
  Number.isSafeInteger(at) ? readSync(fd, buffer, 0, length, at) : 0;
