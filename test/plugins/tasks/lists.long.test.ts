import { describe, expect, it } from "vitest";
import { openFixture } from "./fixture.ts";

describe("subtasks", () => {
  it("are limited to 1,000 levels", async () => {
    const { task, refused } = await openFixture();
    let parent = await task("top");
    for (let depth = 1; depth <= 1_000; depth++) parent = await task("part", { parent });
    expect(await refused("tasks.create", { title: "x", parent })).toMatchObject({
      code: "tasks.too_deep",
      limit: 1_000,
    });
  });
});
