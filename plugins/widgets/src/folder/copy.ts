import type { Blobs } from "@postern/core";
import { createLimiter } from "./limiter.ts";
import type { Listing } from "./read.ts";
import { type Reader, readSource, type Source } from "./source.ts";

/** Files written at a time. Their total size is limited by the size of a folder. */
const CONCURRENCY = 16;

interface Copier extends Reader {
  readonly blobs: Pick<Blobs, "read" | "write">;
}

/**
 * Reads a source and writes its files to the blobs, for the version that will use them. Concurrent publishes of the
 * same folder share the work.
 */
export function copyFolder(reader: Copier, source: Source): Promise<Listing> {
  const { store, caller, blobs, config, state } = reader;
  const work = (signal: AbortSignal) => copySource({ store, caller, blobs, config, state, signal }, source);
  // Uploaded files belong to one caller, so the work is not shared.
  if (source.files) return work(reader.signal);
  return state.copies(source.dir, work, reader.signal);
}

async function copySource(reader: Copier, source: Source): Promise<Listing> {
  const limited = createLimiter(CONCURRENCY);
  const writes: Promise<string>[] = [];
  const listing = await readSource(reader, source, async ({ content }) => {
    const write = limited(() => reader.blobs.write(content));
    // Rejections are handled by Promise.all below. This avoids an unhandled rejection until then.
    write.catch(() => {});
    writes.push(write);
  });
  await Promise.all(writes);
  return listing;
}
