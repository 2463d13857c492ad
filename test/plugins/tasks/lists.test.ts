import { describe, expect, it } from "vitest";
import { openFixture } from "./fixture.ts";

const NOBODY = "task_0123456789abcdef01234567";

describe("subtasks", () => {
  it("are counted by status, without archived ones", async () => {
    const { task, step, show, post, titles } = await openFixture();
    const parent = await task("all");
    const [a, b, c] = [await task("a", { parent }), await task("b", { parent }), await task("c", { parent })];
    await step("done", a);
    await step("start", b);
    await post("tasks.archive", { taskId: c });
    expect((await show(parent)).children).toEqual({ open: 0, active: 1, blocked: 0, done: 1, failed: 0 });
    await post("tasks.unarchive", { taskId: c });
    await post("tasks.update", { taskId: b, parent: "" });
    expect((await show(parent)).children).toEqual({ open: 1, active: 0, blocked: 0, done: 1, failed: 0 });
    expect(await titles("tasks.list", { parent })).toEqual(["c", "a"]);
    expect(await titles("tasks.ready", { parent })).toEqual(["c"]);
  });

  it("stay unchanged when the parent is archived", async () => {
    const { task, post, titles } = await openFixture();
    const parent = await task("all");
    await task("part", { parent });
    await post("tasks.archive", { taskId: parent });
    expect(await titles("tasks.ready")).toEqual(["part"]);
  });

  it("cannot contain their parent", async () => {
    const { task, refused } = await openFixture();
    const a = await task("a");
    const b = await task("b", { parent: a });
    const c = await task("c", { parent: b });
    expect(await refused("tasks.update", { taskId: a, parent: c })).toMatchObject({
      status: 409,
      code: "tasks.parent_cycle",
      path: [a, c, b, a],
    });
    expect(await refused("tasks.update", { taskId: a, parent: a })).toMatchObject({ path: [a, a] });
    expect(await refused("tasks.update", { taskId: a, parent: NOBODY })).toMatchObject({
      status: 404,
      taskId: NOBODY,
    });
  });
});

describe("lists of tasks", () => {
  it("apply all filters, newest first", async () => {
    const { task, step, titles, post } = await openFixture();
    const mine = { assignee: "agent:main" };
    const a = await task("a", { ...mine, tags: ["x"], priority: "high" });
    await task("b", { ...mine, tags: ["x", "y"], profile: "content" });
    await task("c", { tags: ["y"], priority: "high" });
    await step("start", a);
    expect(await titles("tasks.list")).toEqual(["c", "b", "a"]);
    expect(await titles("tasks.list", { status: "active" })).toEqual(["a"]);
    expect(await titles("tasks.list", mine)).toEqual(["b", "a"]);
    expect(await titles("tasks.list", { tag: "y" })).toEqual(["c", "b"]);
    expect(await titles("tasks.list", { tag: "x", ...mine, status: "open" })).toEqual(["b"]);
    expect(await titles("tasks.list", { priority: "high" })).toEqual(["c", "a"]);
    expect(await titles("tasks.list", { profile: "content" })).toEqual(["b"]);
    expect(await titles("tasks.list", { ready: false })).toEqual(["a"]);
    expect(await titles("tasks.list", { ready: true, tag: "y" })).toEqual(["c", "b"]);
    expect(await titles("tasks.list", { ready: true, archived: true })).toEqual([]);
    const page = await post("tasks.list", { limit: "2", fields: "title,readiness" });
    expect(page).toMatchObject({ total: 3, nextOffset: 2, tasks: [{ title: "c" }, { title: "b" }] });
    expect(Object.keys(page.tasks[0])).toEqual(["title", "readiness"]);
    expect(await titles("tasks.list", { offset: "9" })).toEqual([]);
  });

  it("do not contain instructions", async () => {
    const { task, post } = await openFixture();
    await task("a", { instructions: "how" });
    expect((await post("tasks.list")).tasks[0]).not.toHaveProperty("instructions");
    expect((await post("tasks.ready")).tasks[0]).not.toHaveProperty("instructions");
  });

  it("sort ready tasks by priority, then by age", async () => {
    const { task, titles } = await openFixture();
    for (const priority of ["normal", "low", "urgent", "high", "normal", "urgent"]) await task(priority, { priority });
    expect(await titles("tasks.ready")).toEqual(["urgent", "urgent", "high", "normal", "normal", "low"]);
    expect(await titles("tasks.list", { ready: true })).toEqual(await titles("tasks.ready"));
    expect(await titles("tasks.ready", { limit: "1", offset: "2" })).toEqual(["high"]);
  });

  it.each([
    [{ limit: "0" }, "/limit"],
    [{ limit: "501" }, "/limit"],
    [{ limit: 50.5 }, "/limit"],
    [{ offset: "-1" }, "/offset"],
    [{ status: "closed" }, "/status"],
    [{ ready: "true" }, "/ready"],
    [{ fields: "title,instructions" }, "/fields"],
    [{ parent: "../x" }, "/parent"],
    [{ state: "open" }, "/state"],
  ])("reject %j at %s", async (body, path) => {
    const { refused } = await openFixture();
    expect((await refused("tasks.list", body)).issues[0].path).toBe(path);
  });
});
