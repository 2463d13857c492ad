import { testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";

const DAY = 86_400_000;
const NOON = Date.parse("2026-12-01T12:00:00Z");

async function opened(plugins = [projects(), tasks()]) {
  const { admin, client, gateway, stop } = await testGateway({ plugins });
  onTestFinished(stop);
  const post = async (id: string, body: object = {}) => {
    const reply = await admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id}: ${reply.body.detail}`);
    return reply.body;
  };
  const task = async (title: string, more: object = {}) => (await post("tasks.create", { title, ...more })).task;
  const titles = async (body: object): Promise<string[]> =>
    (await post("tasks.list", body)).tasks.map(({ title }: { title: string }) => title);
  return { admin, client, gateway, post, task, titles };
}

describe("a task of a project", () => {
  it("is stored with the id of the project, given by id or slug, and filtered by it", async () => {
    const { post, task, titles } = await opened();
    const { project } = await post("projects.create", { name: "Web site" });
    await task("elsewhere");
    expect(await task("first", { projectId: "web-site" })).toMatchObject({ projectId: project.id });
    expect(await task("second", { projectId: project.id })).toMatchObject({ projectId: project.id });
    expect(await titles({ projectId: "web-site" })).toEqual(["second", "first"]);
    expect(await titles({ projectId: project.id, status: "open", ready: true })).toEqual(["first", "second"]);
    expect(await titles({ projectId: project.id, status: "done" })).toEqual([]);
  });

  it("moves to another project, and out of it", async () => {
    const { post, task, titles } = await opened();
    for (const name of ["One", "Two"]) await post("projects.create", { name });
    const { id: taskId } = await task("x", { projectId: "one", dueAt: NOON });
    await post("tasks.update", { taskId, projectId: "two" });
    expect([await titles({ projectId: "one" }), await titles({ projectId: "two" })]).toEqual([[], ["x"]]);
    const { task: cleared } = await post("tasks.update", { taskId, projectId: "", dueAt: "" });
    expect(cleared).not.toHaveProperty("projectId");
    expect(cleared).not.toHaveProperty("dueAt");
    expect((await post("projects.show", { id: "two" })).tasks).toMatchObject({ counts: { open: 0 }, open: [] });
  });

  it("is refused if the project does not exist, or projects are not enabled", async () => {
    const { admin, task } = await opened();
    const { id: taskId } = await task("x");
    for (const [id, input] of [
      ["create", { title: "y" }],
      ["update", { taskId }],
      ["list", {}],
    ] as const) {
      const { status, body } = await admin.post(`tasks.${id}`, { ...input, projectId: "nope" });
      expect([status, body.code, body.fix]).toEqual([404, "tasks.project_not_found", "postern projects list"]);
    }
    const alone = await opened([tasks()] as never);
    const { status, body } = await alone.admin.post("tasks.create", { title: "y", projectId: "nope" });
    expect([status, body.detail]).toEqual([404, expect.stringContaining("not enabled")]);
  });

  it("is shown with its project: counts by status, and unfinished tasks", async () => {
    const { admin, client, post, task } = await opened();
    const { project } = await post("projects.create", { name: "Web site" });
    const mine = { projectId: project.id };
    await task("later", { ...mine, dueAt: NOON + DAY });
    await task("soon", { ...mine, dueAt: NOON });
    await task("now", { ...mine, priority: "urgent" });
    for (const title of ["done", "archived"]) {
      const { id: taskId } = await task(title, mine);
      await post("tasks.start", { taskId });
      await post("tasks.done", { taskId });
      if (title === "archived") await post("tasks.archive", { taskId });
    }
    const { tasks: found } = (await admin.post("projects.show", { id: "web-site" })).body;
    expect(found.counts).toEqual({ open: 3, active: 0, blocked: 0, done: 1, failed: 0 });
    expect(found.open.map(({ title }: { title: string }) => title)).toEqual(["now", "soon", "later"]);
    const reader = await client(["projects:read"]);
    expect((await reader.post("projects.show", { id: "web-site" })).body).toEqual({ project });
  });
});

describe("a due time", () => {
  it("is a number or a text, and sorts a list", async () => {
    const { admin, task, titles } = await opened();
    await task("never");
    expect(await task("later", { dueAt: "2026-12-02T13:00:00+01:00" })).toMatchObject({ dueAt: NOON + DAY });
    expect(await task("soon", { dueAt: NOON, priority: "low" })).toMatchObject({ dueAt: NOON });
    await task("urgent", { dueAt: `${NOON + 2 * DAY}`, priority: "urgent" });
    expect(await titles({ order: "due" })).toEqual(["soon", "later", "urgent", "never"]);
    expect(await titles({ order: "priority" })).toEqual(["urgent", "never", "later", "soon"]);
    expect(await titles({})).toEqual(["urgent", "soon", "later", "never"]);
    expect(await titles({ dueBefore: NOON + DAY })).toEqual(["soon"]);
    expect(await titles({ dueAfter: NOON + DAY })).toEqual(["later", "urgent"]);
    expect(await titles({ dueAfter: NOON, dueBefore: NOON + 3 * DAY, priority: "urgent" })).toEqual(["urgent"]);
    for (const dueAt of ["tomorrow", -1, 1.5, "2026-12-02", "2026-13-02T00:00:00Z", "9".repeat(15)]) {
      const { status, body } = await admin.post("tasks.create", { title: "x", dueAt });
      expect([dueAt, status, body.issues?.[0].path]).toEqual([dueAt, 400, "/dueAt"]);
    }
    const { status } = await admin.post("tasks.list", { order: "priority", dueBefore: NOON });
    expect(status).toBe(400);
  });

  it("is part of the event of a change", async () => {
    const { gateway, post, task } = await opened();
    const seen: unknown[] = [];
    const { taskUpdated } = await import("@postern/tasks");
    gateway.on(taskUpdated, ({ data }) => seen.push(data.task.dueAt));
    const { id: taskId } = await task("x");
    await post("tasks.update", { taskId, dueAt: NOON });
    await post("tasks.update", { taskId, dueAt: "" });
    expect(seen).toEqual([NOON, undefined]);
  });
});

describe("a profile", () => {
  it("is refused if it does not exist, with the nearest one", async () => {
    const { admin, post, task } = await opened();
    const { id: taskId } = await task("x", { profile: "doc-first" });
    for (const [id, input] of [
      ["create", { title: "y" }],
      ["update", { taskId }],
    ] as const) {
      const { status, body } = await admin.post(`tasks.${id}`, { ...input, profile: "doc-frist" });
      expect([status, body.code, body.nearest]).toEqual([404, "tasks.profile_unknown", "doc-first"]);
      expect(body.detail).toContain('Did you mean "doc-first"?');
    }
    expect(await task("later", { profile: "nope", allowUnknown: true })).toMatchObject({ profile: "nope" });
    expect((await post("tasks.update", { taskId, profile: "" })).task).not.toHaveProperty("profile");
  });
});
