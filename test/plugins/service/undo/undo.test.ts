import approvals from "@postern/approvals";
import context from "@postern/context";
import { createClient, testGateway } from "@postern/core/testing";
import events from "@postern/events";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";

const DAY = 24 * 60 * 60 * 1_000;

async function opened() {
  const plugins = [tasks(), service(), events(), approvals(), context()];
  const test = await testGateway({ plugins, storage: memory() });
  onTestFinished(test.stop);
  const post = async (id: string, input: object = {}, client = test.admin) => (await client.post(id, input)).body;
  const create = async (title: string, client = test.admin) => (await post("tasks.create", { title }, client)).task.id;
  const title = async (taskId: string) => (await post("tasks.show", { taskId })).task.title;
  const eventOf = async (type: string) => (await post("events.list", { type })).events.at(-1);
  return { ...test, post, create, title, eventOf };
}

describe("undoing a command", () => {
  it("shows the plan of the reverting command, and executes it once", async () => {
    const { post, create, title, eventOf } = await opened();
    const taskId = await create("Tea");
    await post("tasks.update", { taskId, title: "Coffee" });
    const { id: event } = await eventOf("tasks.task.updated");
    const shown = await post("service.undo", { event });
    expect(shown).toMatchObject({
      dryRun: true,
      plan: {
        summary: `Update ${taskId}, which undoes: Update ${taskId}`,
        operation: "tasks.update",
        plan: { summary: `Update ${taskId}` },
      },
    });
    expect(await title(taskId)).toBe("Coffee");
    const done = await post("service.undo", { event, execute: true });
    expect(done).toMatchObject({
      status: "undone",
      event: `${event.split(".")[0]}.0`,
      operation: "tasks.update",
      answer: { task: { title: "Tea" } },
    });
    expect(await title(taskId)).toBe("Tea");
    expect(await post("service.undo", { event, execute: true })).toMatchObject({
      status: 409,
      code: "service.already_undone",
      by: done.by,
      fix: `postern undo ${done.by}`,
    });
    expect(await post("service.undo", { event: done.by, execute: true })).toMatchObject({ status: "undone" });
    expect(await title(taskId)).toBe("Coffee");
  });

  it("without an event goes back command by command", async () => {
    const { post, create, title } = await opened();
    const taskId = await create("one");
    for (const next of ["two", "three"]) await post("tasks.update", { taskId, title: next });
    const seen = [];
    for (let count = 0; count < 3; count++) {
      await post("service.undo", { execute: true });
      seen.push(await title(taskId));
    }
    expect(seen).toEqual(["two", "one", "one"]);
    expect(await post("tasks.list", {})).toMatchObject({ total: 0 });
    expect(await post("service.undo", {})).toMatchObject({ status: 404, code: "service.nothing_to_undo" });
  });

  it("shows later commands, which it may overwrite", async () => {
    const { post, create, title, eventOf } = await opened();
    const taskId = await create("Tea");
    await post("tasks.update", { taskId, title: "Coffee" });
    const { id: event } = await eventOf("tasks.task.updated");
    await post("tasks.update", { taskId, title: "Water" });
    const { plan } = await post("service.undo", { event });
    expect(plan.later).toEqual([{ event: expect.any(String), summary: `Update ${taskId}` }]);
    await post("service.undo", { execute: true });
    expect((await post("service.undo", { event })).plan.later).toBeUndefined();
    await post("service.undo", { event, execute: true });
    expect(await title(taskId)).toBe("Tea");
  });

  it("shows commands with what undoes them, and who may undo them", async () => {
    const { post, create, client, gateway } = await opened();
    const [ann, bob] = [await client(["tasks:write"], "ann"), await client(["tasks:write"], "bob")];
    const taskId = await create("Tea", ann);
    expect(await post("service.undo.list", {}, ann)).toMatchObject({
      total: 1,
      commands: [{ operation: "tasks.create", summary: "Create a task", by: "tasks.archive", undone: false }],
    });
    expect(await post("service.undo.list", {}, bob)).toMatchObject({ total: 0 });
    expect(await post("service.undo.list", { all: true }, bob)).toMatchObject({ total: 0 });
    const { commands } = await post("service.undo.list", { all: true });
    const [{ event, contextId }] = commands;
    expect(contextId).toBe(ann.contextId);
    expect(await post("service.undo", { event, execute: true }, bob)).toMatchObject({ code: "service.not_undoable" });
    const auditor = await client(["service:audit"]);
    expect(await post("service.undo", { event, execute: true }, auditor)).toMatchObject({ code: "gateway.forbidden" });
    expect(await post("service.undo", { event, execute: true })).toMatchObject({ status: "undone" });
    expect(await post("service.undo.list", {}, ann)).toMatchObject({
      commands: [{ undone: true, undoneBy: expect.any(String) }],
    });
    expect((await gateway.call("tasks.show", { taskId })).task.archivedAt).toEqual(expect.any(Number));
  });

  it("of a derived key is up to the key above it", async () => {
    const { gateway, post, create, client } = await opened();
    const above = await client(["tasks:write", "context:write"]);
    const { context: below, key } = await post("context.derive", { label: "below", scopes: ["tasks:write"] }, above);
    await create("Tea", createClient(gateway.fetch, key));
    const listed = await post("service.undo.list", { all: true }, above);
    expect(listed.commands.map(({ contextId }: { contextId: string }) => contextId)).toEqual([
      below.id,
      above.contextId,
    ]);
    expect(await create("x", above)).toMatch(/^task_/);
    const { event } = listed.commands[0];
    expect(await post("service.undo", { event, execute: true }, above)).toMatchObject({ status: "undone" });
  });

  it("omits commands with effects outside, and commands without undo", async () => {
    const { post, create, eventOf, gateway } = await opened();
    const undoableOf = (id: string) => gateway.manifest.operations.find((one) => one.id === id)?.undoable;
    expect(["tasks.archive", "tasks.profiles.remove", "tasks.list"].map(undoableOf)).toEqual([true, false, false]);
    const taskId = await create("Tea");
    const { comment } = await post("tasks.comment", { taskId, text: "Two sugars" });
    await post("tasks.comments.remove", { commentId: comment.id, execute: true });
    const { id: event } = await eventOf("tasks.comment.removed");
    expect(await post("service.undo", { event })).toMatchObject({
      status: 404,
      code: "service.not_undoable",
      fix: "postern service undo list",
    });
  });

  it("ends after 30 days", async () => {
    const { post, create, advance, gateway } = await opened();
    await create("old");
    await advance(31 * DAY);
    await create("new");
    await expect
      .poll(async () => (await gateway.call("service.undo.list", { all: true })).commands.length, { timeout: 20_000 })
      .toBe(1);
    expect(await post("service.undo", { execute: true })).toMatchObject({ status: "undone" });
  });
});

