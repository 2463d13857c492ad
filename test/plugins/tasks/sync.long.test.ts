import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHRINK_IN_TIME } from "../../run/shrink.ts";
import { expectSettled } from "../linked.ts";
import { open, step, taskOn } from "./sync.ts";

describe("tasks on linked gateways", () => {
  it("are applied 500 per commit and listed in portions", async () => {
    const { a } = await open();
    const id = (n: number) => `task_${n.toString(16).padStart(24, "0")}`;
    const task = {
      ...{ title: "x", status: "open", priority: "normal", tags: [], createdBy: "agent:main" },
      ...{ createdAt: 1, updatedAt: 1, revision: 1 },
    };
    for (let n = 0; n < 10_000; n += 500)
      await a.transact(async (ctx) => {
        for (let at = n; at < n + 500; at++) await a.domain.apply(ctx, ["task", id(at)], task);
      });
    let [count, after]: [number, string | undefined] = [0, undefined];
    do {
      const portion = { limit: 500, ...(after !== undefined && { after }) };
      const { names, next } = await a.domain.list(a.store, "task", portion);
      count += names.length;
      after = next;
    } while (after !== undefined);
    expect(count).toBe(10_000);
    expect((await a.post("tasks.ready", { limit: "1" })).total).toBe(10_000);
  });
});

it("linked gateways converge after concurrent changes and agree on the ready tasks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.boolean(), async (steps, shuffled) => {
      const linked = await open();
      const { a, b, settle, expectEqual } = linked;
      const ids = [await taskOn(a, "0"), await taskOn(a, "1"), await taskOn(a, "2")];
      await settle();
      for (const one of steps) await one(linked, ids);
      await settle({ shuffled });
      const all = await expectEqual();
      const isDone = (id: string) => all[`task ${id}`]?.status === "done";
      const expected = Object.keys(all).flatMap((name) => {
        const [kind, id = ""] = name.split(" ");
        if (kind !== "task" || all[name]?.status !== "open" || all[name]?.archivedAt !== undefined) return [];
        const needs = Object.keys(all).filter((dep) => dep.startsWith(`dep ${id} `));
        return needs.every((dep) => isDone(dep.split(" ")[2] as string)) ? [id] : [];
      });
      for (const side of [a, b]) {
        await expectSettled(side);
        const { tasks: found, total } = await side.post("tasks.ready", { limit: "500" });
        expect(found.map(({ id }: { id: string }) => id).sort()).toEqual(expected.sort());
        expect(total).toBe(expected.length);
        await side.stop();
      }
    }),
    { ...SHRINK_IN_TIME, numRuns: 25 },
  );
});
