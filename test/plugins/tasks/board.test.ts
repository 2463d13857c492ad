import { testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFixture, wordsOf } from "./fixture.ts";

interface Column {
  status: string;
  total: number;
  tasks: { title: string; overdue: boolean }[];
}
const shownIn = (columns: readonly Column[]) =>
  Object.fromEntries(columns.map(({ status, total, tasks }) => [status, [total, ...tasks.map(({ title }) => title)]]));

describe("tasks.board", () => {
  it("has a column for each status, with its first tasks and the number of all", async () => {
    const { post, task, step } = await openFixture();
    for (const title of ["a", "b", "c"]) await task(title);
    await step("start", await task("d"));
    await step("block", await task("e"), { reason: "No key" });
    await step("done", await task("f"));
    await step("fail", await task("g"), { reason: "No key" });
    await post("tasks.archive", { taskId: await task("h") });
    const { columns } = await post("tasks.board", { limit: "2" });
    expect(columns.map(({ status }: Column) => status)).toEqual(["open", "active", "blocked", "done", "failed"]);
    expect(shownIn(columns)).toEqual({
      open: [3, "a", "b"],
      active: [1, "d"],
      blocked: [1, "e"],
      done: [1, "f"],
      failed: [1, "g"],
    });
  });

  it("orders unfinished tasks by priority, due time and age, and finished ones newest first", async () => {
    const { post, task, step } = await openFixture();
    const more = { assignee: "agent:main" };
    for (const [title, dueAt] of [["n1"], ["n2"], ["n3", "2090-01-02T00:00:00Z"], ["n4", "2090-01-01T00:00:00Z"]])
      await task(title as string, { ...more, ...(dueAt !== undefined && { dueAt }) });
    await task("low", { ...more, priority: "low", dueAt: "2090-01-01T00:00:00Z" });
    await task("urgent", { ...more, priority: "urgent" });
    for (const title of ["d1", "d2"]) await step("done", await task(title, more));
    const shown = async (filter: object) => shownIn((await post("tasks.board", filter)).columns);
    // With a filter that has no index by status, and without one.
    for (const filter of [{}, more]) {
      expect(await shown(filter)).toMatchObject({
        open: [6, "urgent", "n4", "n3", "n1", "n2", "low"],
        done: [2, "d2", "d1"],
      });
      expect(await shown({ ...filter, limit: "3" })).toMatchObject({ open: [6, "urgent", "n4", "n3"] });
    }
  });

  it("filters its tasks and counts only those", async () => {
    const { post, task, step } = await openFixture();
    await task("a", { assignee: "agent:main", tags: ["x"] });
    await task("b", { assignee: "agent:main", priority: "high" });
    await step("start", await task("c", { assignee: "agent:main" }));
    await task("d");
    const shown = async (filter: object) => shownIn((await post("tasks.board", filter)).columns);
    expect(await shown({ assignee: "agent:main" })).toMatchObject({ open: [2, "b", "a"], active: [1, "c"] });
    expect(await shown({ assignee: "agent:main", tag: "x" })).toMatchObject({ open: [1, "a"], active: [0] });
    expect(await shown({ priority: "high", limit: "1" })).toMatchObject({ open: [1, "b"] });
  });

  it("says which unfinished tasks are overdue", async () => {
    const { post, task, step } = await openFixture();
    const past = { dueAt: "2020-01-01T00:00:00Z" };
    await task("late", past);
    await task("later", { dueAt: "2090-01-01T00:00:00Z" });
    await task("never");
    await step("done", await task("finished", past));
    const { columns } = await post("tasks.board");
    const all = columns.flatMap(({ tasks }: Column) => tasks);
    expect(all.filter(({ overdue }: Column["tasks"][0]) => overdue)).toMatchObject([{ title: "late" }]);
  });

  it("shows the tasks of a project, and its list by status agrees", async () => {
    const fixture = await testGateway({ plugins: [tasks(), projects()] });
    onTestFinished(() => fixture.stop());
    const { post, task, step, titles } = wordsOf(fixture.admin);
    await post("projects.create", { name: "Web site", slug: "web-site" });
    const projectId = "web-site";
    await task("a", { projectId });
    await step("start", await task("b", { projectId }));
    await task("c");
    expect(shownIn((await post("tasks.board", { projectId })).columns)).toMatchObject({
      open: [1, "a"],
      active: [1, "b"],
    });
    expect(await titles("tasks.list", { projectId, status: "active" })).toEqual(["b"]);
    expect(await titles("tasks.list", { projectId, status: "done" })).toEqual([]);
  });

  it("shows a limited key only its tasks", async () => {
    const { client, post, task } = await openFixture();
    const id = await task("mine");
    await task("other");
    const limited = await client([`tasks:read@${id}`]);
    const { columns } = (await limited.post("tasks.board")).body;
    expect(shownIn(columns)).toMatchObject({ open: [1, "mine"] });
    expect(shownIn((await post("tasks.board")).columns)).toMatchObject({ open: [2, "mine", "other"] });
  });
});
