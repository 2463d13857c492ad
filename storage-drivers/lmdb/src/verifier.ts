/**
 * A process that reads a store and may crash on damaged pages. It prints the result for one of three modes: `records`
 * reads everything; `pages` looks only at the pages; `file` does so without LMDB, for a file on which LMDB crashes.
 */
import { setPriority } from "node:os";
import { join } from "node:path";
import { verified } from "@postern/core/verify";
import { openFolder } from "./folder.ts";
import { faultInPages } from "./pages.ts";
import { createReads } from "./reads.ts";
import { readSums } from "./sums.ts";
import type { VerifierMode } from "./verify.ts";

/** How much lower the priority is than that of the gateway, which answers calls meanwhile. */
const NICENESS = 5;

const [path = "", mode] = process.argv.slice(2) as [string, VerifierMode];
const file = join(path, "data.mdb");

try {
  setPriority(NICENESS);
} catch {
  // Not every system and container allows it.
}

async function result(): Promise<object> {
  if (mode === "file") return { fault: faultInPages(file) };
  const { db } = openFolder({ path, create: false });
  // Keeps all pages of the newest commit, so that the walk over the pages is exact while others commit.
  const transaction = db.useReadTransaction();
  try {
    const fault = faultInPages(file, true);
    if (fault !== undefined || mode === "pages") return { fault };
    const reads = createReads(() => db, transaction);
    return { found: await verified(reads, readSums(db, transaction)) };
  } finally {
    transaction.done();
    await db.close();
  }
}

process.stdout.write(JSON.stringify(await result()));
