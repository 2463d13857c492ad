import { describe, expect, it } from "vitest";
import { open } from "./sync.ts";

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
