/** Commits groups of 256 batches of four records each to the database of `STORE`, one after the other. */
import { type Batch, complete, encodeRecord } from "@postern/core/storage";
import { spreadOf } from "../harness/spread.ts";
import { openStorage } from "./storage.ts";

const GROUPS = 60;
const value = encodeRecord({ text: "The quick brown fox jumps over. ".repeat(4) });

const store = await complete(openStorage());
const groupMs: number[] = [];
for (let group = 0; group < GROUPS; group++) {
  const batches: Batch[] = Array.from({ length: 256 }, (_, n) => ({
    checks: [{ start: `chat!:${n}`, end: `chat!:${n}\0`, found: [] }],
    writes: [
      ...["message", "client", "order"].map((kind) => ({ key: `${kind}!:${group}!:${n}`, value })),
      { key: `count!:${n % 16}`, add: 1 },
    ],
  }));
  const began = performance.now();
  await store.commit(batches);
  groupMs.push(performance.now() - began);
}
await store.dispose?.();
const total = groupMs.reduce((sum, one) => sum + one, 0);
const rows = GROUPS * (3 * 256 + 16);
process.stdout.write(
  `${JSON.stringify({ rowsPerSecond: (1000 * rows) / total, groupMs: spreadOf(groupMs).median })}\n`,
);
