/** Makes 300 commits with a file size limit below the size of the store, and reads in between. */
import { encodeKey, encodeRecord } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";

const store = lmdb({ path: process.argv[2] });
const key = (n) => encodeKey(["record", n]);
const seen = { failures: new Set(), reads: 0 };
for (let n = 1; n <= 300; n++) {
  await store.commit([{ checks: [], writes: [{ key: key(n), value: encodeRecord("x".repeat(3_000)) }] }]).then(
    () => seen.failures.add("none"),
    ({ reason }) => seen.failures.add(reason),
  );
  if (store.getItem(key(0)) !== null) seen.reads++;
}
console.log(JSON.stringify({ ...seen, failures: [...seen.failures] }));
await store.dispose();
