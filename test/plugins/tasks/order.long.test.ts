import { taskReady } from "@postern/tasks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFixture } from "./fixture.ts";

describe("a large dependency graph", () => {
  const COUNT = 10_000;
  const isSorted = (
    nodes: readonly { id: string }[],
    edges: readonly { taskId: string; dependencyTaskId: string }[],
  ) => {
    const place = new Map(nodes.map(({ id }, at) => [id, at]));
    return edges.every((edge) => (place.get(edge.dependencyTaskId) ?? 0) < (place.get(edge.taskId) ?? -1));
  };

  it.each([
    ["each depending on the previous one", (n: number) => [n + 1, n]],
    ["each depending on the next, from the first", (n: number) => [n, n + 1]],
    ["each depending on the next, from the last", (n: number) => [COUNT - n - 2, COUNT - n - 1]],
  ])("can be a chain of 10,000 tasks, %s", async (_name, edgeAt) => {
    const { gateway, task, refused, post } = await openFixture();
    const ids: string[] = [];
    for (let n = 0; n < COUNT; n++) ids.push(await task("link"));
    for (let n = 0; n < COUNT - 1; n++) {
      const [taskId = "", dependencyTaskId = ""] = edgeAt(n).map((at) => ids[at as number] as string);
      await gateway.call("tasks.deps.add", { taskId, dependencyTaskId });
    }
    const [first] = (await post("tasks.ready")).tasks;
    const last = ids[first.id === ids[0] ? COUNT - 1 : 0] as string;
    const error = await refused("tasks.deps.add", { taskId: first.id, dependencyTaskId: last });
    expect(error).toMatchObject({ code: "tasks.dependency_cycle", tasks: COUNT });
    expect(error.path).toHaveLength(1_000);
    expect([error.path[0], error.path[1], error.path.at(-1)]).toEqual([first.id, last, first.id]);
    const { nodes, edges, truncated } = await post("tasks.deps.graph", { taskId: ids[COUNT / 2], limit: "2000" });
    expect([nodes.length, edges.length, truncated]).toEqual([2_000, 1_999, true]);
    expect(isSorted(nodes, edges)).toBe(true);
  });

  it("stays sorted and rejects only cycles", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(29), fc.nat(29)), { minLength: 100, maxLength: 300 }),
        async (pairs) => {
          const { task, admin, post, stop } = await openFixture();
          const ids: string[] = [];
          for (let n = 0; n < 30; n++) ids.push(await task(`${n}`));
          const below = ids.map(() => new Set<number>());
          const reaches = (from: number, to: number) => {
            const seen = new Set([from]);
            for (const at of seen) for (const next of below[at] as Set<number>) seen.add(next);
            return seen.has(to);
          };
          for (const [waiting, first] of pairs) {
            if (waiting === first) continue;
            const edge = { taskId: ids[waiting], dependencyTaskId: ids[first] };
            const isCircle = reaches(first, waiting);
            expect((await admin.post("tasks.deps.add", edge)).status).toBe(isCircle ? 409 : 200);
            if (!isCircle) below[waiting]?.add(first);
          }
          const { nodes, edges } = await post("tasks.deps.graph");
          expect(edges).toHaveLength(below.reduce((sum, { size }) => sum + size, 0));
          expect(isSorted(nodes, edges)).toBe(true);
          await stop();
        },
      ),
      { numRuns: 25 },
    );
  });

  it("makes 10,000 dependents ready when their dependency is done", async () => {
    const { task, post, step, gateway } = await openFixture();
    const first = await task("first", { priority: "low" });
    const rest = await Promise.all(Array.from({ length: COUNT }, (_, n) => task(`${n}`)));
    for (const taskId of rest) await gateway.call("tasks.deps.add", { taskId, dependencyTaskId: first });
    const received = new Set<string | undefined>();
    gateway.on(taskReady, ({ subject }) => void received.add(subject));
    await step("done", first);
    expect(received.size).toBe(COUNT);
    expect(await post("tasks.ready")).toMatchObject({ total: COUNT });
    await step("reopen", first);
    expect(await post("tasks.ready")).toMatchObject({ total: 1 });
  });
});
