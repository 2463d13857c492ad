import { missingDependency, type RecordName } from "@postern/kit/sync";
import { describe, expect, it } from "vitest";
import { expectSettled, type Side } from "../linked.ts";
import { open, taskOn } from "./sync.ts";

const shown = async (side: Side, taskId: string) => (await side.post("tasks.show", { taskId })).task;
const wait = (side: Side, taskId: string, dependencyTaskId: string) =>
  side.post("tasks.deps.add", { taskId, dependencyTaskId });
const startable = async (side: Side): Promise<string[]> =>
  (await side.post("tasks.ready")).tasks.map(({ title }: { title: string }) => title);

describe("tasks on linked gateways", () => {
  it("are synchronized with their instructions", async () => {
    const { a, b, settle, expectEqual } = await open();
    const whole = await taskOn(a, "Release", { tags: ["work"], assignee: "agent:main", priority: "high" });
    const part = await taskOn(a, "Notes", { parent: whole, instructions: "Be short.", profile: "runtime-only" });
    await settle();
    expect(await shown(b, part)).toMatchObject({ parent: whole, instructions: "Be short.", revision: 1 });
    await b.post("tasks.update", { taskId: part, instructions: "", title: "Release notes", parent: "" });
    await settle();
    expect(await shown(a, part)).toMatchObject({ title: "Release notes", revision: 2 });
    for (const member of ["instructions", "parent"]) expect(await shown(a, part)).not.toHaveProperty(member);
    await expectEqual();
    expect(b.bySync()).toEqual(["tasks.task.created", "tasks.task.ready", "tasks.task.created", "tasks.task.ready"]);
    expect(a.bySync()).toEqual(["tasks.task.updated"]);
    await expectSettled(a);
    await expectSettled(b);
  });

  it("become ready on both, and every step emits its own event", async () => {
    const { a, b, settle, expectEqual } = await open();
    const [first, second] = [await taskOn(a, "first"), await taskOn(a, "second")];
    await wait(a, second, first);
    await settle();
    expect(await startable(b)).toEqual(["first"]);
    expect(await shown(b, second)).toMatchObject({ readiness: { state: "waiting", unsatisfied: [first] } });
    b.received.splice(0);
    await a.post("tasks.start", { taskId: first });
    await settle();
    await a.post("tasks.done", { taskId: first, summary: "It is." });
    await settle();
    expect(b.bySync()).toEqual(["tasks.task.started", "tasks.task.done", "tasks.task.ready"]);
    expect(await startable(b)).toEqual(["second"]);
    await b.post("tasks.reopen", { taskId: first });
    await settle();
    expect(await startable(a)).toEqual(["first"]);
    await a.post("tasks.archive", { taskId: first });
    await b.post("tasks.block", { taskId: second, reason: "Rain" });
    await settle();
    for (const side of [a, b]) {
      expect(await startable(side)).toEqual([]);
      expect((await side.post("tasks.list", { archived: true })).tasks).toMatchObject([{ id: first }]);
    }
    await b.post("tasks.unarchive", { taskId: first });
    await settle();
    expect(await startable(a)).toEqual(["first"]);
    await expectEqual();
  });

  it("have the same comments and comment counts", async () => {
    const { a, b, settle, expectEqual } = await open();
    const taskId = await taskOn(a, "one");
    const { comment } = await a.post("tasks.comment", { taskId, text: "Half." });
    await settle();
    await b.post("tasks.comment", { taskId, text: "Yours." });
    await b.post("tasks.comments.update", { commentId: comment.id, text: "All." });
    await settle();
    expect((await a.post("tasks.comments.list", { taskId })).comments).toMatchObject([
      { text: "All." },
      { text: "Yours." },
    ]);
    expect(await shown(a, taskId)).toMatchObject({ commentCount: 2 });
    await a.post("tasks.comments.remove", { commentId: comment.id, execute: true });
    await settle();
    expect(await shown(b, taskId)).toMatchObject({ commentCount: 1 });
    await expectEqual();
    expect(b.bySync().filter((type) => type.includes("comment"))).toEqual([
      "tasks.comment.created",
      "tasks.comment.removed",
    ]);
  });

  it("drop the last dependency of a cycle on both gateways and emit an event", async () => {
    const { a, b, settle, expectEqual } = await open();
    const [one, two, three] = [await taskOn(a, "1"), await taskOn(a, "2"), await taskOn(a, "3")];
    await settle();
    await wait(a, one, two);
    await wait(b, two, three);
    await wait(b, three, one);
    await settle();
    const deps = Object.keys(await expectEqual()).filter((name) => name.startsWith("dep"));
    expect(deps.sort()).toEqual([`dep ${one} ${two}`, `dep ${two} ${three}`].sort());
    const refused = [...a.received, ...b.received].filter(({ type }) => type === "tasks.dep.refused");
    expect(refused[0]?.data).toMatchObject({ dependency: { taskId: three, dependencyTaskId: one } });
    for (const side of [a, b]) {
      expect(await startable(side)).toEqual(["3"]);
      expect((await side.admin.post("tasks.deps.add", { taskId: three, dependencyTaskId: one })).body.code).toBe(
        "tasks.dependency_cycle",
      );
    }
    await a.post("tasks.deps.remove", { taskId: two, dependencyTaskId: three });
    await wait(a, three, one);
    await settle();
    await expectEqual();
    expect(await startable(b)).toEqual(["2"]);
  });

  it("break cycles of parents by clearing the parent of the last task by id", async () => {
    const { a, b, settle, expectEqual } = await open();
    const [one, two] = [await taskOn(a, "1"), await taskOn(a, "2")].sort() as [string, string];
    await settle();
    await a.post("tasks.update", { taskId: one, parent: two });
    await b.post("tasks.update", { taskId: two, parent: one });
    await settle();
    const all = await expectEqual();
    expect(all[`task ${one}`]).toMatchObject({ parent: two });
    expect(all[`task ${two}`]).not.toHaveProperty("parent");
  });

  it("keep a duplicate idempotency key with the first task by id", async () => {
    const { a, b, settle, expectEqual } = await open();
    // The same agent with a key on each gateway, because idempotency keys are scoped to the caller.
    const [onA, onB] = await Promise.all([a, b].map((side) => side.client(["tasks:*"], "main")));
    const make = async (client: typeof onA) =>
      (await client?.post("tasks.create", { title: "same", idempotencyKey: "k" }))?.body.task.id as string;
    const ids = [await make(onA), await make(onB)];
    await settle();
    const all = await expectEqual();
    const [kept, lost] = ids.sort();
    expect(all[`task ${lost}`]).not.toHaveProperty("idempotencyKey");
    for (const client of [onA, onB]) expect(await make(client)).toBe(kept);
  });

  it("wait for the tasks they refer to, and reject invalid records", async () => {
    const { a, b } = await open();
    const [one, two] = [await taskOn(a, "1"), await taskOn(a, "2")];
    await a.post("tasks.update", { taskId: two, parent: one });
    await wait(a, one, two);
    const { comment } = await a.post("tasks.comment", { taskId: two, text: "x" });
    const wanted = async (name: RecordName) =>
      b.apply(name, await a.domain.read(a.store, name)).then(() => undefined, missingDependency);
    expect(await wanted(["task", two])).toEqual(["task", one]);
    expect(await wanted(["comment", comment.id])).toEqual(["task", two]);
    expect(await wanted(["dep", one, two])).toEqual(["task", one]);
    for (const name of [
      ["task", one],
      ["task", two],
      ["comment", comment.id],
      ["dep", one, two],
    ] as RecordName[])
      expect(await wanted(name)).toBeUndefined();
    const wire = await a.domain.read(a.store, ["task", one]);
    await expect(b.apply(["task", one], { ...wire, status: "lost" })).rejects.toThrow(/\/status must be one of/);
    await expect(b.apply(["task", one], { ...wire, number: 7 })).rejects.toThrow(/\/number/);
    await expect(b.apply(["dep", one, one], { createdAt: 1 })).rejects.toThrow(/itself/);
    await expect(b.apply(["task", one], undefined)).rejects.toThrow(/cannot be deleted/);
  });
});
