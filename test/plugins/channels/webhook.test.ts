import { createHmac } from "node:crypto";
import type { GatewayEvent } from "@postern/core";
import { createSecret } from "@postern/kit/outbound";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { isSigned, type Received, startReceiver } from "../hooks/receiver.ts";
import { openPlatformGateway } from "./platform.ts";
import { openGateway, said, secret } from "./webhook.ts";

type Environment = Awaited<ReturnType<typeof openPlatformGateway>>;

interface Posting {
  readonly id?: string;
  readonly at?: number;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  readonly adapter?: string;
}

let count = 0;
/** Posts like a program that knows the secret, but has no key. */
async function deliver(env: Environment, content: unknown, posting: Posting = {}) {
  const { id = `w_${++count}`, at = Date.now(), key = secret, headers = {}, adapter = "webhook" } = posting;
  const isRaw = typeof content === "string" || content instanceof Uint8Array;
  const body = Buffer.from(isRaw ? content : JSON.stringify(content));
  const timestamp = String(Math.floor(at / 1_000));
  const seal = createHmac("sha256", Buffer.from(key.slice(6), "base64"))
    .update(`${id}.${timestamp}.`)
    .update(body);
  const request = new Request(`http://localhost/channels/webhooks/${adapter}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${seal.digest("base64")}`,
      ...headers,
    },
    body: new Uint8Array(body),
  });
  const response = await env.gateway.fetch(request);
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the expected body
  return { status: response.status, body: (await response.json()) as any };
}

