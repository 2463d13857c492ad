/** Commits about 1,000 times a second for a while, each time with the time of the acknowledgment of the one before. */
import { setTimeout as pause } from "node:timers/promises";
import { complete, encodeRecord } from "@postern/core/storage";
import { openStorage } from "./storage.ts";

const seconds = Number(process.env.SECONDS);
const store = await complete(openStorage());
/** Number of each commit and when it was acknowledged, in Unix milliseconds. */
const acknowledged: [number, number][] = [];
const began = performance.now();
while (performance.now() - began < seconds * 1000) {
  const due = Math.floor(performance.now() - began) - acknowledged.length;
  const batches = Array.from({ length: Math.max(1, due) }, (_, n) => ({
    checks: [],
    writes: [{ key: `tick!:${n}`, value: encodeRecord(n) }],
  }));
  const numbers = await store.commit(batches);
  const now = performance.timeOrigin + performance.now();
  for (const number of numbers) if (number !== false) acknowledged.push([number, now]);
  await pause(1);
}
await store.dispose?.();
process.stdout.write(`${JSON.stringify({ acknowledged })}\n`);
