import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { keptIn } from "./archive.ts";
import { demo, newFolder, openFixture } from "./fixture.ts";

describe("archiving a session", () => {
  it("archives and restores at an agent that supports it", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "say one" });
    await fixture.until(id, { status: "idle" });
    const archived = await fixture.post("sessions.archive", { session: id });
    expect(archived).toMatchObject({ status: "idle", changed: true, at: "agent", pending: true });
    expect(archived.session).toMatchObject({ id, archivedAt: expect.any(Number), archivedIn: "agent" });
    await until(async () => expect(await fixture.show(id)).not.toHaveProperty("pending"));
    expect(keptIn(fixture.workspace)).toMatchObject([{ archived: true }]);
    expect(await fixture.until(id, { live: false })).toMatchObject({ archivedIn: "agent", status: "idle" });

    const again = await fixture.post("sessions.archive", { session: id });
    expect(again).toMatchObject({ changed: false, at: "agent", session: { archivedAt: archived.session.archivedAt } });
    expect(again).not.toHaveProperty("pending");

    expect(await fixture.post("sessions.unarchive", { session: id })).toMatchObject({
      changed: true,
      at: "agent",
      pending: true,
    });
    await until(() => expect(keptIn(fixture.workspace)).toMatchObject([{ archived: false }]));
    const back = (await fixture.post("sessions.unarchive", { session: id })) as object;
    expect(back).toMatchObject({ changed: false });
    expect(await fixture.over(await fixture.send(id, "say two"))).toMatchObject({ state: "done" });
    expect(await fixture.said(id)).toEqual(["user: say one", "agent: one", "user: say two", "agent: two"]);
    const reported = fixture.types().filter((type) => /archived$/.test(type));
    expect(reported).toEqual(["session.archived", "session.unarchived"]);
  });

  it("archives only in Postern if the agent does not support it", async () => {
    const fixture = await openFixture({ agents: { demo: demo("--without", "archive") } });
    const id = await fixture.create();
    await fixture.until(id, { status: "idle" });
    const archived = await fixture.post("sessions.archive", { session: id.replace("agentx-", "") });
    expect(archived).toMatchObject({ changed: true, at: "here", session: { archivedIn: "here" } });
    expect(archived).not.toHaveProperty("pending");
    await fixture.until(id, { live: false });
    expect(keptIn(fixture.workspace)).toMatchObject([{ archived: false }]);
    expect(await fixture.post("sessions.unarchive", { session: id })).toMatchObject({ changed: true, at: "here" });
    expect(await fixture.over(await fixture.send(id, "say two"))).toMatchObject({ state: "done" });
  });

  it("keeps the agent running if it could not resume the session", async () => {
    const fixture = await openFixture({ agents: { demo: demo("--without", "archive,load") } });
    const id = await fixture.create({ prompt: "say one" });
    await fixture.until(id, { status: "idle", resumable: false });
    await fixture.post("sessions.archive", { session: id });
    await fixture.post("sessions.unarchive", { session: id });
    expect(await fixture.over(await fixture.send(id, "say two"))).toMatchObject({ state: "done" });
  });

  it("requires agent support during a turn, and cancels running and waiting turns", async () => {
    const fixture = await openFixture({ agents: { demo: demo(), simple: demo("--without", "archive") } });
    const simple = await fixture.create({ agent: "simple", prompt: "hang" });
    const able = await fixture.create({ prompt: "hang" });
    for (const id of [simple, able]) await fixture.until(id, { status: "running" });
    expect(await fixture.ask("sessions.archive", { session: simple })).toMatchObject({
      status: 409,
      body: { code: "agentx.session_running", fix: `postern agentx sessions cancel --session ${simple}` },
    });
    const waiting = await fixture.send(able, "say later");
    expect(await fixture.post("sessions.archive", { session: able })).toMatchObject({ changed: true, at: "agent" });
    expect(await fixture.over(waiting)).toMatchObject({
      state: "cancelled",
      reason: expect.stringContaining("archived"),
    });
    await fixture.until(able, { live: false, status: "idle" });
    const { turns } = await fixture.post("turns.list", { session: able });
    expect(turns.map(({ state }: { state: string }) => state)).toEqual(["cancelled", "cancelled"]);
    expect(keptIn(fixture.workspace).filter(({ archived }) => archived)).toHaveLength(1);
  });

  it("refuses new turns until the session is restored", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    await fixture.until(id, { status: "idle" });
    await fixture.post("sessions.archive", { session: id });
    expect(await fixture.ask("sessions.send", { session: id, prompt: "x", execute: true })).toMatchObject({
      status: 409,
      body: { code: "agentx.session_archived", fix: `postern agentx sessions unarchive --session ${id}` },
    });
    expect(await fixture.ask("sessions.archive", { session: "agentx-000000000000000000000000" })).toMatchObject({
      status: 404,
      body: { code: "agentx.session_not_found" },
    });
  });

  it("works without a runner, and notifies the agent as soon as one is available", async () => {
    const fixture = await openFixture({ background: false });
    const held = await openFixture({ storage: fixture.storage, workspace: fixture.workspace });
    const id = await held.create();
    await held.until(id, { status: "idle" });
    await held.stop();
    expect(await fixture.post("sessions.archive", { session: id })).toMatchObject({ at: "agent", pending: true });
    const next = await openFixture({ storage: fixture.storage, workspace: fixture.workspace });
    await until(() => expect(keptIn(fixture.workspace)).toMatchObject([{ archived: true }]));
    await until(async () => expect(await next.show(id)).not.toHaveProperty("pending"));
  });

  it("works before the agent has started, which then starts after restoring", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    const reply = await fixture.ask("sessions.archive", { session: id });
    expect(reply).toMatchObject({ status: 200, body: { changed: true } });
    await fixture.until(id, { live: false, archivedAt: expect.any(Number) });
    await fixture.post("sessions.unarchive", { session: id });
    expect(await fixture.over(await fixture.send(id, "say one"))).toMatchObject({ state: "done" });
  });

  it("keeps the session listed under a filter, and restorable after a restart", async () => {
    const storage = memory();
    const workspace = newFolder();
    const first = await openFixture({ storage, workspace });
    const [kept, put] = [
      await first.create({ title: "kept" }),
      await first.create({ title: "put", prompt: "say one" }),
    ];
    for (const id of [kept, put]) await first.until(id, { status: "idle" });
    await first.post("sessions.archive", { session: put });
    await first.until(put, { live: false });
    await first.stop();

    const second = await openFixture({ storage, workspace });
    const idsOf = async (body: object) =>
      (await second.post("sessions.list", body)).sessions.map(({ id }: { id: string }) => id);
    expect(await idsOf({})).toEqual([kept]);
    expect(await idsOf({ archived: "yes" })).toEqual([put]);
    expect(await idsOf({ archived: "all" })).toEqual([put, kept]);
    expect(await idsOf({ archived: "all", status: "idle", agent: "demo" })).toEqual([put, kept]);
    expect(await idsOf({ archived: "all", status: "gone" })).toEqual([]);
    expect(await idsOf({ archived: "all", agent: "other" })).toEqual([]);
    expect((await second.ask("sessions.list", { archived: "maybe" })).status).toBe(400);
    await second.post("sessions.unarchive", { session: put });
    expect(await second.over(await second.send(put, "say two"))).toMatchObject({ state: "done" });
    expect(await second.said(put)).toEqual(["user: say one", "agent: one", "user: say two", "agent: two"]);
  });

  it("ends in the last requested state after a hundred changes", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    await fixture.until(id, { status: "idle" });
    for (let n = 0; n < 50; n++)
      for (const verb of ["archive", "unarchive"]) await fixture.post(`sessions.${verb}`, { session: id });
    await fixture.post("sessions.archive", { session: id });
    await until(async () => expect(await fixture.show(id)).not.toHaveProperty("pending"));
    expect(keptIn(fixture.workspace)).toMatchObject([{ archived: true }]);
  });
});

