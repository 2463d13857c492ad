/** Fills a base with ROW_COUNT rows where it is new, and tells what asking for a part of them costs, in milliseconds. */
import { join } from "node:path";
import bases from "@postern/bases";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { spreadOf } from "../harness/spread.ts";
import { folder } from "./ready.ts";

const count = Number(process.env.ROW_COUNT);
const gateway = createGateway({ plugins: [bases()], blobs: "memory", storage: lmdb({ path: join(folder, "store") }) });
const STAGES = ["New", "Open", "Won", "Lost"];

const { total } = await gateway.call("bases.list", {});
if (total === 0) await fill();

const figures: Record<string, number> = {};
const open = { field: "stage", op: "eq" as const, value: "Open" };
await measure("page", 500, () => gateway.call("bases.rows.list", { base: "leads" }));
await measure("sorted", 500, () => gateway.call("bases.rows.list", { base: "leads", sort: ["worth:desc"] }));
await measure("filtered", 200, () =>
  gateway.call("bases.rows.list", { base: "leads", filter: { match: "all", where: [open] }, sort: ["due"] }),
);
await measure("narrow", 200, (n) =>
  gateway.call("bases.rows.list", {
    base: "leads",
    filter: { match: "all", where: [open, { field: "company", op: "eq", value: `Company ${(n * 7916 + 1) % count}` }] },
    sort: ["due"],
  }),
);
// Worths are spread evenly below 10,007, and a quarter of the rows is open.
const width = Math.ceil((40 * 10_007) / count);
await measure("range", 200, (n) =>
  gateway.call("bases.rows.list", {
    base: "leads",
    filter: {
      match: "all",
      where: [
        open,
        { field: "worth", op: "gte", value: (n * 37) % 5_000 },
        { field: "worth", op: "lt", value: ((n * 37) % 5_000) + width },
      ],
    },
    sort: ["due"],
  }),
);
await measure("both", 20, () =>
  gateway.call("bases.rows.list", {
    base: "leads",
    filter: { match: "all", where: [open, { field: "worth", op: "gt", value: 5_000 }] },
    sort: ["due"],
  }),
);
let restoreMs = 0;
for (let n = 0; n < 50; n++) {
  await gateway.call("bases.props.delete", { base: "leads", prop: "worth" });
  const begin = performance.now();
  const { report } = await gateway.call("bases.props.restore", { base: "leads", prop: "worth" });
  restoreMs += (performance.now() - begin) / 50;
  if (report.converted !== count) throw new Error(`${report.converted} values came back, of ${count}`);
}
figures.restore = restoreMs;
await gateway.stop();
process.stdout.write(`${JSON.stringify(figures)}\n`);

async function measure(name: string, times: number, ask: (n: number) => Promise<{ rows: unknown[] }>): Promise<void> {
  const spent: number[] = [];
  for (let n = 0; n < times; n++) {
    const begin = performance.now();
    const { rows } = await ask(n);
    spent.push(performance.now() - begin);
    if (rows.length === 0) throw new Error(`${name}: no rows`);
  }
  figures[name] = spreadOf(spent).median;
}

async function fill(): Promise<void> {
  await gateway.call("bases.create", {
    name: "Leads",
    props: [
      { name: "Company", type: "text" },
      { name: "Worth", type: "number" },
      { name: "Stage", type: "select", config: { options: STAGES.map((name) => ({ name })) } },
      { name: "Due", type: "date" },
      { name: "Owner", type: "person" },
    ],
  });
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const n = next++;
      await gateway.call("bases.rows.create", {
        base: "leads",
        values: {
          company: `Company ${n}`,
          worth: (n * 7919) % 10_007,
          stage: n % 1_000 === 1 ? "Open" : (STAGES[n % 4] as string),
          due: new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10),
          owner: `user:${n % 50}`,
        },
      });
    }
  };
  await Promise.all(Array.from({ length: 256 }, caller));
}
