import { dependencyAdded, dependencyRemoved, taskReady } from "@postern/tasks";
import { describe, expect, it } from "vitest";
import { openFixture } from "./fixture.ts";

const NOBODY = "task_0123456789abcdef01234567";

describe("a dependency", () => {
  it("makes the task wait and names the dependency in the reason", async () => {
    const { task, post, gateway } = await openFixture();
    const [taskId, dependencyTaskId] = [await task("publish"), await task("build")];
    const received: unknown[] = [];
    gateway.on(dependencyAdded, ({ data, subject }) => void received.push({ data, subject }));
    const answer = await post("tasks.deps.add", { taskId, dependencyTaskId });
    expect(answer).toMatchObject({
      changed: true,
      dependency: { taskId, dependencyTaskId, createdAt: expect.any(Number) },
      task: {
        id: taskId,
        readiness: {
          state: "waiting",
          unsatisfied: [dependencyTaskId],
          reason: `Waiting for ${dependencyTaskId} (open)`,
        },
      },
    });
    expect(received).toEqual([{ data: { dependency: answer.dependency }, subject: taskId }]);
    expect(await post("tasks.deps.add", { taskId, dependencyTaskId })).toEqual({ ...answer, changed: false });
    expect(received).toHaveLength(1);
  });

  it("prevents the start of a task until it is done", async () => {
    const { task, wait, refused, step, gateway, titles } = await openFixture();
    const [publish, build] = [await task("publish"), await task("build")];
    await wait(publish, build);
    expect(await refused("tasks.start", { taskId: publish })).toMatchObject({
      status: 409,
      code: "tasks.not_ready",
      readiness: { unsatisfied: [build] },
      fix: `postern tasks deps list --taskId ${publish}`,
    });
    expect(await titles("tasks.ready")).toEqual(["build"]);
    const received: string[] = [];
    gateway.on(taskReady, ({ subject }) => void received.push(subject as string));
    await step("done", build);
    expect(received).toEqual([publish]);
    expect(await titles("tasks.ready")).toEqual(["publish"]);
    expect(await step("start", publish)).toMatchObject({ status: "active" });
  });

  it("blocks dependents again when it is reopened, except active ones", async () => {
    const { task, wait, step, show, titles } = await openFixture();
    const [build, publish, announce] = [await task("build"), await task("publish"), await task("announce")];
    await wait(publish, build);
    await wait(announce, build);
    await step("done", build);
    await step("start", publish);
    await step("reopen", build);
    expect(await titles("tasks.ready")).toEqual(["build"]);
    expect((await show(announce)).readiness).toMatchObject({ state: "waiting", unsatisfied: [build] });
    expect((await show(publish)).readiness).toMatchObject({ state: "active", unsatisfied: [build] });
    expect(await step("release", publish)).toMatchObject({ readiness: { state: "waiting" } });
    expect(await titles("tasks.ready")).toEqual(["build"]);
  });

  it("keeps the task waiting until all of its dependencies are done", async () => {
    const { task, wait, step, show } = await openFixture();
    const last = await task("last");
    const first = [await task("a"), await task("b"), await task("c"), await task("d"), await task("e")];
    for (const id of first) await wait(last, id);
    expect((await show(last)).readiness.reason).toBe(
      `Waiting for ${first[0]} (open), ${first[1]} (open), ${first[2]} (open) and 2 more`,
    );
    for (const id of first) {
      expect((await show(last)).readiness.unsatisfied).toContain(id);
      await step("done", id);
    }
    expect((await show(last)).readiness).toEqual({
      state: "ready",
      unsatisfied: [],
      reason: "Ready to start",
    });
  });

  it("is named first in the reason, with a solution, if it failed or is archived", async () => {
    const { task, wait, step, post, show } = await openFixture();
    const [last, open, failed, archived] = [await task("l"), await task("o"), await task("f"), await task("a")];
    for (const id of [open, failed, archived]) await wait(last, id);
    const reason = async () => (await show(last)).readiness.reason;
    await step("fail", failed, { reason: "no disk" });
    expect(await reason()).toBe(`${failed} failed: reopen it or remove the dependency`);
    await post("tasks.archive", { taskId: archived });
    expect(await reason()).toBe(
      `${failed} failed: reopen it or remove the dependency; ${archived} is archived: unarchive it or remove the dependency`,
    );
    await post("tasks.archive", { taskId: failed });
    expect(await reason()).toContain(
      `${failed} failed and is archived: unarchive it and reopen it, or remove the dependency`,
    );
    await post("tasks.deps.remove", { taskId: last, dependencyTaskId: failed });
    await post("tasks.deps.remove", { taskId: last, dependencyTaskId: archived });
    expect(await reason()).toBe(`Waiting for ${open} (open)`);
  });

  it("cannot be an archived task of any status", async () => {
    const { task, post, refused, step } = await openFixture();
    const [publish, open, done] = [await task("publish"), await task("open"), await task("done")];
    await step("done", done);
    for (const dependencyTaskId of [open, done]) {
      await post("tasks.archive", { taskId: dependencyTaskId });
      expect(await refused("tasks.deps.add", { taskId: publish, dependencyTaskId })).toMatchObject({
        status: 409,
        code: "tasks.task_archived",
        taskId: dependencyTaskId,
      });
    }
  });

  it("does not block its dependents if it was archived after it was done", async () => {
    const { task, wait, step, post, titles } = await openFixture();
    const [build, publish] = [await task("build"), await task("publish")];
    await wait(publish, build);
    await step("done", build);
    await post("tasks.archive", { taskId: build });
    expect(await titles("tasks.ready")).toEqual(["publish"]);
  });

  it("is reported even if the task is blocked as well", async () => {
    const { task, wait, step, refused, show } = await openFixture();
    const [build, publish] = [await task("build"), await task("publish")];
    await wait(publish, build);
    await step("block", publish, { reason: "No key" });
    expect((await show(publish)).readiness).toEqual({
      state: "waiting",
      unsatisfied: [build],
      reason: "Blocked: No key",
    });
    expect((await refused("tasks.start", { taskId: publish })).detail).toContain(`Waiting for ${build} (open)`);
  });

  it("can be added to an active task, which stays active", async () => {
    const { task, wait, step } = await openFixture();
    const [build, publish] = [await task("build"), await task("publish")];
    await step("start", publish);
    const { task: shown } = await wait(publish, build);
    expect(shown.readiness).toMatchObject({ state: "active", unsatisfied: [build] });
    expect(await step("done", publish)).toMatchObject({ status: "done" });
  });

  it("on a task that is done does not block the dependent", async () => {
    const { task, wait, step, titles } = await openFixture();
    const [build, publish] = [await task("build"), await task("publish")];
    await step("done", build);
    expect((await wait(publish, build)).task.readiness.state).toBe("ready");
    expect(await titles("tasks.ready")).toEqual(["publish"]);
  });

  it("is removed, which makes the task ready if it was the last one", async () => {
    const { task, wait, post, gateway } = await openFixture();
    const [build, publish] = [await task("build"), await task("publish")];
    await wait(publish, build);
    const received: string[] = [];
    gateway.on(dependencyRemoved, ({ type }) => void received.push(type));
    gateway.on(taskReady, ({ type }) => void received.push(type));
    const edge = { taskId: publish, dependencyTaskId: build };
    expect(await post("tasks.deps.remove", edge)).toMatchObject({
      changed: true,
      task: { readiness: { state: "ready" } },
    });
    expect((await post("tasks.deps.remove", edge)).changed).toBe(false);
    expect(received).toEqual(["tasks.dep.removed", "tasks.task.ready"]);
    expect((await wait(build, publish)).changed).toBe(true);
  });

  it("is listed from both ends, in pages", async () => {
    const { task, wait, step, post } = await openFixture();
    const [a, b, c] = [await task("a"), await task("b"), await task("c")];
    await wait(c, a);
    await wait(c, b);
    await step("done", a);
    const up = await post("tasks.deps.list", { taskId: c });
    expect(up).toMatchObject({
      total: 2,
      dependencies: [
        { taskId: c, dependencyTaskId: a, satisfied: true, task: { id: a, title: "a", status: "done" } },
        { taskId: c, dependencyTaskId: b, satisfied: false, task: { id: b, readiness: { state: "ready" } } },
      ],
    });
    const down = await post("tasks.deps.list", { taskId: a, direction: "down" });
    expect(down).toMatchObject({ total: 1, dependencies: [{ satisfied: true, task: { id: c } }] });
    expect(await post("tasks.deps.list", { taskId: c, limit: "1", offset: "1" })).toMatchObject({
      total: 2,
      dependencies: [{ dependencyTaskId: b }],
    });
  });

  it("is rejected if a task does not exist or is the same task", async () => {
    const { task, refused, post } = await openFixture();
    const taskId = await task("x");
    expect(await refused("tasks.deps.add", { taskId, dependencyTaskId: taskId })).toMatchObject({
      status: 400,
      code: "gateway.invalid_input",
      issues: [{ path: "/dependencyTaskId", code: "self", message: "must not be the same task as taskId" }],
    });
    for (const edge of [
      { taskId, dependencyTaskId: NOBODY },
      { taskId: NOBODY, dependencyTaskId: taskId },
    ]) {
      expect(await refused("tasks.deps.add", edge)).toMatchObject({ status: 404, taskId: NOBODY });
      expect(await refused("tasks.deps.remove", edge)).toMatchObject({ status: 404, taskId: NOBODY });
    }
    for (const wrong of ["", "task_", "../x", `${taskId}\r\n`, ` ${taskId}`, taskId.toUpperCase(), "x".repeat(9_999)]) {
      expect(await refused("tasks.deps.add", { taskId, dependencyTaskId: wrong })).toMatchObject({ status: 400 });
    }
    for (const body of [{ taskId }, { dependencyTaskId: taskId }, {}]) {
      expect(await refused("tasks.deps.add", body)).toMatchObject({ status: 400 });
    }
    await post("tasks.archive", { taskId });
    const edge = { taskId, dependencyTaskId: await task("y") };
    expect(await refused("tasks.deps.add", edge)).toMatchObject({ status: 409, code: "tasks.task_archived" });
  });
});

