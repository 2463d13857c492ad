/** Opens the folder as a user with read permission only. */
import { encodeKey, encodeRecord } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";

const store = lmdb({ path: process.argv[2] });
// Root can write everywhere, so root becomes nobody; other users have removed their own permission.
if (process.getuid() === 0) process.setuid(65534);

const key = encodeKey(["greeting"]);
const trouble = store.trouble()?.reason;
const error = await store.commit([{ checks: [], writes: [{ key, value: encodeRecord("changed") }] }]).catch((e) => e);
const snapshot = store.snapshot();
const text = snapshot.getItem(key);
snapshot.release();
console.log(JSON.stringify({ trouble, reason: error.reason, nothingWritten: error.nothingWritten, text }));
await store.dispose();
