import { testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";
import { titled } from "../../run/titled.ts";
import { undoable } from "../../run/undo.ts";
import { wordsOf } from "./fixture.ts";

async function opened() {
  const { admin, stop } = await testGateway({ plugins: [tasks(), projects(), service()], storage: memory() });
  onTestFinished(stop);
  const words = wordsOf(admin);
  const taskId = await words.task("Tea");
  return { admin, ...words, taskId };
}

/** A task without what every change of it changes. */
const standing = ({
  status,
  reason,
  summary,
  title,
  priority,
  assignee,
  parent,
  tags,
  instructions,
  dueAt,
  ...rest
}: Record<string, unknown>) => ({
  ...{ status, reason, summary, title, priority, assignee, parent, tags, instructions, dueAt },
  isArchived: rest.archivedAt !== undefined,
});

describe("undoing a step of a task", () => {
  it.each([
    [[], "start", {}],
    [[], "block", { reason: "No water" }],
    [[], "done", { summary: "Made" }],
    [[], "fail", { reason: "No leaves" }],
    [[["start", {}]], "release", {}],
    [[["start", {}]], "block", { reason: "No water" }],
    [[["block", { reason: "No water" }]], "start", {}],
    [[["block", { reason: "No water" }]], "block", { reason: "No leaves" }],
    [[["block", { reason: "No water" }]], "release", {}],
    [[["done", { summary: "Made" }]], "reopen", {}],
    [[["fail", { reason: "No leaves" }]], "reopen", {}],
    [[], "archive", {}],
    [[["archive", {}]], "unarchive", {}],
  ] as const)("after %j, %s %j", async (before, step, more) => {
    const { admin, post, taskId, show } = await opened();
    for (const [name, input] of before) await post(`tasks.${name}`, { taskId, ...input });
    const was = standing(await show(taskId));
    const { undo } = await undoable(admin, `tasks.${step}`, { taskId, ...more });
    const became = standing(await show(taskId));
    expect(became).not.toEqual(was);
    const { redo } = await undo();
    expect(standing(await show(taskId))).toEqual(was);
    await redo();
    expect(standing(await show(taskId))).toEqual(became);
  });

  it("of an active task that was finished reopens it", async () => {
    const { admin, step, taskId, show } = await opened();
    await step("start", taskId);
    const { undo } = await undoable(admin, "tasks.done", { taskId });
    await undo();
    expect((await show(taskId)).status).toBe("open");
  });
});

describe("undoing a change of a task", () => {
  it.each(
    titled([
      [
        {},
        {
          title: "Coffee",
          instructions: "Grind it",
          priority: "high",
          assignee: "user:ann",
          tags: ["a"],
          dueAt: "2026-12-01T12:00:00Z",
        },
      ],
      [
        { instructions: "Boil water", assignee: "user:ann", tags: ["a"], dueAt: "2026-12-01T12:00:00Z" },
        { instructions: "", assignee: "", tags: [], dueAt: "" },
      ],
    ]),
  )("gives back its fields: %s", async (_title, first, second) => {
    const { admin, task, show } = await opened();
    const taskId = await task("Tea", first);
    const was = standing(await show(taskId));
    const { undo } = await undoable(admin, "tasks.update", { taskId, ...second });
    const became = standing(await show(taskId));
    const { redo } = await undo();
    expect(standing(await show(taskId))).toEqual(was);
    await redo();
    expect(standing(await show(taskId))).toEqual(became);
  });

  it("gives back its parent, its dependencies and its comments", async () => {
    const { admin, task, show, taskId, post } = await opened();
    const other = await task("Water");
    await (await undoable(admin, "tasks.update", { taskId, parent: other })).undo();
    expect((await show(taskId)).parent).toBeUndefined();
    const edge = { taskId, dependencyTaskId: other };
    const { undo } = await undoable(admin, "tasks.deps.add", edge);
    await (await undo()).redo();
    expect((await post("tasks.deps.list", { taskId })).total).toBe(1);
    await (await undoable(admin, "tasks.deps.remove", edge)).undo();
    expect((await post("tasks.deps.list", { taskId })).total).toBe(1);
    const said = await undoable(admin, "tasks.comment", { taskId, text: "one" });
    const changed = await undoable(admin, "tasks.comments.update", { commentId: said.body.comment.id, text: "two" });
    await changed.undo();
    const texts = async () =>
      (await post("tasks.comments.list", { taskId })).comments.map(({ text }: { text: string }) => text);
    expect(await texts()).toEqual(["one"]);
    await said.undo();
    expect(await texts()).toEqual([]);
  });

  it("archives a task that was created, not one that existed", async () => {
    const { admin, show, post } = await opened();
    const input = { title: "Milk", idempotencyKey: "milk" };
    const { body, undo } = await undoable(admin, "tasks.create", input);
    const { total } = await post("service.undo.list");
    await post("tasks.create", input);
    expect((await post("service.undo.list")).total).toBe(total);
    await undo();
    expect((await show(body.task.id)).archivedAt).toEqual(expect.any(Number));
  });
});
