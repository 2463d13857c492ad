import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../run/until.ts";
import { notesPlugin } from "./fixtures/notes.ts";
import { expectEqual, openLinked, openSide } from "./gateway.ts";

describe("a gateway", () => {
  it("finds changes made while it was stopped, even if the journal has discarded them", async () => {
    const storage = memory();
    const first = await openSide({ storage });
    await first.enable();
    await first.note("kept", "x");
    await first.note("gone", "x");
    await until(async () => expect(Object.keys(await first.records())).toHaveLength(2));
    await first.stop();
    // The same store in a process without sync, with a journal that has discarded its events.
    const meanwhile = await testGateway({ plugins: [notesPlugin()], storage });
    await meanwhile.admin.post("notes.remove", { id: "gone" });
    await meanwhile.admin.post("notes.put", { notes: [{ id: "new", text: "y" }] });
    await meanwhile.stop();
    for (const key of await storage.getKeys("", {}))
      if (key.startsWith("journal!:")) await storage.removeItem?.(key, {});
    const later = await testGateway({ plugins: [notesPlugin()], storage });
    await later.admin.post("notes.books.put", { id: "cook", title: "x" });
    await later.stop();
    const second = await openSide({ storage });
    await until(async () =>
      expect(await second.records()).toEqual({
        "notes note kept": { text: "x" },
        "notes note new": { text: "y" },
        "notes book cook": { title: "x" },
      }),
    );
  });

  it("exchanges records in one of several processes, and another takes its place", async () => {
    const storage = memory();
    const b = await openSide();
    await b.enable();
    const one = await openSide({ storage });
    await one.enable();
    vi.stubEnv("SYNC_UPKEEP_KEY", (await b.client(["sync:exchange"])).key);
    await one.post("credentials.connections.create", {
      provider: "postern",
      connection: "other",
      secretRef: "env:SYNC_UPKEEP_KEY",
    });
    await one.post("sync.link", { consoleUrl: b.url, connection: "other", execute: true });
    await b.note("tea", "x");
    await expectEqual(one, b, 1);
    const two = await openSide({ storage });
    await b.note("tea", "y");
    await expectEqual(two, b, 1);
    const sessions = () =>
      two.received.filter(
        ({ type, data }) =>
          type === "credentials.connection.used" && (data as { purpose: string }).purpose === "exchange records",
      );
    expect(sessions()).toHaveLength(0);
    await one.stop();
    await b.note("tea", "z");
    await until(async () => expect((await two.records())["notes note tea"]).toEqual({ text: "z" }));
    expect(sessions()).toHaveLength(1);
  });

  it("keeps the winner of a conflict or restores the loser, also after a removal", async () => {
    const { a, b, wire } = await openLinked();
    for (const id of ["tea", "soup"]) await a.note(id, "x");
    await expectEqual(a, b, 2);
    wire.cut();
    for (const id of ["tea", "soup"]) {
      await a.post("notes.remove", { id });
      await b.note(id, "y");
    }
    wire.mend();
    await until(async () => {
      await a.post("sync.run", { execute: true });
      await expectEqual(a, b, 2, 1_000);
    });
    const found = await Promise.all([a, b].map(async (side) => (await side.post("sync.conflicts.list")).conflicts));
    const side = found[0].length > 0 ? a : b;
    const conflicts = (await side.post("sync.conflicts.list", { domain: "notes" })).conflicts as {
      id: string;
      name: string[];
      loser: string;
    }[];
    expect(conflicts.map(({ loser }) => loser)).toEqual(["removal", "removal"]);
    for (const { id, name } of conflicts)
      await side.post("sync.conflicts.resolve", { id, keep: name[1] === "tea" ? "winner" : "loser", execute: true });
    await until(async () => expect(Object.keys(await a.records())).toEqual(["notes note tea"]));
    await expectEqual(a, b, 1);
    expect(side.received.filter(({ type }) => type === "sync.conflict.resolved")).toHaveLength(2);
    expect(await side.admin.post("sync.conflicts.show", { id: conflicts[0]?.id })).toMatchObject({ status: 404 });
  });
});
