import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { demo, openFixture } from "./fixture.ts";

type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** Stops the agent and waits until the session can be deleted. */
async function rest(fixture: Fixture, session: string): Promise<void> {
  await fixture.post("sessions.stop", { session });
  await until(() => fixture.post("sessions.remove", { session }));
}
const remove = (fixture: Fixture, session: string) => fixture.post("sessions.remove", { session, execute: true });

/** Store keys of a session's records. */
const keysOf = (fixture: Fixture, session: string): string[] =>
  (fixture.storage.getKeys("", {}) as string[]).filter((key) => key.includes("agentx.") && key.includes(session));

describe("deleting a session", () => {
  it("deletes its messages, turns and permission requests, and nothing else", async () => {
    const fixture = await openFixture();
    const [gone, kept] = [await fixture.create({ prompt: "say one\nedit a.txt x" }), await fixture.create()];
    const { requests } = await fixture.until(gone, { status: "waiting" });
    const request = requests[0]?.id;
    await fixture.post("sessions.answer", { session: gone, request, option: "allow" });
    await fixture.until(gone, { status: "idle" });
    expect(await fixture.over(await fixture.send(kept, "say two"))).toMatchObject({ state: "done" });
    await rest(fixture, gone);
    const before = keysOf(fixture, kept);

    const { session } = await remove(fixture, gone);
    expect(session).toMatchObject({ id: gone, status: "idle", live: false, waiting: 0 });
    for (const operation of ["sessions.show", "sessions.messages", "turns.list", "sessions.archive", "sessions.stop"])
      expect(await fixture.ask(operation, { session: gone })).toMatchObject({
        status: 404,
        body: { code: "agentx.session_not_found" },
      });
    expect((await fixture.ask("sessions.answer", { session: gone, request, option: "allow" })).status).toBe(404);
    expect((await fixture.post("sessions.list", { archived: "all" })).sessions).toMatchObject([{ id: kept }]);
    await until(() => expect(keysOf(fixture, gone)).toEqual([]));
    expect(keysOf(fixture, kept)).toEqual(before);
    expect(await fixture.said(kept)).toEqual(["user: say two", "agent: two"]);
    const removals = fixture.events.filter(({ type }) => type === "agentx.session.removed");
    expect(removals).toMatchObject([{ subject: gone, data: { session: { id: gone } } }]);
  });

  it("counts in its plan what would be deleted, and writes nothing in a dry run", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "say one" });
    await fixture.until(id, { status: "idle" });
    await rest(fixture, id);
    expect(await fixture.post("sessions.remove", { session: id.replace("agentx-", "") })).toMatchObject({
      dryRun: true,
      plan: {
        summary: "Delete a session of demo with 2 messages and 1 turn",
        session: id,
        messages: 2,
        turns: 1,
        capped: false,
      },
    });
    expect(await fixture.said(id)).toEqual(["user: say one", "agent: one"]);
    expect(fixture.types()).not.toContain("session.removed");
  });

  it("answers 409 with a fix while the agent is running", async () => {
    const fixture = await openFixture();
    const id = await fixture.create({ prompt: "hang" });
    for (const status of ["running", "idle"]) {
      await fixture.until(id, { status, live: true });
      for (const execute of [true, false])
        expect(await fixture.ask("sessions.remove", { session: id, execute })).toMatchObject({
          status: 409,
          body: { code: "agentx.session_live", fix: `postern agentx sessions stop --session ${id}` },
        });
      await fixture.post("sessions.cancel", { session: id });
    }
    expect((await fixture.messages(id)).length).toBe(1);
    await rest(fixture, id);
    await remove(fixture, id);
    expect((await fixture.ask("sessions.show", { session: id })).status).toBe(404);
  });

  it("keeps the agent's own copy", async () => {
    const fixture = await openFixture();
    const id = await fixture.create();
    await fixture.until(id, { status: "idle" });
    await fixture.post("sessions.archive", { session: id });
    await until(() => remove(fixture, id));
    expect(readdirSync(join(fixture.workspace, ".demo-agent"))).toHaveLength(1);
  });

  it("cancels waiting turns without a runner, and cleans up as soon as one is available", async () => {
    const first = await openFixture();
    const id = await first.create({ prompt: "say one" });
    await first.until(id, { status: "idle" });
    await first.send(id, "hang");
    await first.until(id, { status: "running" });
    const waiting = await first.send(id, "say later");
    await first.stop();

    const desk = await openFixture({ storage: first.storage, workspace: first.workspace, background: false });
    expect(await desk.show(id)).toMatchObject({ status: "idle", waiting: 1 });
    await remove(desk, id);
    const finished = desk.events.filter(({ type }) => type === "agentx.turn.finished");
    expect(finished).toMatchObject([{ data: { turn: { id: waiting.id, state: "cancelled" } } }]);
    expect(keysOf(desk, id).length).toBeGreaterThan(0);
    await openFixture({ storage: first.storage, workspace: first.workspace });
    await until(() => expect(keysOf(desk, id)).toEqual([]));
  });

  it("answers 404 for an unknown session and 403 without the scope", async () => {
    const fixture = await openFixture({ agents: { demo: demo() }, background: false });
    const unknown = { session: "agentx-000000000000000000000000", execute: true };
    expect(await fixture.ask("sessions.remove", unknown)).toMatchObject({
      status: 404,
      body: { code: "agentx.session_not_found", fix: "postern agentx sessions list --archived all" },
    });
    const reader = await fixture.client(["agentx:read"]);
    expect((await reader.post("agentx.sessions.remove", unknown)).status).toBe(403);
    expect(existsSync(join(fixture.workspace, ".demo-agent"))).toBe(false);
  });
});

describe("deleting a session with ten thousand messages", () => {
  it("deletes in batches, so that no commit or caller waits for all of them", async () => {
    const inner = memory();
    const portions: number[] = [];
    const storage: typeof inner = {
      ...inner,
      commit(batches) {
        for (const { writes } of batches) portions.push(writes.length);
        return inner.commit(batches);
      },
    };
    const fixture = await openFixture({ storage });
    const id = await fixture.create();
    const prompt = "think a\nsay b\n".repeat(1_000);
    for (let turns = 0; turns < 5; turns++)
      expect(await fixture.over(await fixture.send(id, prompt))).toMatchObject({ state: "done" });
    await rest(fixture, id);
    const { plan } = await fixture.post("sessions.remove", { session: id });
    expect(plan).toMatchObject({ messages: 10_000, turns: 5, capped: true });
    expect(plan.summary).toBe("Delete a session of demo with more than 10000 messages and 5 turns");

    portions.length = 0;
    await remove(fixture, id);
    expect(await fixture.ask("sessions.messages", { session: id })).toMatchObject({ status: 404 });
    expect(keysOf(fixture, id).length).toBeGreaterThan(5_000);
    let longest = 0;
    for (let last = performance.now(); keysOf(fixture, id).length > 0; ) {
      expect((await fixture.ask("sessions.list")).status).toBe(200);
      // The in-memory store answers without a turn of the event loop.
      await breathe();
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    expect(portions.length).toBeGreaterThan(100);
    expect(Math.max(...portions)).toBeLessThan(1_000);
    expect(longest).toBeLessThan(1_000);
  });
});