describe("undoing once", () => {
  it("succeeds for one of twenty callers", async () => {
    const { admin, post, create, eventOf, gateway } = await opened();
    const taskId = await create("Tea");
    await post("tasks.deps.add", { taskId, dependencyTaskId: await create("Water") });
    const { id: event } = await eventOf("tasks.dep.added");
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => admin.post("service.undo", { event, execute: true })),
    );
    const codes = replies.map(({ body }) => body.code ?? body.status);
    expect(codes.filter((code) => code === "undone")).toHaveLength(1);
    expect(codes.filter((code) => code !== "undone").every((code) => /already_undone|plan_stale/.test(code))).toBe(
      true,
    );
    const { events: removed } = await gateway.call("events.list", { type: "tasks.dep.removed" });
    expect(removed).toHaveLength(1);
  });

  it("holds for a key that may only propose: the approval undoes it", async () => {
    const { post, create, client, eventOf, title, admin } = await opened();
    const agent = await client(["propose:tasks:write", "tasks:read"], "ann");
    const taskId = await create("Tea");
    const proposed = await agent.post("tasks.update", { taskId, title: "Coffee" });
    const approve = async ({ approvalId: id, digest }: { approvalId: string; digest: string }) =>
      admin.post("approvals.approve", { id, digest });
    await approve(proposed.body);
    const { id: event } = await eventOf("tasks.task.updated");
    const undone = await post("service.undo", { event, execute: true }, agent);
    expect(undone).toMatchObject({ status: "pending", approvalId: expect.stringMatching(/^apr_/) });
    expect(await title(taskId)).toBe("Coffee");
    const { approval } = await post("approvals.show", { id: undone.approvalId });
    await approve({ approvalId: approval.id, digest: approval.digest });
    expect(await title(taskId)).toBe("Tea");
    expect(await post("service.undo", { event }, agent)).toMatchObject({ code: "service.already_undone" });
  });

  it("obeys the policies for the command that undoes it", async () => {
    const { post, create, client } = await opened();
    const match = { operations: ["tasks.archive"] };
    await post("approvals.policies.create", { name: "archive", match, action: "deny" });
    const agent = await client(["tasks:write"], "ann");
    await create("Tea", agent);
    expect(await post("service.undo", { execute: true }, agent)).toMatchObject({ code: "approvals.denied_by_policy" });
    expect(await post("tasks.list", {})).toMatchObject({ total: 1 });
  });

  it("shows in the trace of both", async () => {
    const { post, create, eventOf } = await opened();
    await create("Tea");
    const { id: event } = await eventOf("tasks.task.created");
    await post("service.undo", { execute: true });
    await expect
      .poll(async () => (await post("events.trace", { of: event })).events.map(({ type }: { type: string }) => type))
      .toContain("tasks.task.archived");
  });
});
