/** Holds a snapshot open until it is killed. */
import { writeSync } from "node:fs";
import lmdb from "@postern/storage-lmdb";

const store = lmdb({ path: process.argv[2], maxReaders: Number(process.argv[3]) });
const snapshot = store.snapshot();
snapshot.getItem("anything");
writeSync(1, "reading\n");
setInterval(() => snapshot.getItem("anything"), 60_000);
