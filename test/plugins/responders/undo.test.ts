import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";
import { openFixture } from "./fixture.ts";

const http = { kind: "http", agents: ["main"], config: { url: "https://one.example/answer" } };
const other = { config: { url: "https://two.example/answer" } };

async function opened(more: object = {}) {
  const fixture = await openFixture({ background: false, more: [service()] });
  const { post } = fixture;
  await post("agents.create", { id: "second", instructions: "You are kind." });
  for (const connection of ["bot", "spare"])
    await post("credentials.connections.create", { provider: "http", connection, secret: "whsec_AAAA", execute: true });
  await post("responders.create", { id: "bot", ...http, ...more });
  return {
    ...fixture,
    async look() {
      const {
        updatedAt: _,
        contextId: __,
        budget = {},
        ...shown
      } = (await post("responders.show", { id: "bot" })).responder;
      return { ...shown, budget };
    },
    budgets: async () => (await post("responders.budgets.list")).budgets,
    undoables: async () => (await post("service.undo.list")).total,
  };
}

describe("undoing", () => {
  const budget = { turns: "100", cost: "1.5", inputPrice: "2" };
  it.each<[string, object, object]>([
    ["disable", {}, {}],
    ["enable", {}, {}],
    ["update", {}, { agents: ["second"], scopes: ["tasks:write"], concurrency: "9", budget }],
    ["update", { scopes: ["tasks:write"], budget }, { scopes: [], budget: {} }],
    ["update", {}, other],
    ["update", {}, { ...other, connection: "bot" }],
    ["update", { connection: "bot" }, { connection: "" }],
    ["update", { connection: "bot" }, { ...other, connection: "spare" }],
  ])(
    "responders.%s restores the earlier state, and undoing the undo reapplies the change",
    async (verb, more, changes) => {
      const { admin, post, look } = await opened(more);
      if (verb === "enable") await post("responders.disable", { id: "bot" });
      await expectUndone(admin, `responders.${verb}`, { id: "bot", ...changes }, look);
    },
  );

  it("responders.update gives a responder the right to call its former tools again", async () => {
    const { admin, gateway, post } = await opened({ scopes: ["tasks:write"] });
    const scopes = async () => {
      const { contextId } = (await post("responders.show", { id: "bot" })).responder;
      return (await gateway.keys.callerOf(contextId))?.chain.at(0);
    };
    const before = await scopes();
    expect(before).toBeDefined();
    const { undo } = await undoable(admin, "responders.update", { id: "bot", scopes: ["chats:read"] });
    expect(await scopes()).not.toEqual(before);
    await undo();
    expect(await scopes()).toEqual(before);
  });

  it("responders.create removes the responder", async () => {
    const { admin, post } = await opened();
    const { undo } = await undoable(admin, "responders.create", { id: "spare", ...http });
    expect(await post("responders.list")).toMatchObject({ total: 2 });
    await undo();
    expect(await post("responders.list")).toMatchObject({ total: 1, responders: [{ id: "bot" }] });
  });

  it.each([
    [{}, { turns: "200", cost: "0.5" }],
    [{ turns: "200" }, { tokens: "1000" }],
    [{ turns: "200" }, {}],
  ])("responders.budgets.set gives %j back", async (former, next) => {
    const { admin, post, budgets } = await opened();
    await post("responders.budgets.set", { agent: "main", ...former });
    const before = await budgets();
    const done = await undoable(admin, "responders.budgets.set", { agent: "main", ...next });
    const after = await budgets();
    expect(after).not.toEqual(before);
    const { redo } = await done.undo();
    expect(await budgets()).toEqual(before);
    await redo();
    expect(await budgets()).toEqual(after);
  });

  it("is not offered for a command that changed nothing", async () => {
    const { post, undoables } = await opened();
    const before = await undoables();
    await post("responders.enable", { id: "bot" });
    await post("responders.update", { id: "bot", agents: ["main"], config: http.config, concurrency: "4" });
    await post("responders.budgets.set", { agent: "main" });
    expect(await undoables()).toBe(before);
  });
});
