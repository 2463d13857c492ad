import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";
import { openGateway } from "./environment.ts";
import { loopKind } from "./loop/kind.mjs";

/** A gateway whose runner is not running, so that nothing connects. */
async function opened(adapter: object = {}) {
  const kinds = [loopKind({ secret: { needed: false, what: "Password" } })];
  const env = await openGateway({ role: "gateway", kinds, plugins: [service()] });
  for (const id of ["main", "night"]) await env.post("agents.create", { id });
  await env.post("channels.adapters.create", { id: "loop", kind: "loop", config: { port: 1 }, ...adapter });
  const look = async () => {
    const { updatedAt: _, ...rest } = await env.show("loop");
    return rest;
  };
  const undoables = async (): Promise<number> => (await env.post("service.undo.list")).total;
  return { ...env, look, undoables };
}

/** Does it, undoes it and does it again, and checks the state each time. */
async function goAndReturn({ admin, look }: Awaited<ReturnType<typeof opened>>, operation: string, input: object) {
  await expectUndone(admin, `channels.adapters.${operation}`, input, look);
}

describe("undoing commands on adapters", () => {
  it("removes a new adapter, unless a connection is bound to its server", async () => {
    const { admin, post, undoables } = await opened();
    const listed = async () => (await post("channels.adapters.list")).adapters.map(({ id }: { id: string }) => id);
    const input = { id: "other", kind: "loop", config: { port: 2 } };
    const { undo } = await undoable(admin, "channels.adapters.create", input);
    expect(await listed()).toEqual(["loop", "other"]);
    await undo();
    expect(await listed()).toEqual(["loop"]);
    const before = await undoables();
    await post("channels.adapters.create", { ...input, connection: "bot" });
    expect(await listed()).toEqual(["loop", "other"]);
    expect(await undoables()).toBe(before);
  });

  it.each(["disable", "enable"])("reverses %s", async (verb) => {
    const test = await opened();
    if (verb === "enable") await test.post("channels.adapters.disable", { id: "loop" });
    await goAndReturn(test, verb, { id: "loop" });
    const before = await test.undoables();
    await test.post(`channels.adapters.${verb}`, { id: "loop" });
    expect(await test.undoables()).toBe(before);
  });

  it.each([
    ["of everything", { agent: "main" }, { agent: "night", config: { port: 2, greeting: "Hi" } }],
    ["that sets the agent", {}, { agent: "night" }],
    ["that clears the agent", { agent: "main" }, { agent: "" }],
    ["of the configuration of one with a connection", { connection: "bot" }, { config: { port: 2 } }],
  ])("reverses an update %s", async (_title, adapter, change) => {
    const test = await opened(adapter);
    await goAndReturn(test, "update", { id: "loop", ...change });
  });

  it("leaves out updates that change nothing or name a connection", async () => {
    const test = await opened({ agent: "main" });
    const before = await test.undoables();
    await test.post("channels.adapters.update", { id: "loop", agent: "main", config: { port: 1 } });
    await test.post("channels.adapters.update", { id: "loop", connection: "bot" });
    expect(await test.look()).toMatchObject({ connection: "bot" });
    expect(await test.undoables()).toBe(before);
  });
});
