import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";
import { openGateway } from "./gateway.ts";

const url = "https://example.com/events";

async function opened(more: object = {}) {
  const fixture = await openGateway({ plugins: [service()] });
  const { hook } = await fixture.post("hooks.create", { url, types: ["chats.**"], ...more });
  return {
    ...fixture,
    id: hook.id as string,
    async look() {
      const { updatedAt: _, ...shown } = (await fixture.post("hooks.show", { id: hook.id })).hook;
      return shown;
    },
    undoables: async () => (await fixture.post("service.undo.list")).total,
  };
}

describe("undoing", () => {
  it.each<[string, object, object]>([
    ["disable", {}, {}],
    ["enable", {}, {}],
    ["update", {}, { url: "https://example.org/", types: ["chats.chat.*"], description: "New" }],
    ["update", { description: "Old" }, { description: "" }],
    ["update", { types: ["later.**"], allowUnknown: true, description: "Old" }, { types: ["chats.**"] }],
  ])("hooks.%s restores the earlier state, and undoing the undo reapplies the change", async (verb, more, changes) => {
    const { admin, post, id, look } = await opened(more);
    if (verb === "enable") await post("hooks.disable", { id });
    await expectUndone(admin, `hooks.${verb}`, { id, ...changes }, look);
  });

  it("hooks.create removes the webhook", async () => {
    const { admin, post, id } = await opened();
    const { undo } = await undoable(admin, "hooks.create", { url, types: ["events.**"], allowUnknown: true });
    expect(await post("hooks.list")).toMatchObject({ total: 2 });
    await undo();
    expect(await post("hooks.list")).toMatchObject({ total: 1, hooks: [{ id }] });
  });

  it("is not offered for a command that changed nothing, and never for a rotated secret", async () => {
    const { post, id, undoables } = await opened({ description: "Old" });
    await post("hooks.enable", { id });
    await post("hooks.update", { id, url, types: ["chats.**"], description: "Old" });
    await post("hooks.rotate", { id });
    expect(await undoables()).toBe(1);
  });
});
