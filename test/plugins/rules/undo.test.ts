import { describe, expect, it } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";
import { openGateway } from "./gateway.ts";

const filtered = { types: ["chats.chat.updated"], filter: 'event.data.chat.title == "x"' };
const rate = { rate: { count: 10, perMs: 3_600_000 } };
const archive = { operation: "chats.archive", input: { chatId: "{{event.subject}}" } };

async function opened(more: object = {}) {
  const fixture = await openGateway();
  const { id } = await fixture.rule({ name: "ask me", ...more });
  return {
    ...fixture,
    id: id as string,
    async look() {
      const { updatedAt: _, actionContextId: __, ...shown } = await fixture.show(id);
      return shown;
    },
    undoables: async () => (await fixture.post("service.undo.list")).total,
  };
}

describe("undoing", () => {
  it.each<[string, object, object]>([
    ["disable", {}, {}],
    ["enable", {}, {}],
    ["update", {}, { name: "answer", on: filtered, when: rate, action: archive }],
    ["update", { when: rate, on: filtered }, { when: {}, on: { types: ["chats.**"] } }],
    ["update", { on: { types: ["later.**"] }, allowUnknown: true }, { on: { types: ["chats.**"] } }],
  ])("rules.%s restores the earlier state, and undoing the undo reapplies the change", async (verb, more, changes) => {
    const { admin, post, id, look } = await opened(more);
    if (verb === "enable") await post("rules.disable", { id });
    await expectUndone(admin, `rules.${verb}`, { id: "ask me", ...changes }, look);
  });

  it("rules.update gives the rule a key for its former action, with which it runs", async () => {
    const { admin, id, happen, handled, titles } = await opened();
    const { undo } = await undoable(admin, "rules.update", { id, action: archive });
    await undo();
    await happen("Tea");
    await handled();
    await expect.poll(titles).toContain("Tea");
  });

  it("rules.create removes the rule", async () => {
    const { admin, post, id } = await opened();
    const on = { types: ["chats.**"] };
    const { undo } = await undoable(admin, "rules.create", { name: "second", on, action: archive });
    expect(await post("rules.list")).toMatchObject({ total: 2 });
    await undo();
    expect(await post("rules.list")).toMatchObject({ total: 1, rules: [{ id }] });
  });

  it("is not offered for a command that changed nothing", async () => {
    const { post, id, undoables } = await opened({ when: rate });
    await post("rules.enable", { id });
    await post("rules.update", { id, name: "ask me", when: rate });
    expect(await undoables()).toBe(1);
  });
});
