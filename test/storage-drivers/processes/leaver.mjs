/** Exits during many commits, in the way given by its last argument. */
import { encodeKey, encodeRecord } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";

const [path, manner] = process.argv.slice(2);
const store = lmdb({ path });
const batches = Array.from({ length: 256 }, (_, n) => ({
  checks: [],
  writes: [{ key: encodeKey(["record", n]), value: encodeRecord("x".repeat(200)) }],
}));
await store.commit(batches);

// Without a pending commit nothing keeps the process alive.
if (manner !== "leave open") {
  (async () => {
    for (;;) await store.commit(batches);
  })();
  setTimeout(() => {
    if (manner === "throw") throw new Error("thrown on purpose");
    process.exit(7);
  }, 50);
}