describe("renaming a session", () => {
  it("changes the title in Postern, and at an agent that supports it", async () => {
    const fixture = await openFixture({ agents: { demo: demo(), simple: demo("--without", "title") } });
    const id = await fixture.create({ title: "One" });
    await fixture.until(id, { status: "idle" });
    expect(await fixture.post("sessions.rename", { session: id, title: "Two" })).toMatchObject({
      changed: true,
      pending: true,
      session: { title: "Two" },
    });
    expect((await fixture.post("sessions.rename", { session: id, title: "Two" })).changed).toBe(false);
    await until(() => expect(keptIn(fixture.workspace)).toMatchObject([{ title: "Two" }]));
    const simple = await fixture.create({ agent: "simple" });
    await fixture.until(simple, { status: "idle" });
    expect(await fixture.post("sessions.rename", { session: simple, title: "Three" })).not.toHaveProperty("pending");
    for (const title of ["", " ", "x".repeat(201)])
      expect((await fixture.ask("sessions.rename", { session: id, title })).status).toBe(400);
  });

  it("keeps the title in Postern and reports the reason if the agent refuses", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    await fixture.until(id, { status: "idle" });
    await fixture.post("sessions.rename", { session: id, title: "!important" });
    const refused = {
      title: "!important",
      status: "idle",
      reason: expect.stringContaining("refused to rename the session"),
    };
    expect(await fixture.until(id, refused)).not.toHaveProperty("pending");
    expect(await fixture.over(await fixture.send(id, "say on"))).toMatchObject({ state: "done" });
  });
});
