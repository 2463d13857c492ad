/**
 * Damages each byte of two compressed records in turn, and reads them with older text in LMDB's buffer. Prints how
 * often the result was not the record, a damaged one, or an error, and the memory of buffers in MiB.
 *
 * A separate process, because LMDB prints damaged values.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { decodeRecord, encodeKey, encodeRecord, rangeOf } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { asBinary, open } from "lmdb";

const path = process.argv[2];
const store = lmdb({ path });
const key = encodeKey(["thing", 1]);
/** The same for every record, and long enough for several sequences of LZ4. */
const NOTE = Array.from({ length: 40 }, (_, n) => (n * 7919).toString(36)).join(" ");
const other = encodeKey(["thing", 2]);
const put = (text) => {
  const data = encodeRecord({ text, note: `${NOTE} and again ${NOTE}` });
  return store.commit([{ checks: [], writes: [key, other].map((key) => ({ key, value: data })) }]);
};
// The same bytes without compression. Both share LMDB's environment.
const raw = open({ path, noSubdir: false, encoding: "binary", cache: false });
const write = (bytes) => raw.transactionSync(() => raw.putSync(key, asBinary(bytes)));
const read = async (reading) => {
  // The store renews its view once in each round of microtasks.
  await nextTurn();
  store.refresh();
  return reading();
};
const get = () => store.getItem(key);
const range = () => store.range({ ...rangeOf(["thing"]), limit: 1 })[0].value;
/** The bytes of the record now. LMDB would otherwise read them in a transaction that began before the last commit. */
function stored() {
  raw.resetReadTxn();
  return Buffer.from(raw.get(key));
}

await put("old");
const old = stored();
await put("new");
const bytes = stored();
const text = get();
const found = { compressed: bytes[0] === 254, whole: 0, damaged: 0, wrong: 0, others: 0 };

/** Damaged text may differ between two reads. */
function kindOf(after) {
  if (after === text) return "whole";
  try {
    decodeRecord(key, after);
    return "wrong";
  } catch (error) {
    return error.code === "DAMAGED_RECORD" ? "damaged" : "wrong";
  }
}

async function check(damage) {
  for (const reading of [get, range]) {
    // The older record of the same length is what LMDB read last.
    write(old);
    await read(get);
    write(damage);
    found[kindOf(await read(reading))]++;
    found[kindOf(reading())]++;
    const { length } = store.range({ ...rangeOf(["thing"]), limit: 9 });
    if (length === 2 && decodeRecord(other, store.getItem(other)).data.text === "new") found.others++;
  }
}
for (let at = 0; at < bytes.length; at++) {
  for (const change of [1, 2, 128, 255]) {
    const damage = Buffer.from(bytes);
    damage[at] ^= change;
    await check(damage);
  }
}
for (let length = 1; length < bytes.length; length += 7) await check(bytes.subarray(0, length));
for (const first of [250, 253, 254, 255])
  for (const rest of [0, 1, 127, 255]) await check(Buffer.from([first, ...Array(15).fill(rest)]));
const checks = 4 * (bytes.length * 4 + Math.ceil((bytes.length - 1) / 7) + 16);
const { whole, wrong, others, compressed } = found;
const isFound =
  compressed && wrong === 0 && 2 * others === checks && whole + found.damaged === checks && whole < checks / 50;
const buffers = Math.round(process.memoryUsage().arrayBuffers / 2 ** 20);
console.log(JSON.stringify({ isFound, isSmall: buffers < 100, ...(isFound ? {} : { ...found, checks }) }));
await raw.close();
await store.dispose();
