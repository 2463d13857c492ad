import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import memory from "@postern/storage-memory";
import tasks, { taskReady } from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";
import { folder } from "../../storage-drivers/folder.ts";
import { openFixture, wordsOf } from "./fixture.ts";

const times = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const RING = 50;

describe.each([
  ["memory", () => memory()],
  ["lmdb", () => lmdb({ path: folder() })],
])("concurrent callers on %s", (_name, storage) => {
  it("cannot create a cycle of 50 tasks: exactly one dependency is rejected", async () => {
    const { task, admin, post } = await openFixture(storage());
    const ids = await times(RING, (n) => task(`${n}`));
    const replies = await times(RING, (n) =>
      admin.post("tasks.deps.add", { taskId: ids[n], dependencyTaskId: ids[(n + 1) % RING] }),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.code)).toEqual(["tasks.dependency_cycle"]);
    expect(refused[0]?.body.path).toHaveLength(RING + 1);
    expect((await post("tasks.ready")).total).toBe(1);
    const { nodes, edges } = await post("tasks.deps.graph");
    expect([nodes.length, edges.length]).toEqual([RING, RING - 1]);
  });

  it("cannot make two tasks depend on each other", async () => {
    const { task, admin } = await openFixture(storage());
    for (let round = 0; round < 20; round++) {
      const [a, b] = [await task("a"), await task("b")];
      const replies = await Promise.all([
        admin.post("tasks.deps.add", { taskId: a, dependencyTaskId: b }),
        admin.post("tasks.deps.add", { taskId: b, dependencyTaskId: a }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it("start a task only once", async () => {
    const { task, admin } = await openFixture(storage());
    const taskId = await task("x");
    const replies = await times(20, () => admin.post("tasks.start", { taskId }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === "tasks.wrong_status")).toHaveLength(19);
  });

  it("complete all dependencies of a task, which emits one ready event", async () => {
    const { task, wait, step, gateway, show } = await openFixture(storage());
    const last = await task("last");
    const first = await times(30, (n) => task(`${n}`));
    await Promise.all(first.map((id) => wait(last, id)));
    const received: unknown[] = [];
    gateway.on(taskReady, ({ subject }) => void received.push(subject));
    await Promise.all(first.map((id) => step("done", id)));
    await expect.poll(() => received).toEqual([last]);
    expect((await show(last)).readiness.state).toBe("ready");
  });

  it("add a dependency while it is being completed, and the task is ready", async () => {
    const { task, wait, step, show, titles } = await openFixture(storage());
    for (let round = 0; round < 20; round++) {
      const [build, publish] = [await task("build"), await task("publish")];
      await Promise.all([wait(publish, build), step("done", build)]);
      expect((await show(publish)).readiness).toMatchObject({ state: "ready", unsatisfied: [] });
      await step("done", publish);
    }
    expect(await titles("tasks.ready")).toEqual([]);
  });

  it("create one task with 50 calls that use the same idempotencyKey", async () => {
    const { post } = await openFixture(storage());
    const made = await times(50, () => post("tasks.create", { title: "x", idempotencyKey: "once" }));
    expect(new Set(made.map(({ task }) => task.id)).size).toBe(1);
    expect(made.filter(({ disposition }) => disposition === "created")).toHaveLength(1);
  });

  it("cannot create a cycle of parents", async () => {
    const { task, admin } = await openFixture(storage());
    const ids = await times(20, (n) => task(`${n}`));
    const replies = await times(20, (n) => admin.post("tasks.update", { taskId: ids[n], parent: ids[(n + 1) % 20] }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(replies.filter(({ body }) => body.code === "tasks.parent_cycle")).toHaveLength(1);
  });

  it("update a task only at the expected revision", async () => {
    const { task, admin } = await openFixture(storage());
    const taskId = await task("x");
    const replies = await times(20, (n) =>
      admin.post("tasks.update", { taskId, title: `by ${n}`, expectedRevision: "1" }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === "tasks.revision_mismatch")).toHaveLength(19);
  });

  it("comment on one task without losing a count", async () => {
    const { task, post, show } = await openFixture(storage());
    const taskId = await task("x");
    await times(50, (n) => post("tasks.comment", { taskId, text: `${n}` }));
    expect((await show(taskId)).commentCount).toBe(50);
    expect((await post("tasks.comments.list", { taskId, limit: "500" })).comments).toHaveLength(50);
  });
});

describe("two gateways on one database", () => {
  async function openBoth() {
    const path = folder();
    const open = async () => {
      const fixture = await testGateway({ plugins: [tasks()], storage: lmdb({ path }) });
      onTestFinished(() => fixture.stop());
      return { ...fixture, ...wordsOf(fixture.admin) };
    };
    return [await open(), await open()] as const;
  }

  it("cannot create a cycle together", async () => {
    const [left, right] = await openBoth();
    for (let round = 0; round < 5; round++) {
      const ids = await times(RING, (n) => left.task(`${n}`));
      const replies = await times(RING, (n) =>
        (n % 2 ? left : right).admin.post("tasks.deps.add", { taskId: ids[n], dependencyTaskId: ids[(n + 1) % RING] }),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(RING - 1);
      expect(replies.filter(({ body }) => body.code === "tasks.dependency_cycle")).toHaveLength(1);
    }
    expect(await left.titles("tasks.ready")).toEqual(await right.titles("tasks.ready"));
    expect((await right.post("tasks.ready")).total).toBe(5);
  });

  it("start each task only once and agree on the ready tasks", async () => {
    const [left, right] = await openBoth();
    const first = await left.task("first");
    const rest = await times(20, (n) => right.task(`${n}`));
    await times(20, (n) => (n % 2 ? left : right).wait(rest[n] as string, first));
    await right.step("done", first);
    expect(await left.titles("tasks.ready")).toHaveLength(20);
    const replies = await times(40, (n) => (n % 2 ? left : right).admin.post("tasks.start", { taskId: rest[n >> 1] }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(await right.titles("tasks.ready")).toEqual([]);
  });
});
