/** Commits until the disk is full, then reports the result. Must run with a file size limit. */
import { encodeKey, encodeRecord } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";

const store = lmdb({ path: process.argv[2] });
const batch = (n) => ({
  checks: [],
  writes: [{ key: encodeKey(["record", n]), value: encodeRecord("x".repeat(10_000)) }],
});

let last = -1;
let error;
while (!error) {
  await store.commit([batch(last + 1)]).then(
    () => last++,
    (thrown) => {
      error = thrown;
    },
  );
}
const { reason, nothingWritten } = error;
const trouble = store.trouble()?.reason;
const readable = store.getItem(encodeKey(["record", last])) !== null;
const absent = store.getItem(encodeKey(["record", last + 1])) === null;
// Removals free space.
const removed = await store.commit([{ checks: [], writes: [{ key: encodeKey(["record", 0]), value: null }] }]);
// The trouble is reported for three seconds.
const now = performance.now.bind(performance);
performance.now = () => now() + 3_100;
await store.commit([{ checks: [], writes: [{ key: encodeKey(["record", 1]), value: encodeRecord("small") }] }]);
const later = store.trouble()?.reason ?? null;
console.log(JSON.stringify({ last, reason, nothingWritten, trouble, readable, absent, removed, later }));
await store.dispose();
