import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture, TEN_WORDS } from "./fixture.ts";

const config = { engine: "flite" } as const;
const quiet = { config, background: false };

describe("a request", () => {
  it("is published, generated, ready and played, with an event for each", async () => {
    const { say, becomes, post, events } = await openFixture({ config });
    const { id } = await say(TEN_WORDS);
    const ready = await becomes(id, "ready");
    expect(ready).toMatchObject({ text: TEN_WORDS, textLength: 50, readyAt: expect.any(Number) });
    const { request, changed } = await post("audio.requests.ack", { id, clientId: "desk", state: "played" });
    expect(changed).toBe(true);
    expect(request).toMatchObject({ state: "played", playedBy: "desk", playedAt: expect.any(Number) });
    const reported = await events("audio.request.");
    expect(reported.map(({ type }) => type.slice("audio.request.".length))).toEqual([
      "published",
      "started",
      "ready",
      "played",
    ]);
    expect(JSON.stringify(reported.slice(1))).not.toMatch(/quick brown/);
    expect((await post("audio.work.list")).work).toMatchObject([
      { request: id, status: "done", lastAttempt: { bytes: ready.sound.bytes } },
    ]);
  });

  it("waits for a worker and a client that start later", async () => {
    const early = await openFixture(quiet);
    const { id } = await early.say("Hello");
    expect(await early.show(id)).toMatchObject({ state: "published" });
    await early.stop();
    const late = await openFixture({ config, storage: early.storage });
    await late.becomes(id, "ready");
    const { requests } = await late.post("audio.requests.list", { status: "ready" });
    expect(requests).toMatchObject([{ id, state: "ready" }]);
  });

  it("can be cancelled before generation, and retried", async () => {
    const fixture = await openFixture(quiet);
    const { id } = await fixture.say("Hello");
    expect((await fixture.post("audio.requests.cancel", { id })).request.state).toBe("cancelled");
    expect(await fixture.post("audio.requests.cancel", { id })).toMatchObject({ changed: false });
    expect((await fixture.post("audio.work.list")).work).toMatchObject([{ request: id, status: "discarded" }]);
    await fixture.post("audio.requests.retry", { id });
    await fixture.stop();
    const late = await openFixture({ config, storage: fixture.storage });
    await late.becomes(id, "ready");
    await late.post("audio.requests.cancel", { id });
    expect((await late.post("audio.requests.retry", { id })).request.state).toBe("ready");
  });

  it("stays cancelled if it is cancelled during generation, and its job ends", async () => {
    const { say, becomes, post, show } = await openFixture({ config });
    const { id } = await say(`${TEN_WORDS} `.repeat(300));
    await becomes(id, "generating");
    await post("audio.requests.cancel", { id });
    await until(async () => expect((await post("audio.work.list")).work).toMatchObject([{ status: "done" }]));
    expect(await show(id)).toMatchObject({ state: "cancelled" });
  });

  it("is deleted with its text and sound, but not in a dry run", async () => {
    const { say, becomes, post, admin, storage, events } = await openFixture({ config });
    const { id } = await say("Plums taste of canary.");
    await becomes(id, "ready");
    expect((await post("audio.requests.remove", { id })).plan.state).toBe("ready");
    await post("audio.requests.remove", { id, execute: true });
    expect((await admin.post("audio.requests.show", { id })).status).toBe(404);
    expect((await admin.send(`/api/v1/audio/requests/${id}/audio`)).status).toBe(404);
    const kept = (await storage.getKeys("", {})).filter((key) => /^audio\.2e(request|text|sound)/.test(key));
    expect(kept).toEqual([]);
    expect((await events()).at(-1)).toMatchObject({ type: "audio.request.removed", data: { id } });
  });

  it("is deleted when it is old, in any state, and its id stays reserved", async () => {
    const { say, becomes, events, stop, storage } = await openFixture({ config: { ...config, keepDays: 2 } });
    await say("Hello", { id: "one" });
    await becomes("one", "ready");
    const { id: young } = await say("Hello again");
    await becomes(young, "ready");
    await stop();
    expect(await events("audio.request.removed")).toEqual([]);
    const later = await openFixture({ config: { ...config, keepDays: 2 }, storage });
    await later.advance(3 * 24 * 60 * 60 * 1_000);
    await until(async () => expect((await later.post("audio.requests.list")).total).toBe(0));
    expect((await later.admin.post("audio.tts", { text: "Other", id: "one" })).status).toBe(409);
  });
});

