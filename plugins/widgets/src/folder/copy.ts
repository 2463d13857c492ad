import type { Blobs } from "@postern/core";
import { createGate } from "./gate.ts";
import type { Listing } from "./read.ts";
import { type Reader, readSource, type Source } from "./source.ts";

/** Files of a folder that are written at a time. All of them together are bounded by what a folder may hold. */
const WIDTH = 16;

/** Reads a source and writes its files to the blobs, for the record that will name them; answers what it held. */
export async function copyFolder(reader: Reader & { blobs: Pick<Blobs, "write"> }, source: Source): Promise<Listing> {
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