describe("a cycle of dependencies", () => {
  it("is rejected with its path, and changes nothing", async () => {
    const { task, wait, refused, show } = await openFixture();
    const [a, b, c] = [await task("a"), await task("b"), await task("c")];
    await wait(b, a);
    await wait(c, b);
    expect(await refused("tasks.deps.add", { taskId: a, dependencyTaskId: c })).toMatchObject({
      status: 409,
      code: "tasks.dependency_cycle",
      path: [a, c, b, a],
      tasks: 3,
      detail: `Task "${a}" cannot depend on "${c}": this would create a cycle of 3 tasks.`,
      fix: `postern tasks deps graph --taskId ${a}`,
    });
    expect(await refused("tasks.deps.add", { taskId: a, dependencyTaskId: b })).toMatchObject({ path: [a, b, a] });
    expect((await show(a)).readiness.state).toBe("ready");
  });

  it("is rejected in a dry run too", async () => {
    const { task, wait, admin } = await openFixture();
    const [a, b] = [await task("a"), await task("b")];
    await wait(b, a);
    const dry = { "x-dry-run": "true" };
    const reply = await admin.post("tasks.deps.add", { taskId: a, dependencyTaskId: b }, dry);
    expect(reply.body.code).toBe("tasks.dependency_cycle");
    expect((await admin.post("tasks.deps.add", { taskId: b, dependencyTaskId: a }, dry)).body.plan).toEqual({
      summary: `${b} already depends on ${a}`,
      changed: false,
    });
  });

  it("is rejected even through done or archived tasks, because they can be reopened", async () => {
    const { task, wait, step, post, refused } = await openFixture();
    const [a, b, c] = [await task("a"), await task("b"), await task("c")];
    await wait(b, a);
    await wait(c, b);
    await step("done", b);
    await post("tasks.archive", { taskId: b });
    expect(await refused("tasks.deps.add", { taskId: a, dependencyTaskId: c })).toMatchObject({ tasks: 3 });
  });

  it("is allowed after another dependency of the cycle was removed", async () => {
    const { task, wait, post } = await openFixture();
    const [a, b, c] = [await task("a"), await task("b"), await task("c")];
    await wait(b, a);
    await wait(c, b);
    await post("tasks.deps.remove", { taskId: b, dependencyTaskId: a });
    expect((await wait(a, c)).changed).toBe(true);
  });
});
