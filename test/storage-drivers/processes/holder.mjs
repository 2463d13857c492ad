/** Holds LMDB's write lock until its standard input ends. */
import { readSync, writeSync } from "node:fs";
import { open } from "lmdb";

const db = open({ path: process.argv[2], overlappingSync: false });
db.transactionSync(() => {
  writeSync(1, "holding\n");
  readSync(0, Buffer.alloc(1));
});
await db.close();
