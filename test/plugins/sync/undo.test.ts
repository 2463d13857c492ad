import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { describe, expect, it } from "vitest";
import { undoable } from "../../run/undo.ts";
import { notesPlugin } from "./fixtures/notes.ts";
import { openSide } from "./gateway.ts";

async function opened(...enabled: string[]) {
  const side = await openSide({ plugins: [notesPlugin(), tasks()], background: false });
  if (enabled.length > 0) await side.enable(...enabled);
  return {
    ...side,
    look: async () =>
      (await side.post("sync.domains.list")).domains
        .filter((one: { enabled: boolean }) => one.enabled)
        .map(({ id }: { id: string }) => id),
    undoables: async () => (await side.post("service.undo.list")).total,
  };
}

describe("undoing", () => {
  it.each<[string, string[], object]>([
    ["enable", [], {}],
    ["enable", ["notes"], {}],
    ["enable", [], { domains: ["tasks"] }],
    ["disable", ["notes", "tasks"], {}],
    ["disable", ["notes"], {}],
    ["disable", ["notes", "tasks"], { domains: ["notes"] }],
  ])("sync.%s with %j enabled gives them back, and undoing that does it again", async (verb, enabled, input) => {
    const { admin, look } = await opened(...enabled);
    expect(await look()).toEqual(enabled);
    const done = await undoable(admin, `sync.${verb}`, input);
    const after = await look();
    expect(after).not.toEqual(enabled);
    const { redo } = await done.undo();
    expect(await look()).toEqual(enabled);
    await redo();
    expect(await look()).toEqual(after);
  });

  it("is not offered for a command that changed nothing", async () => {
    const { post, undoables } = await opened("notes");
    await post("sync.enable", { domains: ["notes"] });
    expect(await undoables()).toBe(1);
    await post("sync.disable");
    await post("sync.disable");
    expect(await undoables()).toBe(2);
  });

  it("is not offered if a group cannot be enabled again, because its plugin is gone", async () => {
    const storage = memory();
    const before = await openSide({ storage, plugins: [notesPlugin(), tasks()], background: false });
    await before.enable();
    await before.stop();
    const after = await openSide({ storage, background: false });
    await after.post("sync.disable");
    expect((await after.post("service.undo.list", { all: true })).commands).toMatchObject([
      { operation: "sync.enable" },
    ]);
  });
});
