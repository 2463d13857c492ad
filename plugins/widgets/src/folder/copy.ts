import type { Blobs } from "@postern/core";
import { createGate } from "./gate.ts";
import { type Listing, readFolder } from "./read.ts";

/** Files of a folder that are written at a time. All of them together are bounded by what a folder may hold. */
const WIDTH = 16;

/** Reads a folder of the workspace and writes its files to the blobs, for the record that will name them; answers what it held. */
export async function copyFolder(
  workspace: string | undefined,
  dir: string,
  blobs: Pick<Blobs, "write">,
  signal: AbortSignal,
): Promise<Listing> {
  const inTurn = createGate(WIDTH);
  const writes: Promise<string>[] = [];
  const listing = await readFolder(
    workspace,
    dir,
    async ({ content }) => {
      const write = inTurn(() => blobs.write(content));
      // Told below: until then a fault is nobody's surprise.
      write.catch(() => {});
      writes.push(write);
    },
    signal,
  );
  await Promise.all(writes);
  return listing;
}
