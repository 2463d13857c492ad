import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-undo-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function opened(policy: object = {}) {
  const data = newFolder();
  const { admin, stop } = await testGateway({
    plugins: [service({ data, backupFolders: [tmpdir()] })],
    background: false,
  });
  onTestFinished(stop);
  const update = async (input: object) => (await admin.post("service.backups.policy.update", input)).body;
  if (Object.keys(policy).length > 0) expect(await update(policy)).toHaveProperty("policy");
  return {
    ...{ admin, update },
    async look() {
      const { nextAt, ...shown } = (await admin.post("service.backups.policy")).body.policy;
      return { ...shown, isScheduled: nextAt !== undefined };
    },
    undoables: async () => (await admin.post("service.undo.list")).body.total,
  };
}

describe("undoing service.backups.policy.update", () => {
  const recipient = async () => identityToRecipient(await generateX25519Identity());
  const elsewhere = async () => ({ folder: newFolder(), recipients: [await recipient()] });
  it.each<[string, object | (() => Promise<object>), object | (() => Promise<object>)]>([
    ["from the defaults", {}, { enabled: true, everyHours: 6, keep: 2 }],
    ["to other values", { enabled: true, everyHours: 6, keep: 2 }, { enabled: false, everyHours: 7, keep: 3 }],
    ["to another folder and recipient", {}, elsewhere],
    ["to the default folder without encryption", elsewhere, { folder: "backups", recipients: [] }],
  ])("%s restores the earlier state, and undoing the undo reapplies the change", async (_title, former, changes) => {
    const read = async (input: object | (() => Promise<object>)) =>
      typeof input === "function" ? await input() : input;
    const { admin, look } = await opened(await read(former));
    await expectUndone(admin, "service.backups.policy.update", await read(changes), look);
  });

  it("gives back only what was changed, and is not offered if nothing was", async () => {
    const { admin, update, look, undoables } = await opened({ keep: 2 });
    const { undo } = await undoable(admin, "service.backups.policy.update", { everyHours: 6 });
    await undo();
    expect(await look()).toMatchObject({ keep: 2, everyHours: 24 });
    const before = await undoables();
    await update({ keep: 2, folder: "backups", recipients: [] });
    expect(await undoables()).toBe(before);
  });
});