describe("an event posted by a program", () => {
  it("is added to the chat of its place once, even if it is repeated", async () => {
    const env = await openGateway({}, { role: "gateway" });
    const first = await deliver(env, said("The build is red"), { id: "w1" });
    expect(first).toMatchObject({ status: 200, body: { disposition: "created", chatId: expect.any(String) } });
    const again = await Promise.all(
      Array.from({ length: 50 }, () => deliver(env, said("The build is red"), { id: "w1" })),
    );
    expect(again.every(({ status, body }) => status === 200 && body.disposition === "duplicate")).toBe(true);
    const [chat] = await env.chats();
    expect(chat).toMatchObject({ id: first.body.chatId, title: "Room", kind: "room", channel: "webhook" });
    expect(await env.messages(chat.id)).toMatchObject([{ content: { text: "The build is red" } }]);
  });

  it("continues the trace of its request, and so does a message that is sent", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const target = await startReceiver((_request, response) => response.writeHead(200).end("{}"));
    const env = await openGateway({ url: target.url });
    await env.hasStatus("webhook", { status: "connected" });
    const added: (string | undefined)[] = [];
    env.gateway.on("*" as never, ({ type, traceparent }: GatewayEvent) => {
      if (type === "chats.message.created") added.push(traceparent);
    });
    const { body } = await deliver(env, said("hello"), { headers: { traceparent } });
    await until(() => expect(added).toEqual([traceparent]));
    const message = { chatId: body.chatId, actorId: "bob", clientMessageId: "m1", content: "Hi" };
    expect(await env.admin.post("chats.messages.create", message, { traceparent })).toMatchObject({ status: 200 });
    const [{ headers }] = (await target.got(1)) as [Received];
    expect(headers.traceparent).toBe(traceparent);
  });

  it("is stored while the runner is stopped, and without a url", async () => {
    const env = await openGateway({}, { role: "gateway" });
    await env.hasStatus("webhook", { status: "disconnected", reason: "The runner is stopped" });
    expect(await deliver(env, said("hello"))).toMatchObject({ status: 200 });
  });

  it("can be edited, reacted to and deleted by its own id", async () => {
    const env = await openGateway();
    const { body } = await deliver(env, said("Helo", { id: "m1" }));
    await deliver(env, { ...said("Hello"), type: "edit", of: "m1" });
    expect(await env.messages(body.chatId)).toMatchObject([{ content: { text: "Hello" } }]);
    const { text: _, ...rest } = said("");
    expect((await deliver(env, { ...rest, type: "reaction", of: "m1", emoji: "👍" })).body.disposition).toBe("changed");
    expect((await deliver(env, { ...rest, type: "delete", of: "m1" })).body.disposition).toBe("changed");
    expect((await deliver(env, { ...rest, type: "delete", of: "m9" })).body).toMatchObject({ disposition: "ignored" });
  });

  it("updates the arrival time of the adapter", async () => {
    const env = await openGateway();
    await env.hasStatus("webhook", { status: "connected" });
    await deliver(env, said("hello"));
    await env.hasStatus("webhook", { status: "connected", lastInboundAt: expect.any(Number) });
  });

  it("gets a room as its place by default", async () => {
    const env = await openGateway();
    await deliver(env, said("hello", { place: { id: "ops" } }));
    expect(await env.chats()).toMatchObject([{ kind: "room" }]);
  });

  it.each([
    ["no text", { place: { id: "a" }, sender: { id: "b" } }, "/text"],
    ["no place", { sender: { id: "b" }, text: "x" }, "/place"],
    ["a string as place", { place: "a", sender: { id: "b" }, text: "x" }, "/place"],
    ["an unknown field", said("x", { txet: "y" }), "/txet"],
    ["another adapter", said("x", { adapter: "irc" }), "/adapter"],
    ["a field reserved for adapters", said("x", { provenance: {} }), "/provenance"],
    ["an unknown type", said("x", { type: "shout" }), "/type"],
    ["an edit without a message", said("x", { type: "edit" }), "/of"],
  ])("with %s is rejected with a reason", async (_, content, path) => {
    const env = await openGateway();
    const { status, body } = await deliver(env, content);
    expect({ status, code: body.code }).toEqual({ status: 400, code: "gateway.invalid_input" });
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await env.chats()).toEqual([]);
  });

  it.each([
    ["[]", 400, "gateway.invalid_json"],
    ["{nonsense", 400, "gateway.invalid_json"],
    ["", 400, "gateway.invalid_json"],
    [Uint8Array.of(0x7b, 0xff, 0x7d), 400, "gateway.invalid_json"],
    ['{"__proto__":{"a":1}}', 400, "gateway.invalid_json"],
    ['{"text":"a","text":"b"}', 400, "gateway.invalid_json"],
  ])("%j is rejected", async (body, status, code) => {
    const env = await openGateway();
    expect(await deliver(env, body)).toMatchObject({ status, body: { code } });
  });

  it("is rejected if it is nested 20,000 levels deep", async () => {
    const env = await openGateway();
    const nested = `{"text":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    expect(await deliver(env, nested)).toMatchObject({ status: 400, body: { code: "gateway.invalid_json" } });
  });

  it("is rejected if it is not JSON, compressed or larger than 1 MiB", async () => {
    const env = await openGateway();
    const headers = (more: Record<string, string>) => deliver(env, said("x"), { headers: more });
    expect(await headers({ "content-type": "text/plain" })).toMatchObject({ status: 415 });
    expect(await headers({ "content-type": "application/json; charset=utf-16" })).toMatchObject({ status: 415 });
    expect(await headers({ "content-encoding": "gzip" })).toMatchObject({ status: 415 });
    expect(await deliver(env, said("x".repeat(2 ** 20)))).toMatchObject({ status: 413, body: { limit: 2 ** 20 } });
  });

  it("is rejected while the adapter is disabled", async () => {
    const env = await openGateway();
    await env.post("channels.adapters.disable", { id: "webhook" });
    expect(await deliver(env, said("x"))).toMatchObject({ status: 409, body: { code: "channels.adapter_disabled" } });
  });
});

describe("the sender of a webhook", () => {
  it.each([
    ["no signature", { headers: { "webhook-signature": "" } }, "headers"],
    ["no id", { headers: { "webhook-id": "" } }, "headers"],
    ["another secret", { key: createSecret() }, "signature"],
    ["a signature of another body", { headers: { "webhook-signature": "v1,AAAA" } }, "signature"],
    ["a timestamp that is too old", { at: Date.now() - 6 * 60_000 }, "timestamp"],
    ["a timestamp in the future", { at: Date.now() + 60 * 60_000 }, "timestamp"],
    ["an invalid timestamp", { headers: { "webhook-timestamp": "yesterday" } }, "timestamp"],
    ["an unknown adapter", { adapter: "nobody" }, "signature"],
    ["an invalid adapter name", { adapter: "..%2f%00" }, "signature"],
  ])("is rejected with %s", async (_, posting: Posting, reason) => {
    const env = await openGateway();
    const { status, body } = await deliver(env, said("x"), posting);
    expect({ status, code: body.code, reason: body.reason }).toEqual({
      status: 401,
      code: "channels.webhook_refused",
      reason,
    });
    expect(await env.chats()).toEqual([]);
    expect(JSON.stringify(env.logged)).not.toContain(secret);
  });

  it("is rejected for an adapter of another kind", async () => {
    const env = await openGateway();
    await env.adapter("telegram", { apiRoot: "http://127.0.0.1:9" }, secret, "other");
    expect(await deliver(env, said("x"), { adapter: "other" })).toMatchObject({ status: 401 });
  });

  it("is rejected while the connection is disabled, and accepted when it is enabled", async () => {
    const env = await openGateway();
    expect((await deliver(env, said("x"))).status).toBe(200);
    await env.post("credentials.connections.disable", { connection: "webhook" });
    expect((await deliver(env, said("x"))).status).toBe(401);
    await env.post("credentials.connections.enable", { connection: "webhook" });
    expect((await deliver(env, said("x"))).status).toBe(200);
  });

  it("is accepted with a rotated secret within seconds", async () => {
    const env = await openGateway();
    expect((await deliver(env, said("x"))).status).toBe(200);
    const key = createSecret();
    await env.post("credentials.connections.rotate", { connection: "webhook", secret: key });
    await until(async () => expect((await deliver(env, said("x"), { key })).status).toBe(200));
    expect((await deliver(env, said("x"))).status).toBe(401);
  });

  it("does not fill the audit log by guessing", async () => {
    const env = await openGateway({}, { role: "gateway" });
    const used: unknown[] = [];
    env.gateway.on({ type: "credentials.connection.used" } as never, (event: unknown) => void used.push(event));
    const began = Date.now();
    const guesses = Array.from({ length: 200 }, () => deliver(env, said("x"), { key: createSecret() }));
    expect((await Promise.all(guesses)).every(({ status }) => status === 401)).toBe(true);
    // Events come in the order of their commits.
    const marker = new Promise((resolve) =>
      env.gateway.on({ type: "credentials.connection.disabled" } as never, resolve),
    );
    await env.post("credentials.connections.disable", { connection: "webhook" });
    await marker;
    // One entry at first, and one every five seconds.
    expect(used.length).toBeLessThanOrEqual(2 + (Date.now() - began) / 5_000);
  });
});

describe("a message posted to a program", () => {
  async function answered(respond?: Parameters<typeof startReceiver>[0]) {
    const target = await startReceiver(respond);
    const env = await openGateway({ url: target.url });
    await env.hasStatus("webhook", { status: "connected" });
    const { body } = await deliver(env, said("hello"));
    return { env, target, chatId: body.chatId as string };
  }

  it("is posted once, signed, with its id", async () => {
    const { env, target, chatId } = await answered((_, response) => response.end(JSON.stringify({ id: "their-7" })));
    const messageId = await env.say(chatId, "It is green 🎉");
    await env.hasEntry(messageId, { status: "done" });
    const [request] = target.received;
    expect(request?.event).toEqual({
      adapter: "webhook",
      type: "message",
      id: expect.any(String),
      place: "room-1",
      text: "It is green 🎉",
    });
    expect(isSigned(request!, secret)).toBe(true);
    await env.post("chats.messages.update", { messageId, content: "It was green" });
    await target.got(2);
    await env.post("chats.messages.delete", { messageId });
    await target.got(3);
    expect(target.received.slice(1).map(({ event }) => event)).toEqual([
      { adapter: "webhook", type: "edit", of: "their-7", place: "room-1", text: "It was green" },
      { adapter: "webhook", type: "delete", of: "their-7", place: "room-1" },
    ]);
    expect(target.received.every((one) => isSigned(one, secret))).toBe(true);
    expect(new Set(target.received.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
    // Reactions refer to it by the same id.
    const { text: _, ...rest } = said("");
    expect((await deliver(env, { ...rest, type: "reaction", of: "their-7", emoji: "👍" })).status).toBe(200);
  });

  it.each([500, 503, 401, 404, 408, 429])(
    "is retried with the same id after %i, and the adapter reports the reason",
    async (status) => {
      const { env, target, chatId } = await answered();
      target.answerWith(status);
      const messageId = await env.say(chatId, "again");
      await target.got(1);
      await env.hasStatus("webhook", { status: "degraded", reason: `The webhook answered ${status}` });
      target.answerWith(204);
      await env.hasEntry(messageId, { status: "done" });
      await env.hasStatus("webhook", { status: "connected" });
      expect(new Set(target.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
      expect(target.received.length).toBeGreaterThan(1);
    },
  );

  it("is retried with the same id if the answer was lost", async () => {
    let times = 0;
    const { env, target, chatId } = await answered((_, response) =>
      times++ === 0 ? response.destroy() : response.writeHead(204).end(),
    );
    const messageId = await env.say(chatId, "again");
    await env.hasEntry(messageId, { status: "done" });
    expect(new Set(target.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(target.received).toHaveLength(2);
  });

  it("waits for the requested time", async () => {
    const { env, target, chatId } = await answered();
    target.answerWith(429, { "retry-after": "2" });
    const began = Date.now();
    const messageId = await env.say(chatId, "later");
    await target.got(1);
    target.answerWith(204);
    await env.hasEntry(messageId, { status: "done" });
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_900);
  });

  it.each([
    [400, "The webhook answered 400"],
    [413, "The webhook answered 413"],
    [302, "The webhook answered 302: redirects are not followed. Set the url to the final address."],
  ])("is not retried after %i", async (status, reason) => {
    const { env, target, chatId } = await answered();
    target.answerWith(status, { location: "http://127.0.0.1/elsewhere" });
    const messageId = await env.say(chatId, "no");
    await env.hasEntry(messageId, { status: "dead", lastError: expect.stringContaining(reason) });
    expect(target.received).toHaveLength(1);
  });

  it("ends the adapter if the webhook no longer exists (410)", async () => {
    const { env, target, chatId } = await answered();
    target.answerWith(410);
    const messageId = await env.say(chatId, "no");
    await env.hasEntry(messageId, { status: "dead" });
    await env.hasStatus("webhook", { status: "failed", reason: "The webhook no longer exists (410)" });
  });

  it("is refused if there is no url", async () => {
    const env = await openGateway();
    await env.hasStatus("webhook", { status: "connected" });
    const { body } = await deliver(env, said("hello"));
    const messageId = await env.say(body.chatId, "no");
    await env.hasEntry(messageId, { status: "dead", lastError: expect.stringContaining("it can only receive") });
  });
});

describe("a webhook adapter", () => {
  it.each([
    [
      "http://127.0.0.1:9/",
      "Private address 127.0.0.1 is not allowed. Set hooksPrivate to allow webhooks at private addresses.",
    ],
    [
      "http://localhost:9/",
      "Private address localhost is not allowed. Set hooksPrivate to allow webhooks at private addresses.",
    ],
    ["http://169.254.169.254/latest", "Private address 169.254.169.254"],
  ])("posts nothing to %s", async (url, reason) => {
    const env = await openGateway({ url }, { hooksPrivate: false });
    await env.hasStatus("webhook", { status: "failed", reason: expect.stringContaining(reason) });
  });

  it.each(["ftp://example.com/", "https://me:word@example.com/", "https://example.com/#part", "example.com"])(
    "cannot be created with the url %s",
    async (url) => {
      const env = await openPlatformGateway();
      const connection = await env.connection(secret);
      const body = { id: "webhook", kind: "webhook", config: { url }, connection };
      const { status, body: answer } = await env.admin.post("channels.adapters.create", body);
      expect({ status, path: answer.issues?.[0]?.path }).toEqual({ status: 400, path: "/config/url" });
    },
  );

  it("reports an invalid secret without revealing it", async () => {
    const env = await openPlatformGateway();
    await env.adapter("webhook", {}, "hunter2hunter2");
    await env.hasStatus("webhook", {
      status: "failed",
      reason: expect.stringContaining("must be a Standard Webhooks secret"),
    });
    expect(await env.everything()).not.toContain("hunter2hunter2");
  });

  it("never reveals its secret", async () => {
    const env = await openGateway();
    await deliver(env, said("x"));
    expect(await env.everything()).not.toContain(secret.slice(6, 30));
  });
});

describe("an adapter of a key that ends", () => {
  it("receives and sends nothing more, until another key enables it", async () => {
    const receiver = await startReceiver();
    const env = await openPlatformGateway();
    await env.connection(secret, "desk", "webhook");
    const owner = await env.client(["channels:*", "credentials:*"]);
    const input = { id: "desk", kind: "webhook", connection: "desk", config: { url: receiver.url } };
    expect((await owner.post("channels.adapters.create", input)).body.adapter.createdBy).toBe(owner.contextId);
    await env.hasStatus("desk", { status: "connected" });
    const { body } = await deliver(env, said("Hello"), { adapter: "desk" });
    await env.gateway.keys.revoke(owner.contextId);
    const refused = await deliver(env, said("Hello?"), { adapter: "desk" });
    expect(refused).toMatchObject({
      ...{ status: 409, body: { code: "channels.adapter_disabled" } },
      body: { reason: expect.stringContaining("was revoked or has expired") },
    });
    const ended = { status: "failed", reason: expect.stringContaining("was revoked or has expired") };
    await env.hasStatus("desk", ended);
    const messageId = await env.say(body.chatId, "Still there?");
    await env.hasEntry(messageId, { status: "waiting", lastAttempt: expect.objectContaining({ outcome: "waiting" }) });
    expect(receiver.received).toEqual([]);
    const narrow = await env.client(["channels:write@desk", "channels:read@desk"]);
    const enabled = await narrow.post("channels.adapters.enable", { id: "desk" });
    expect([enabled.status, enabled.body.scope]).toEqual([403, expect.stringMatching(/^credentials:use@/)]);
    const { adapter } = await env.post("channels.adapters.enable", { id: "desk" });
    expect(adapter.createdBy).toBe(env.admin.contextId);
    await env.hasStatus("desk", { status: "connected" });
    await until(() => expect(receiver.received).toHaveLength(1));
  });
});
