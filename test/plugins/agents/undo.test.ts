import agents from "@postern/agents";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";

const speech = { provider: "local", lang: "en" } as const;
const FULL = {
  ...{ name: "Main", description: "Answers", cwd: "/srv/main", model: "m1", instructions: "Be brief" },
  ...{ debounceMs: 2_000, defaults: { speech } },
};

async function opened(fields: object = {}) {
  const { admin, stop } = await testGateway({ plugins: [agents(), service()] });
  onTestFinished(stop);
  const post = async (id: string, body: object = {}) => (await admin.post(id, body)).body;
  await post("agents.create", { id: "main", ...fields });
  const show = async () => {
    const {
      id: _id,
      createdAt: _created,
      updatedAt: _updated,
      waiting: _w,
      unanswered: _u,
      ...shown
    } = (await post("agents.show", { id: "main" })).agent;
    return shown;
  };
  const listed = async () => (await post("agents.list")).agents.map(({ id }: { id: string }) => id);
  const undo = async () => post("service.undo", { execute: true });
  return { admin, post, show, listed, undo };
}

describe("undoing commands of agents", () => {
  it("archives a new agent", async () => {
    const { admin, listed } = await opened();
    const done = await undoable(admin, "agents.create", { id: "night" });
    expect(await listed()).toEqual(["main", "night"]);
    const { redo } = await done.undo();
    expect(await listed()).toEqual(["main"]);
    await redo();
    expect(await listed()).toEqual(["main", "night"]);
  });

  it.each(["archive", "unarchive"])("reverses %s", async (verb) => {
    const { admin, post, show } = await opened();
    if (verb === "unarchive") await post("agents.archive", { id: "main" });
    const isArchived = async () => "archivedAt" in (await show());
    const before = await isArchived();
    const done = await undoable(admin, `agents.${verb}`, { id: "main" });
    expect(await isArchived()).toBe(!before);
    const { redo } = await done.undo();
    expect(await isArchived()).toBe(before);
    await redo();
    expect(await isArchived()).toBe(!before);
    const { total } = await post("service.undo.list");
    await post(`agents.${verb}`, { id: "main" });
    expect(await post("service.undo.list")).toMatchObject({ total });
  });

  it.each([
    ["of all fields", FULL, { ...FULL, name: "Other", debounceMs: 0, defaults: { speech: { provider: "local" } } }],
    ["that sets fields", {}, FULL],
    ["that clears fields", FULL, { name: "", description: "", cwd: "", model: "", instructions: "", defaults: {} }],
    ["of one field", FULL, { debounceMs: "500" }],
  ])("reverses an update %s", async (_title, fields, change) => {
    const { admin, show } = await opened(fields);
    await expectUndone(admin, "agents.update", { id: "main", ...change }, show);
  });

  it("reverses a change of the debounce time", async () => {
    const { post, show, undo } = await opened({ debounceMs: 2_000 });
    await post("agents.debounce", { id: "main", ms: "500" });
    const { by } = await undo();
    expect((await show()).debounceMs).toBe(2_000);
    await post("service.undo", { event: by, execute: true });
    expect((await show()).debounceMs).toBe(500);
  });

  it.each([
    ["agents.update", { name: "Main", cwd: "/srv/main" }],
    ["agents.update", {}],
    ["agents.debounce", { ms: "2000" }],
    ["agents.debounce", {}],
    ["agents.unarchive", {}],
  ])("has nothing to undo if %s changes nothing", async (operation, body) => {
    const { post } = await opened(FULL);
    await post(operation, { id: "main", ...body });
    expect((await post("service.undo.list")).commands.map((one: { operation: string }) => one.operation)).toEqual([
      "agents.create",
    ]);
  });
});
