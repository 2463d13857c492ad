import { setTimeout as pause } from "node:timers/promises";
import memory from "@postern/storage-memory";
import { afterEach, describe, expect, it } from "vitest";
import { trimJournal } from "../../core/fixtures/trim.ts";
import { nextMillisecond } from "../../run/until.ts";
import { ends, follow, messages, serve, until } from "./stream.ts";

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe("the stream", () => {
  it("sends new events as CloudEvents in order", async () => {
    const { url, admin, say } = await serve();
    await say("before");
    const client = follow(url, admin.key, messages);
    await client.opened;
    const id = await say("tea");
    await until(() => client.got.length).toBe(1);
    expect(client.got[0]).toEqual({
      specversion: "1.0",
      id: expect.stringMatching(/^\d+\.\d+$/),
      source: "/chats",
      type: "chats.message.created",
      subject: expect.any(String),
      time: expect.stringMatching(/Z$/),
      datacontenttype: "application/json",
      actor: "ctx_local",
      data: { message: expect.objectContaining({ id, content: { text: "tea" } }) },
    });
    expect(client.state.text).toMatch(
      /^retry: 1000\nid: \d+\.\d+\n\nid: \d+\.\d+\nevent: chats\.message\.created\ndata: \{/,
    );
  });

  it("sends stored and new events exactly once while events are being written", async () => {
    const { url, admin, say } = await serve();
    const writing = (async () => {
      for (let n = 0; n < 300; n++) await say();
    })();
    while ((await admin.post("events.list", { type: "chats.message.*" })).body.events.length < 30) await pause(1);
    const client = follow(url, admin.key, `${messages}&after=0.0`);
    await writing;
    await until(() => client.got.length).toBe(300);
    expect(client.got.map(({ data }) => data.message?.content.text)).toEqual(
      Array.from({ length: 300 }, (_, n) => `cup ${n}`),
    );
  });

  it("sends the cursor at which it starts, so that a client can resume before the first event", async () => {
    const { url, admin, say } = await serve();
    const client = follow(url, admin.key);
    await client.opened;
    await until(() => client.state.lastId).toMatch(/^\d+\.\d+$/);
    await say();
    const { body } = await admin.post("events.list", { after: client.state.lastId, type: "chats.message.created" });
    expect(body.events).toHaveLength(1);
  });

  it("resumes after Last-Event-ID, which takes precedence over `after`", async () => {
    const { url, admin, say } = await serve();
    for (let n = 0; n < 5; n++) await say();
    const first = follow(url, admin.key, `${messages}&after=0.0`);
    await until(() => first.got.length).toBe(5);
    const at = first.ids()[1] ?? "";
    const again = follow(url, admin.key, `${messages}&after=0.0`, { "last-event-id": at });
    await until(() => again.ids()).toEqual(first.ids().slice(2));
  });

  it("sends its cursor when no event matches the filter", async () => {
    const { url, admin, say } = await serve({ heartbeat: "1" });
    const client = follow(url, admin.key, "?type=nothing.**");
    await client.opened;
    await say();
    const left = async () => (await admin.post("events.list", { after: client.state.lastId })).body.events;
    await until(left).toEqual([]);
    await until(() => client.state.text).toMatch(/\n:\n\n$/);
  });

  it.each([
    ["a subject", "subject"],
    ["a type", "type"],
  ])("is filtered by %s", async (_what, field) => {
    const { url, admin, gateway, say, chat } = await serve();
    const other = await gateway.call("chats.create", { title: "Coffee" });
    await say();
    const value = field === "subject" ? other.chat.id : "chats.chat.created";
    const client = follow(url, admin.key, `?after=0.0&${field}=${value}`);
    const wanted = field === "subject" ? [other.chat.id] : [chat.id, other.chat.id];
    await until(() => client.got.map(({ subject }) => subject)).toEqual(wanted);
  });

  it.each([
    ["?after=999999.1", 400, "gateway.invalid_input"],
    ["?after=x", 400, "gateway.invalid_input"],
    ["?type=Chats.*", 400, "gateway.invalid_input"],
    ["?type=a..b", 400, "gateway.invalid_input"],
    ["?limit=5", 400, "gateway.invalid_input"],
    ["?type=a.b&type=c.d", 400, "gateway.invalid_input"],
    ["?ticket=x", 401, "gateway.unauthenticated"],
  ])("rejects %s before the stream starts", async (query, status, code) => {
    const { url, admin } = await serve();
    const client = follow(url, admin.key, query);
    await until(() => client.state.ended).toBe(true);
    expect([client.state.status, JSON.parse(client.state.text).code]).toEqual([status, code]);
  });

  it("does not accept a key in the URL", async () => {
    const { url, admin } = await serve();
    const client = follow(url, undefined, `?after=${admin.key}`);
    await until(() => client.state.status).toBe(401);
  });

  it("sends only events that the key may read", async () => {
    const { url, client, gateway, say } = await serve();
    const reader = await client(["events:read", "chats:read"]);
    const stream = follow(url, reader.key, "?after=0.0");
    await say();
    await gateway.keys.issue({ label: "x", scopes: ["*"] });
    await gateway.call("context.derive", { label: "y", scopes: ["*"] });
    await say();
    await until(() => stream.got.filter(({ type }) => type === "chats.message.created").length).toBe(2);
    expect(stream.got.filter(({ type }) => !type.startsWith("chats."))).toEqual([]);
    const none = follow(url, (await client(["chats:read"])).key);
    await until(() => none.state.status).toBe(403);
  });

  it("starts with a gap event if older events are no longer available", async () => {
    const storage = memory();
    const { url, admin, say } = await serve({}, storage);
    await say();
    const { body } = await admin.post("events.list", { type: "chats.message.*" });
    const early: string = body.events[0].id;
    for (let n = 0; n < 50; n++) await say("tea ".repeat(25_000));
    await trimJournal(storage, { bytes: 1 });
    const client = follow(url, admin.key, messages, { "last-event-id": early });
    await until(() => client.gaps.length).toBe(1);
    expect(client.gaps).toEqual([{ after: early, first: expect.stringMatching(/^\d+\.\d+$/) }]);
    await until(() => client.got.length).toBeGreaterThan(0);
    expect(client.got.length).toBeLessThan(50);
    await say("last");
    await until(() => client.got.at(-1)?.data.message?.content.text).toBe("last");
  });

  it("ends within five seconds after its key is revoked", async () => {
    const { url, client, gateway, say } = await serve();
    const reader = await client(["events:read", "chats:read"]);
    const stream = follow(url, reader.key, messages);
    await stream.opened;
    await say();
    await until(() => stream.got.length).toBe(1);
    expect(stream.state.ended).toBe(false);
    await gateway.keys.revoke(reader.contextId);
    await until(() => stream.state.ended).toBe(true);
  });

  it("ends when the gateway stops, without delaying the stop", async () => {
    const { url, admin, gateway } = await serve();
    const stream = follow(url, admin.key);
    await stream.opened;
    await gateway.stop();
    await until(() => stream.state.ended).toBe(true);
  });

  it("answers 503 when the limit of open streams is reached", async () => {
    const { url, admin } = await serve({ streams: "2" });
    const streams = [1, 2].map(() => follow(url, admin.key));
    await Promise.all(streams.map(({ opened }) => opened));
    const third = follow(url, admin.key);
    await until(() => third.state.status).toBe(503);
    streams[0]?.close();
    await until(async () => {
      const next = follow(url, admin.key);
      await next.opened;
      return next.state.status;
    }).toBe(200);
  });
});

describe("a ticket", () => {
  it("opens one stream without a header, with the filter of the ticket", async () => {
    const { url, admin, say } = await serve();
    const { body } = await admin.post("events.ticket", { type: "chats.message.*" });
    expect(body.expiresAt).toBeGreaterThan(Date.now());
    const client = follow(url, undefined, `?ticket=${body.ticket}&after=0.0`);
    await say();
    await until(() => client.got.map(({ type }) => type)).toEqual(["chats.message.created"]);
    const again = follow(url, undefined, `?ticket=${body.ticket}`);
    await until(() => again.state.status).toBe(401);
  });

  it("is rejected after its key is revoked", async () => {
    const { url, client, gateway } = await serve();
    const reader = await client(["events:read"]);
    const { body } = await reader.post("events.ticket", {});
    await gateway.keys.revoke(reader.contextId);
    const stream = follow(url, undefined, `?ticket=${body.ticket}`);
    await until(() => stream.state.status).toBe(401);
  });
});

describe("events.list", () => {
  it("pages by cursor to the end of the journal", async () => {
    const { admin, say } = await serve();
    for (let n = 0; n < 7; n++) await say();
    const ids: string[] = [];
    let after: string | undefined;
    let more = true;
    while (more) {
      const { body } = await admin.post("events.list", {
        type: "chats.message.*",
        limit: "3",
        ...(after && { after }),
      });
      ids.push(...body.events.map(({ id }: { id: string }) => id));
      after = body.cursor;
      more = body.more;
    }
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
    await say();
    const { body } = await admin.post("events.list", { after, type: "chats.message.*", fields: "type" });
    expect(body.events).toEqual([{ type: "chats.message.created" }]);
  });

  it("returns only events since a given time", async () => {
    const { admin, say } = await serve();
    await say();
    await nextMillisecond();
    const since = Date.now();
    await say("late");
    const { body } = await admin.post("events.list", { since: String(since), type: "chats.message.*" });
    expect(body.events).toHaveLength(1);
  });

  it.each(["1e3.0", "5", "", "01.0", "999999.0"])("rejects the cursor %j", async (after) => {
    const { admin } = await serve();
    expect(await admin.post("events.list", { after })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "/after" }] },
    });
  });
});

describe("events.types", () => {
  it("lists the types that the key may see, with their payload schemas", async () => {
    const { admin, client } = await serve();
    const all = (await admin.post("events.types", { limit: "500" })).body.types;
    expect(all).toContainEqual(
      expect.objectContaining({ type: "chats.message.created", group: "chats", scope: "chats:read" }),
    );
    expect(all.map(({ type }: { type: string }) => type)).toContain("gateway.command.executed");
    const reader = await client(["events:read", "chats:read"]);
    const seen = (await reader.post("events.types", { limit: "500" })).body.types;
    expect(new Set(seen.map(({ group }: { group: string }) => group))).toEqual(new Set(["chats"]));
  });
});
