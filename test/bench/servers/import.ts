/** Imports ROW_COUNT rows into a store and exports them again; tells rates, the longest pause of the event loop, and memory. */
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import bases, { importFinished, importsShow, rowsExport, rowsImport } from "@postern/bases";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs-lite";
import { anonymousMiB } from "../harness/memory.ts";
import { folder } from "./ready.ts";

const count = Number(process.env.ROW_COUNT);
const storage = lmdb({ path: join(folder, "store") });
const blobs = createStorage({ driver: fs({ base: join(folder, "blobs") }) });
const gateway = createGateway({ plugins: [bases()], storage, blobs });
await gateway.start();
const options = { options: [{ name: "New" }, { name: "Won" }] };
await gateway.call("bases.create", {
  name: "leads",
  props: [
    { name: "Company", type: "text", required: true },
    { name: "Worth", type: "number", config: { precision: 2 } },
    { name: "Open", type: "checkbox" },
    { name: "Due", type: "date" },
    { name: "Stage", type: "select", config: options },
  ],
});
const lines = Array.from(
  { length: count },
  (_, n) => `"Company ${n}, Inc.",${n}.25,yes,2026-11-21,${n % 2 ? "New" : "Won"}`,
);
const content = `company,worth,open,due,stage\n${lines.join("\n")}\n`;
lines.length = 0;

let most = anonymousMiB();
const before = most;
const looking = setInterval(() => {
  most = Math.max(most, anonymousMiB());
}, 20);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const begin = performance.now();
const finished = new Promise((resolve) => gateway.on(importFinished, resolve));
const started = await gateway.call(rowsImport, { base: "leads", format: "csv", content });
const checkedMs = performance.now() - begin;
if (!("import" in started)) throw new Error("The import did not start");
await finished;
const { import: made } = await gateway.call(importsShow, { import: started.import ?? "" });
if (made.rows !== count) throw new Error(`${made.rows} rows instead of ${count}`);
const madeMs = performance.now() - begin - checkedMs;
const pauseMs = delay.max / 1e6;
const memory = most - before;

const exportMs: Record<string, number> = {};
for (const format of ["csv", "json", "xlsx"] as const) {
  delay.reset();
  const start = performance.now();
  const { rows } = await gateway.call(rowsExport, { base: "leads", format });
  if (rows !== Math.min(count, 100_000)) throw new Error(`${rows} rows came out instead of ${count}`);
  exportMs[format] = performance.now() - start;
  exportMs[`${format}Pause`] = delay.max / 1e6;
}
clearInterval(looking);
await gateway.stop();
process.stdout.write(`${JSON.stringify({ checkedMs, madeMs, pauseMs, memory, exportMs })}\n`);
