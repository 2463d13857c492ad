/** A process that reads the whole store and may crash on damaged pages. */
import { verified } from "@postern/core/verify";
import { openFolder } from "./folder.ts";
import { createReads } from "./reads.ts";
import { readSums } from "./sums.ts";

const [path = ""] = process.argv.slice(2);
const { db } = openFolder({ path, create: false });
const transaction = db.useReadTransaction();
const reads = createReads(() => db, transaction);
const sums = readSums(db, transaction);
process.stdout.write(JSON.stringify(await verified(reads, sums)));
transaction.done();
await db.close();
