import type { EventDefinition, Gateway, GatewayEvent } from "@postern/core";
import * as everything from "@postern/tasks";
import { taskCreated, taskReady } from "@postern/tasks";
import { describe, expect, it } from "vitest";
import { titled } from "../../run/titled.ts";
import { openFixture } from "./fixture.ts";

const NOBODY = "task_0123456789abcdef01234567";

describe("a task", () => {
  it("is open and ready when it is created", async () => {
    const { post, admin, gateway } = await openFixture();
    const received: string[] = [];
    gateway.on(taskCreated, ({ type }) => void received.push(type));
    gateway.on(taskReady, ({ type }) => void received.push(type));
    const { task, disposition } = await post("tasks.create", {
      title: "Write the notes",
      instructions: "Short.",
      priority: "high",
      tags: ["release"],
    });
    expect(disposition).toBe("created");
    expect(task).toMatchObject({
      id: expect.stringMatching(/^task_[0-9a-f]{24}$/),
      title: "Write the notes",
      instructions: "Short.",
      status: "open",
      priority: "high",
      tags: ["release"],
      createdBy: `user:${admin.contextId}`,
      revision: 1,
      commentCount: 0,
      readiness: { state: "ready", unsatisfied: [], reason: "Ready to start" },
    });
    expect(Object.keys(task)).not.toEqual(expect.arrayContaining(["assignee"]));
    expect(received).toEqual(["tasks.task.created", "tasks.task.ready"]);
    expect((await post("tasks.show", { taskId: task.id })).task).toMatchObject(task);
  });

  it("goes from open through active to done, with a summary", async () => {
    const { task, step, show } = await openFixture();
    const id = await task("x");
    expect(await step("start", id)).toMatchObject({
      status: "active",
      startedBy: expect.stringMatching(/^user:ctx_/),
      startedAt: expect.any(Number),
      readiness: { state: "active" },
    });
    const done = await step("done", id, { summary: "Published as 1.4.2" });
    expect(done).toMatchObject({
      status: "done",
      summary: "Published as 1.4.2",
      finishedAt: expect.any(Number),
      revision: 3,
      readiness: { state: "terminal", reason: "Done" },
    });
    expect(await show(id)).toMatchObject(done);
  });

  it("has a reason while it is failed or blocked", async () => {
    const { task, step } = await openFixture();
    const id = await task("x");
    expect(await step("block", id, { reason: "No key" })).toMatchObject({
      status: "blocked",
      reason: "No key",
      readiness: { state: "waiting", reason: "Blocked: No key" },
    });
    expect(await step("block", id, { reason: "No lock" })).toMatchObject({ reason: "No lock" });
    expect(await step("start", id)).not.toHaveProperty("reason");
    expect(await step("fail", id, { reason: "Out of time" })).toMatchObject({
      status: "failed",
      readiness: { state: "terminal", reason: "Failed: Out of time" },
    });
    const reopened = await step("reopen", id);
    expect(reopened).toMatchObject({ status: "open", readiness: { state: "ready" } });
    for (const gone of ["reason", "startedAt", "startedBy", "finishedAt"]) expect(reopened).not.toHaveProperty(gone);
  });

  it("is open again after it is released", async () => {
    const { task, step, titles } = await openFixture();
    const id = await task("x");
    await step("start", id);
    expect(await titles("tasks.ready")).toEqual([]);
    expect(await step("release", id)).toMatchObject({ status: "open", readiness: { state: "ready" } });
    expect(await titles("tasks.ready")).toEqual(["x"]);
  });

  it.each([
    ["start", "active", "release"],
    ["start", "done", "reopen"],
    ["start", "failed", "reopen"],
    ["release", "open", "show"],
    ["block", "done", "reopen"],
    ["done", "done", "reopen"],
    ["done", "failed", "reopen"],
    ["fail", "done", "reopen"],
    ["reopen", "open", "show"],
    ["reopen", "blocked", "show"],
  ])("rejects %s while it is %s and suggests a command", async (step, status, help) => {
    const { task, step: take, refused, show } = await openFixture();
    const id = await task("x");
    const way: Record<string, string> = { active: "start", done: "done", failed: "fail", blocked: "block" };
    if (way[status]) await take(way[status], id);
    const error = await refused(`tasks.${step}`, { taskId: id });
    expect(error).toMatchObject({
      status: 409,
      code: "tasks.wrong_status",
      taskStatus: status,
      operation: `tasks.${step}`,
      fix: `postern tasks ${help} --taskId ${id}`,
    });
    expect(error.detail).toContain(
      `is ${status}. tasks.${step} requires a task that is ${error.allowed.join(" or ")}.`,
    );
    expect(await show(id)).toMatchObject({ status });
  });

  it("is hidden and read-only while it is archived, and unchanged when it is restored", async () => {
    const { task, post, titles, refused, wait, admin } = await openFixture();
    const [id, next] = [await task("x"), await task("next")];
    await wait(next, id);
    const { plan } = (await admin.post("tasks.archive", { taskId: id }, { "x-dry-run": "true" })).body;
    expect(plan.summary).toBe(`Archive ${id} (open); unfinished subtasks: 0, tasks waiting for it: 1`);
    expect(await post("tasks.archive", { taskId: id })).toMatchObject({
      changed: true,
      task: { archivedAt: expect.any(Number), readiness: { state: "terminal", reason: "Archived" } },
    });
    expect((await post("tasks.archive", { taskId: id })).changed).toBe(false);
    expect(await titles("tasks.list")).toEqual(["next"]);
    expect(await titles("tasks.list", { archived: true })).toEqual(["x"]);
    for (const step of ["start", "block", "done", "fail", "release", "reopen"]) {
      expect(await refused(`tasks.${step}`, { taskId: id })).toMatchObject({
        code: "tasks.task_archived",
        fix: `postern tasks unarchive --taskId ${id}`,
      });
    }
    expect(await refused("tasks.update", { taskId: id, title: "y" })).toMatchObject({ code: "tasks.task_archived" });
    expect(await refused("tasks.comment", { taskId: id, text: "y" })).toMatchObject({ code: "tasks.task_archived" });
    expect(await refused("tasks.create", { title: "y", parent: id })).toMatchObject({ code: "tasks.task_archived" });
    expect(await post("tasks.unarchive", { taskId: id })).toMatchObject({
      changed: true,
      task: { status: "open", readiness: { state: "ready" } },
    });
    expect((await post("tasks.unarchive", { taskId: id })).changed).toBe(false);
    expect(await titles("tasks.ready")).toEqual(["x"]);
  });
});

