import type { Blobs } from "@postern/core";
import { createGate } from "./gate.ts";
import type { Listing } from "./read.ts";
import { type Reader, readSource, type Source } from "./source.ts";

/** Files of a folder that are written at a time. All of them together are bounded by what a folder may hold. */
const WIDTH = 16;

interface Copier extends Reader {
  readonly blobs: Pick<Blobs, "read" | "write">;
}

/**
 * Reads a source and writes its files to the blobs, for the record that will name them; answers what it held. Callers who
 * publish one folder at the same time share the work.
 */
export function copyFolder(reader: Copier, source: Source): Promise<Listing> {
  const { store, caller, blobs, config, state } = reader;
  const work = (signal: AbortSignal) => copied({ store, caller, blobs, config, state, signal }, source);
  // What is uploaded is the caller's own.
  if (source.files) return work(reader.signal);
  return state.copies(source.dir, work, reader.signal);
}

async function copied(reader: Copier, source: Source): Promise<Listing> {
  const inTurn = createGate(WIDTH);
  const writes: Promise<string>[] = [];
  const listing = await readSource(reader, source, async ({ content }) => {
    const write = inTurn(() => reader.blobs.write(content));
    // Told below: until then a fault is nobody's surprise.
    write.catch(() => {});
    writes.push(write);
  });
  await Promise.all(writes);
  return listing;
}
