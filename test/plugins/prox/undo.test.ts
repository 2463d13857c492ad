import { recordsOf, Transaction } from "@postern/core/storage";
import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { profiles } from "../../../plugins/prox/src/collections.ts";
import { expectUndone, undoable } from "../../run/undo.ts";
import { openFixture } from "./fixture.ts";

const profileId = "tow-truck";
const texts = {
  ...{ language: "de-CH", provider: "twilio", connection: "main", agentId: "anna", voice: "alloy" },
  ...{ firstMessage: "Where are you?", prompt: "Find out where the car stands." },
};
const cleared = Object.fromEntries(Object.keys(texts).map((name) => [name, ""]));
const others = { name: "Recovery", tags: ["cars"], enabled: false, voicemailPolicy: "leave_message" };

async function opened(more: object = {}) {
  const fixture = await openFixture([service()]);
  await fixture.post("create", { profileId, name: "Tow truck", ...more });
  return {
    ...fixture,
    async look(id = profileId) {
      const { status, body } = await fixture.ask("show", { profileId: id });
      const { createdAt: _, updatedAt: __, ...profile } = body.profile ?? {};
      return status === 200 ? profile : body.code;
    },
    undoables: async () => (await fixture.admin.post("service.undo.list")).body.total,
  };
}

describe("undoing", () => {
  it.each<[string, object, object]>([
    ["update", {}, { ...texts, ...others }],
    ["update", { ...texts, tags: ["old"] }, { ...cleared, tags: [] }],
    ["remove", { ...texts, ...others }, {}],
    ["remove", {}, {}],
  ])(
    "prox.calls.profiles.%s restores the earlier state, and undoing the undo reapplies the change",
    async (verb, more, changes) => {
      const { admin, look } = await opened(more);
      await expectUndone(admin, `prox.calls.profiles.${verb}`, { profileId, ...changes }, look);
    },
  );

  it("prox.calls.profiles.create makes a catalogue profile effective again, and undoing that overrides it", async () => {
    const { admin, look } = await opened();
    const id = "appointment-reminder";
    const before = await look(id);
    expect(before).toMatchObject({ source: "system" });
    const done = await undoable(admin, "prox.calls.profiles.create", { profileId: id, from: id, voice: "alloy" });
    const after = await look(id);
    expect(after).toMatchObject({ source: "store", voice: "alloy" });
    const { redo } = await done.undo();
    expect(await look(id)).toEqual(before);
    await redo();
    expect(await look(id)).toEqual(after);
  });

  it("is not offered for a command that changed nothing, or a profile that was damaged", async () => {
    const { post, storage, undoables } = await opened({ language: "de-ch" });
    await post("update", { profileId, name: "Tow truck", language: "DE-CH", voicemailPolicy: "hangup", prompt: "" });
    expect(await undoables()).toBe(1);
    const tx = new Transaction(storage);
    const damaged = { id: "broken", name: "", tags: [], enabled: true, voicemailPolicy: "hangup" as const };
    await recordsOf(tx).put(profiles, { ...damaged, createdAt: 1, updatedAt: 1 });
    expect(await tx.commit(storage)).toBeTruthy();
    await post("remove", { profileId: "broken" });
    expect(await undoables()).toBe(1);
  });
});
