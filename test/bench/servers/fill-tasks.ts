/** Fills a store through the gateway's own operations: TASK_COUNT tasks, of which four in five have four dependencies, and one task that a thousand wait for. */
import { join } from "node:path";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import tasks from "@postern/tasks";
import { atOnce } from "./at-once.ts";
import { folder, leave } from "./ready.ts";

const taskCount = Number(process.env.TASK_COUNT);
/** Tasks wait for others that are near. */
const NEAR = 100;
const FOLLOWERS = Math.min(1_000, taskCount / 10);
/** Among few tasks nearly all dependencies are checked through the same ones, so that many at once only wait for each other. */
const CALLERS = Math.min(512, Math.ceil(taskCount / 200));

const gateway = createGateway({ plugins: [tasks()], blobs: "memory", storage: lmdb({ path: join(folder, "store") }) });
const ids: string[] = [];
await atOnce(taskCount, async (n) => {
  const { task } = await gateway.call("tasks.create", {
    title: `Task ${n}`,
    assignee: `agent:a${n % 100}`,
    tags: [`sprint-${n % 1_000}`],
  });
  ids[n] = task.id;
});
/** The order in which they could be done: about that in which they were made, so that a tenth of all goes against it. */
const order = ids.map((id, n) => ({ id, at: n + (n % 10 === 0 ? (n * 7919) % NEAR : 0) }));
order.sort((left, right) => left.at - right.at);
await atOnce(
  taskCount * 4,
  async (n) => {
    const at = n % taskCount;
    const before = at - 1 - ((at * 31 + Math.floor(n / taskCount) * 37) % NEAR);
    // Every fifth waits for nothing.
    if (before < 0 || at % 5 === 0) return;
    const [taskId = "", dependencyTaskId = ""] = [order[at]?.id, order[before]?.id];
    await gateway.call("tasks.deps.add", { taskId, dependencyTaskId });
  },
  CALLERS,
);
const { task: awaited } = await gateway.call("tasks.create", { title: "Awaited by many" });
await atOnce(
  FOLLOWERS,
  async (n) => {
    const { task } = await gateway.call("tasks.create", { title: `Follower ${n}` });
    await gateway.call("tasks.deps.add", { taskId: task.id, dependencyTaskId: awaited.id });
  },
  CALLERS,
);
await gateway.stop();
leave(
  "order",
  order.map(({ id }) => id),
);
leave("awaited", [awaited.id]);
process.stdout.write(`${JSON.stringify({ taskCount })}\n`);