describe("the playback of a request", () => {
  it("is reported by the first client, which may repeat its report", async () => {
    const { say, becomes, admin, post } = await openFixture({ config });
    const { id } = await say("Hello");
    const early = await admin.post("audio.requests.ack", { id, clientId: "desk", state: "played" });
    expect(early.body.code).toBe("audio.request_not_ready");
    await becomes(id, "ready");
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        admin.post("audio.requests.ack", { id, clientId: `client-${n}`, state: "played" }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ body }) => body.code === "audio.request_taken")).toHaveLength(9);
    const { playedBy } = (await post("audio.requests.show", { id })).request;
    const again = { id, clientId: playedBy, state: "played" };
    expect(await post("audio.requests.ack", again)).toMatchObject({ changed: false });
    const odd = await admin.post("audio.requests.ack", { ...again, error: "x" });
    expect(odd.body.issues).toMatchObject([{ path: "/error" }]);
    expect((await admin.post("audio.requests.cancel", { id })).body.code).toBe("audio.request_settled");
    expect((await post("audio.requests.retry", { id })).request).toMatchObject({ state: "ready" });
    expect(await post("audio.requests.ack", again)).toMatchObject({ changed: true });
  });

  it("is reported only by the client that the request is for", async () => {
    const { say, becomes, admin, post } = await openFixture({ config });
    const { id } = await say("Hello", { clientId: "desk" });
    await becomes(id, "ready");
    for (const operation of ["audio.requests.claim", "audio.requests.ack"]) {
      const state = operation.endsWith("ack") ? { state: "played" } : {};
      const { body } = await admin.post(operation, { id, clientId: "couch", ...state });
      expect(body).toMatchObject({ code: "audio.client_mismatch", clientId: "desk" });
    }
    await post("audio.requests.ack", { id, clientId: "desk", state: "failed", error: "There is no speaker" });
    expect((await post("audio.requests.show", { id })).request).toMatchObject({
      state: "failed",
      error: { code: "playback", message: "There is no speaker" },
    });
    expect((await post("audio.requests.retry", { id })).request.state).toBe("ready");
  });

  it("is claimed by one client until it reports or the claim expires", async () => {
    const { say, becomes, admin, post, advance } = await openFixture({ config });
    const { id } = await say("Hello");
    await becomes(id, "ready");
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, n) => admin.post("audio.requests.claim", { id, clientId: `client-${n}` })),
    );
    const [winner] = claims.filter(({ status }) => status === 200);
    expect(claims.filter(({ body }) => body.code === "audio.request_taken")).toHaveLength(7);
    const clientId = winner?.body.request.claim.clientId;
    await post("audio.requests.claim", { id, clientId });
    const other = { id, clientId: "another" };
    expect((await admin.post("audio.requests.ack", { ...other, state: "played" })).body.code).toBe(
      "audio.request_taken",
    );
    await advance(10 * 60_000);
    await post("audio.requests.claim", other);
    expect((await post("audio.requests.ack", { ...other, state: "played" })).request.claim).toBeUndefined();
  });
});

describe("a list of requests", () => {
  it("filters by state, agent, session and chat, and combinations of them", async () => {
    const { say, post } = await openFixture(quiet);
    await post("agents.create", { id: "main" });
    for (let n = 0; n < 6; n++)
      await say(`Number ${n}`, {
        id: `r${n}`,
        ...(n % 2 === 0 && { agent: "main" }),
        ...(n < 3 && { session: "s", sessionKey: "k" }),
        ...(n > 1 && { chat: "C1" }),
      });
    await post("audio.requests.cancel", { id: "r2" });
    const ids = async (filter: object) =>
      (await post("audio.requests.list", { ...filter, fields: "id" })).requests.map(({ id }: { id: string }) => id);
    expect(await ids({})).toEqual(["r5", "r4", "r3", "r2", "r1", "r0"]);
    expect(await ids({ agent: "main" })).toEqual(["r4", "r2", "r0"]);
    expect(await ids({ session: "s" })).toEqual(["r2", "r1", "r0"]);
    expect(await ids({ session: "k" })).toEqual(["r2", "r1", "r0"]);
    expect(await ids({ chat: "C1", status: "published" })).toEqual(["r5", "r4", "r3"]);
    expect(await ids({ chat: "C1", agent: "main", session: "s" })).toEqual(["r2"]);
    expect(await ids({ status: "cancelled", agent: "main", session: "k" })).toEqual(["r2"]);
    expect(await ids({ agent: "other" })).toEqual([]);
    const page = await post("audio.requests.list", { limit: "2", offset: "1" });
    expect(page).toMatchObject({ total: 6, nextOffset: 3, requests: [{ id: "r4" }, { id: "r3" }] });
    expect(page.requests[0].text).toBe("Number 4");
  });
});
