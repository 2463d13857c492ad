import memory from "@postern/storage-memory";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { expectEqual, openSide, openWire, type Side } from "./gateway.ts";
import { type Backup, keep, restoreInto } from "./past.ts";

/** Two gateways whose stores can be restored; `a` is linked to `b`. */
async function openPair(name: string) {
  const wire = await openWire();
  let a = await openSide();
  let b = await openSide({ wired: wire.url });
  wire.leadTo(b.url);
  for (const side of [a, b]) await side.enable();
  // The vault is new after a restart, so the key is in the environment.
  vi.stubEnv(name, (await b.client(["sync:exchange"])).key);
  await a.post("credentials.connections.create", {
    provider: "postern",
    connection: "other",
    secretRef: `env:${name}`,
  });
  await a.post("sync.link", { consoleUrl: wire.url, connection: "other", execute: true });
  return {
    wire,
    a: () => a,
    b: () => b,
    async restore(which: "a" | "b", backup: Backup, how: { raw?: boolean } = {}) {
      const storage = await restoreInto(memory(), backup, how);
      await (which === "a" ? a : b).stop();
      if (which === "a") a = await openSide({ storage });
      else {
        b = await openSide({ storage, wired: wire.url });
        wire.leadTo(b.url);
      }
    },
  };
}

const site = async ({ post }: Side) => (await post("sync.pull", { site: "", from: [] })) as Record<string, string>;

describe("a gateway that is restored from a backup", () => {
  it.each(["a", "b"] as const)("gets back lost records, and loses no later change: %s", async (which) => {
    const pair = await openPair(`SYNC_RESTORE_${which.toUpperCase()}`);
    const [one, other] = which === "a" ? [pair.a, pair.b] : [pair.b, pair.a];
    for (const id of ["tea", "soup", "bread"]) await one().note(id, "before", { updatedAt: 1 });
    await other().note("salt", "before", { updatedAt: 1 });
    await expectEqual(pair.a(), pair.b(), 4);
    const backup = await keep(one().storage);
    // Created, changed and removed on the gateway that loses it and on the other one.
    await one().note("lost", "by itself", { updatedAt: 2 });
    for (const text of ["second", "third"]) await one().note("tea", text, { updatedAt: 2 });
    await one().post("notes.remove", { id: "bread" });
    await other().note("salt", "more", { updatedAt: 2 });
    await other().note("oil", "new", { updatedAt: 2 });
    await expectEqual(pair.a(), pair.b(), 5);
    pair.wire.cut();
    await pair.restore(which, backup);
    // The same number of changes as before, but different changes.
    await one().note("soup", "after", { updatedAt: 3 });
    await one().note("tea", "after", { updatedAt: 3 });
    pair.wire.mend();
    await expectEqual(pair.a(), pair.b(), 5);
    expect(await pair.a().records()).toEqual({
      "notes note tea": { text: "after", updatedAt: 3 },
      "notes note soup": { text: "after", updatedAt: 3 },
      "notes note lost": { text: "by itself", updatedAt: 2 },
      "notes note salt": { text: "more", updatedAt: 2 },
      "notes note oil": { text: "new", updatedAt: 2 },
    });
    expect((await pair.a().status()).linked).toBe(true);
    const answered = await site(one());
    expect(answered.installation).toMatch(/^site_/);
    expect(answered.installation).not.toBe(answered.site);
    const conflicts = await Promise.all([pair.a(), pair.b()].map((side) => side.post("sync.conflicts.list")));
    expect(conflicts.flatMap(({ conflicts: all }) => all)).toMatchObject([{ name: ["note", "tea"] }]);
  });

  it("is still recognized by its linked gateway when it is restored twice from one backup", async () => {
    const pair = await openPair("SYNC_RESTORE_TWICE");
    await pair.b().note("tea", "before");
    await expectEqual(pair.a(), pair.b(), 1);
    const backup = await keep(pair.b().storage);
    for (let round = 0; round < 2; round++) {
      await pair.b().note(`lost ${round}`, "x");
      await expectEqual(pair.a(), pair.b(), round + 2);
      await pair.restore("b", backup);
      await expectEqual(pair.a(), pair.b(), round + 2);
    }
    const [known] = pair.a().received.filter(({ type }) => type === "sync.link.made");
    expect(known?.data).toMatchObject({ link: { installationId: (await pair.a().status()).peerInstallationId } });
  });
});

describe("sync.verify", () => {
  it("shows and repairs missing records after old store files were copied back", async () => {
    const pair = await openPair("SYNC_VERIFY");
    for (const id of ["tea", "soup", "bread"]) await pair.b().note(id, "before", { updatedAt: 1 });
    await expectEqual(pair.a(), pair.b(), 3);
    await until(async () => {
      const { domains } = await pair.a().post("sync.verify", { execute: true });
      expect(domains).toEqual([{ id: "notes", equal: true, scanning: false, whole: true, total: 0, differences: [] }]);
    });
    // Resetting the cursors does no harm.
    await pair.a().post("sync.run", { execute: true });
    await pair.b().note("salt", "x");
    await expectEqual(pair.a(), pair.b(), 4);
    await pair.b().post("notes.remove", { id: "salt" });
    await expectEqual(pair.a(), pair.b(), 3);
    expect((await pair.a().status()).lastError ?? "").toBe("");
    const backup = await keep(pair.b().storage);
    await pair.b().note("lost", "by itself", { updatedAt: 2 });
    await pair.b().note("tea", "there", { updatedAt: 2 });
    await pair.b().post("notes.remove", { id: "bread" });
    await expectEqual(pair.a(), pair.b(), 3);
    await pair.restore("b", backup, { raw: true });
    // The number of changes that the other gateway knows, plus one.
    await pair.b().note("tea", "here", { updatedAt: 3 });
    await until(async () => expect((await pair.b().records())["notes note tea"]).toMatchObject({ text: "here" }));
    const shown = await pair.a().post("sync.verify", { domain: "notes", execute: true });
    expect(shown.domains).toMatchObject([{ equal: false, total: 3 }]);
    expect(new Set(shown.domains[0].differences.map((one: object) => JSON.stringify(one)))).toEqual(
      new Set(
        [
          { name: ["note", "lost"], state: "missing_there" },
          { name: ["note", "tea"], state: "changed_on_both" },
          { name: ["note", "bread"], state: "newer_here" },
        ].map((one) => JSON.stringify(one)),
      ),
    );
    await pair.a().post("sync.verify", { repair: true, execute: true });
    await expectEqual(pair.a(), pair.b(), 3);
    expect(await pair.b().records()).toMatchObject({
      "notes note tea": { text: "here" },
      "notes note lost": { text: "by itself" },
    });
    expect((await pair.a().post("sync.verify", { execute: true })).domains).toMatchObject([{ equal: true }]);
  });
});
