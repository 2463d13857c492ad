/** Opens a filled store and tells what it costs to add dependencies, to ask for what can start, and to let a thousand go. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import tasks from "@postern/tasks";
import { spreadOf } from "../harness/spread.ts";
import { folder } from "./ready.ts";

const linesOf = (name: string) =>
  readFileSync(join(folder, `${name}.txt`), "utf8")
    .trim()
    .split("\n");
const order = linesOf("order");
const [awaited = ""] = linesOf("awaited");
const round = Number(process.env.ROUND);
/** Each pair of tasks is another one, so there are no more than the order has places for. */
const TIMES = Math.min(300, order.length - 400);

const gateway = createGateway({ plugins: [tasks()], blobs: "memory", storage: lmdb({ path: join(folder, "store") }) });

async function timed(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const begin = performance.now();
    await work(n);
    took.push(performance.now() - begin);
  }
  return spreadOf(took).median;
}

/** Two tasks of a part of the order that belongs to this measurement alone. */
function pair(n: number, distance: number): { taskId: string; dependencyTaskId: string } {
  const at = Math.floor(((n + 0.5) / TIMES) * (order.length - 400)) + 200 + (round % 50);
  const own = at % 5 === 0 ? at + 1 : at;
  return { taskId: order[own] ?? "", dependencyTaskId: order[own - distance] ?? "" };
}

await timed(200, () => gateway.call("tasks.ready", { limit: "50" }));
const planMs = await timed(TIMES, (n) => gateway.plan("tasks.deps.add", pair(n, 101)));
const addMs = await timed(TIMES, (n) => gateway.call("tasks.deps.add", pair(n, 102 + (round % 90))));
const circleMs = await timed(TIMES, async (n) => {
  // The dependency that the fill made a task wait for, the other way round.
  const { taskId } = pair(n, 1);
  const { dependencies } = await gateway.call("tasks.deps.list", { taskId, limit: "1" });
  const dependency = dependencies[0]?.dependencyTaskId ?? "";
  const begin = performance.now();
  const refused = await gateway.call("tasks.deps.add", { taskId: dependency, dependencyTaskId: taskId }).then(
    () => false,
    () => true,
  );
  if (!refused) throw new Error("A circle was closed");
  return performance.now() - begin;
});
const readyMs = await timed(TIMES, async (n) => {
  const { tasks: found } = await gateway.call("tasks.ready", { limit: "50", offset: String((n % 2) * 10) });
  if (found.length !== 50) throw new Error(`${found.length} tasks can start instead of 50 or more`);
});
const mineMs = await timed(TIMES, (n) => gateway.call("tasks.ready", { assignee: `agent:a${n % 100}`, limit: "5" }));
const doneMs = await timed(5, async () => {
  await gateway.call("tasks.done", { taskId: awaited });
  await gateway.call("tasks.reopen", { taskId: awaited });
});
await gateway.stop();
process.stdout.write(`${JSON.stringify({ planMs, addMs, circleMs, readyMs, mineMs, doneMs })}\n`);