describe("events of tasks", () => {
  const events: readonly object[] = Object.values(everything);
  const isEvent = (one: object): one is EventDefinition => "type" in one && "summary" in one;
  function listen({ on }: Pick<Gateway, "on">, listener: (event: GatewayEvent) => void) {
    for (const event of events.filter(isEvent)) on(event, listener);
  }

  it("are emitted once for every step and for tasks that become ready", async () => {
    const { gateway, task, step, post } = await openFixture();
    const received: string[] = [];
    const names = new Map<string, string>();
    listen(
      gateway,
      ({ type, subject }) => void received.push(`${type.replace("tasks.", "")} ${names.get(subject ?? "")}`),
    );
    const since = () => received.splice(0);
    const [a, b] = [await task("a"), await task("b")];
    since();
    names.set(a, "a").set(b, "b");
    await post("tasks.update", { taskId: a, priority: "high" });
    expect(since()).toEqual(["task.updated a"]);
    const { comment } = await post("tasks.comment", { taskId: a, text: "x" });
    await post("tasks.comments.update", { commentId: comment.id, text: "y" });
    await post("tasks.comments.remove", { commentId: comment.id, execute: true });
    expect(since()).toEqual(["comment.created a", "comment.updated a", "comment.removed a"]);
    await post("tasks.deps.add", { taskId: b, dependencyTaskId: a });
    expect(since()).toEqual(["dep.added b"]);
    await step("start", a);
    await step("block", a);
    await step("release", a);
    expect(since()).toEqual(["task.started a", "task.blocked a", "task.released a", "task.ready a"]);
    await step("done", a);
    expect(since()).toEqual(["task.done a", "task.ready b"]);
    await step("reopen", a);
    expect(since()).toEqual(["task.reopened a", "task.ready a"]);
    await step("fail", a);
    await post("tasks.archive", { taskId: a });
    await post("tasks.archive", { taskId: a });
    await post("tasks.unarchive", { taskId: a });
    expect(since()).toEqual(["task.failed a", "task.archived a", "task.unarchived a"]);
    await post("tasks.deps.remove", { taskId: b, dependencyTaskId: a });
    expect(since()).toEqual(["dep.removed b", "task.ready b"]);
  });

  it("do not contain instructions", async () => {
    const { gateway, task } = await openFixture();
    const received: unknown[] = [];
    listen(gateway, ({ data }) => void received.push(data));
    await task("x", { instructions: "a secret recipe" });
    expect(received.length).toBeGreaterThan(1);
    expect(JSON.stringify(received)).not.toContain("recipe");
  });
});

