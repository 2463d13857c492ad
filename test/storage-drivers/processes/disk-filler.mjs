/** Repeatedly fills the disk of its store with records, with a file, or with both. Prints one line per run. */
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeKey, encodeRecord, rangeOf } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";

const [disk, runs] = [process.argv[2], Number(process.argv[3])];
const ballast = join(disk, "ballast");
const store = lmdb({ path: join(disk, "store") });
const key = (n) => encodeKey(["record", n]);
/** Text that hardly compresses. */
const text = (size) => randomBytes(size).toString("base64").slice(0, size);
const put = (n, size) => ({ checks: [], writes: [{ key: key(n), value: encodeRecord(text(size)) }] });
const SIZES = [10_000, 3_000, 3_900, 2_000];
/** Removes records one by one, each with an event, as a command does. */
const SINGLY = 200;
let at = 0;

/** Commits until the disk is full; the batches of a failed group are retried separately, as by the commit queue. */
async function fill(size, group) {
  for (;;) {
    const batches = Array.from({ length: group }, (_, n) => put(at + n, size));
    try {
      await store.commit(batches);
      at += group;
    } catch (error) {
      if (group === 1) return error.reason;
      group = 1;
    }
  }
}

/** Fills the disk to the last byte. */
function overfill() {
  for (const size of [2 ** 24, 2 ** 20, 2 ** 16, 2 ** 12]) {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      if (error.code !== "ENOSPC") throw error;
    }
  }
}

const page = (head, limit) => store.range({ ...rangeOf([head]), limit }).map((entry) => entry.key);
const isDone = (commit) =>
  commit.then(
    () => true,
    () => false,
  );

async function removeSingly() {
  let removed = 0;
  for (const name of page("record", SINGLY)) {
    const event = { key: encodeKey(["journal", removed]), value: encodeRecord(text(300)) };
    await store.commit([{ checks: [], writes: [{ key: name, value: null }, event] }]);
    removed++;
  }
  return removed;
}

async function removeAll(head) {
  for (let names = page(head, 128); names.length > 0; names = page(head, 128)) {
    await store.commit([{ checks: [], writes: names.map((name) => ({ key: name, value: null })) }]);
  }
}

for (let run = 0; run < runs; run++) {
  if (run % 3 === 1) overfill();
  const reason = await fill(SIZES[run % SIZES.length], run % 2 === 0 ? 1 : 50);
  if (run % 3 === 2) overfill();
  const trouble = store.trouble()?.reason;
  const before = store.count({ ...rangeOf(["record"]), limit: 1e9 });
  const read = page("record", 1e9).filter((name) => store.getItem(name) !== null).length;
  const removed = await removeSingly();
  const inFile = await isDone(store.commit([put(at++, 300)]));
  rmSync(ballast, { force: true });
  await removeAll("record");
  await removeAll("journal");
  const recovered = await isDone(store.commit([put(at++, 3_000)]));
  const readable = read === before && before > 0;
  console.log(JSON.stringify({ reason, trouble, readable, removed: removed > 0, inFile, recovered }));
}
await store.dispose();
