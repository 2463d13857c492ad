import { describe, expect, it } from "vitest";
import { inPortions } from "../../run/portions.ts";
import { openFixture } from "./fixture.ts";

describe("a dependency", () => {
  it("is limited to 1,000 per task", async () => {
    const { task, wait, refused, step, show } = await openFixture();
    const gathering = await task("all");
    const parts = await inPortions([...Array(1_001).keys()], (n) => task(`${n}`));
    for (const part of parts.slice(0, 1_000)) await wait(gathering, part);
    expect(await refused("tasks.deps.add", { taskId: gathering, dependencyTaskId: parts[1_000] })).toMatchObject({
      code: "tasks.too_many_dependencies",
      limit: 1_000,
    });
    expect((await show(gathering)).readiness.unsatisfied).toHaveLength(1_000);
    await inPortions(parts.slice(0, 1_000), (part) => step("done", part));
    expect((await show(gathering)).readiness.state).toBe("ready");
  });
});