describe("tasks.create", () => {
  it("creates only one task for an idempotencyKey", async () => {
    const { post, refused, step } = await openFixture();
    const said = { title: "x", priority: "low", idempotencyKey: "run-1" };
    const { task } = await post("tasks.create", said);
    await step("done", task.id);
    expect(await post("tasks.create", said)).toMatchObject({
      disposition: "duplicate",
      task: { id: task.id, status: "done" },
    });
    expect(await refused("tasks.create", { ...said, title: "y" })).toMatchObject({
      status: 409,
      code: "tasks.idempotency_conflict",
      taskId: task.id,
    });
    expect((await post("tasks.list")).total).toBe(1);
  });

  it.each(
    titled([
      [{}, "/title"],
      [{ title: "" }, "/title"],
      [{ title: " \n " }, "/title"],
      [{ title: "x".repeat(501) }, "/title"],
      [{ title: "x", priority: "highest" }, "/priority"],
      [{ title: "x", priority: 1 }, "/priority"],
      [{ title: "x", assignee: "main" }, "/assignee"],
      [{ title: "x", assignee: "agent:" }, "/assignee"],
      [{ title: "x", assignee: "agent:a\r\nb" }, "/assignee"],
      [{ title: "x", profile: "../x" }, "/profile"],
      [{ title: "x", profile: "" }, "/profile"],
      [{ title: "x", parent: "task_1" }, "/parent"],
      [{ title: "x", parent: ` ${NOBODY}` }, "/parent"],
      [{ title: "x", tags: ["a", "a"] }, "/tags"],
      [{ title: "x", tags: [""] }, "/tags/0"],
      [{ title: "x", tags: Array.from({ length: 51 }, (_, n) => `${n}`) }, "/tags"],
      [{ title: "x", instructions: "x".repeat(100_001) }, "/instructions"],
      [{ title: "x", idempotencyKey: "a b" }, "/idempotencyKey"],
      [{ title: "x", status: "done" }, "/status"],
    ]),
  )("rejects %s", async (_title, body, path) => {
    const { refused, post } = await openFixture();
    const error = await refused("tasks.create", body);
    expect(error).toMatchObject({ status: 400, code: "gateway.invalid_input" });
    expect(error.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect((await post("tasks.list")).total).toBe(0);
  });

  it("accepts instructions of the maximum length", async () => {
    const { task, show } = await openFixture();
    const instructions = "😀".repeat(100_000);
    expect((await show(await task("x", { instructions }))).instructions).toBe(instructions);
  });
});

describe("tasks.update", () => {
  it("changes the given fields and clears those with an empty value", async () => {
    const { task, post, show } = await openFixture();
    const parent = await task("all");
    const taskId = await task("x", {
      instructions: "how",
      assignee: "agent:main",
      profile: "doc-first",
      tags: ["a"],
      parent,
    });
    const said = { title: "y", priority: "urgent", assignee: "user:ann", instructions: "how else", tags: ["b"] };
    expect((await post("tasks.update", { taskId, ...said })).task).toMatchObject({ ...said, parent, revision: 2 });
    await post("tasks.update", { taskId, instructions: "", assignee: "", profile: "", parent: "", tags: [] });
    const bare = await show(taskId);
    expect(bare).toMatchObject({ title: "y", tags: [], revision: 3 });
    for (const gone of ["instructions", "assignee", "profile", "parent"]) expect(bare).not.toHaveProperty(gone);
  });

  it("rejects a stale revision", async () => {
    const { task, post, refused } = await openFixture();
    const taskId = await task("x");
    await post("tasks.update", { taskId, title: "y", expectedRevision: "1" });
    expect(await refused("tasks.update", { taskId, title: "z", expectedRevision: "1" })).toMatchObject({
      status: 409,
      code: "tasks.revision_mismatch",
      expected: 1,
      current: 2,
    });
    for (const expectedRevision of ["", "0", "01", "1.0", "1e0", " 1", "abc", 1.5]) {
      expect(await refused("tasks.update", { taskId, expectedRevision })).toMatchObject({ status: 400 });
    }
  });

  it("updates the order of the ready tasks", async () => {
    const { task, post, titles } = await openFixture();
    const [first] = [await task("first"), await task("second")];
    await post("tasks.update", { taskId: first, priority: "low", assignee: "agent:main" });
    expect(await titles("tasks.ready")).toEqual(["second", "first"]);
    expect(await titles("tasks.ready", { assignee: "agent:main" })).toEqual(["first"]);
  });
});
