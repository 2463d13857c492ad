import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type Caller, createCaller, type GatewayOptions, gatewayErrors } from "@postern/core";
import { messageOf, toNodeHandler } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import eventStream from "@postern/events";
import { expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "./fixtures/notes.ts";
import { exchange, parse } from "./listen/wire.ts";

const ann = createCaller({ contextId: "user_ann", chain: [["notes:*", "events:read"]] });
const byCookie = (request: Request): Caller | undefined =>
  request.headers.get("cookie") === "session=ann" ? ann : undefined;

async function opened(options: Partial<GatewayOptions<readonly never[]>> = {}) {
  const test = await testGateway({ plugins: [notesPlugin(), eventStream()], ...options });
  onTestFinished(test.stop);
  const ask = (path: string, headers: Record<string, string>, origin = "http://localhost") =>
    test.gateway.fetch(new Request(`${origin}/api/v1/${path}`, { method: "POST", headers }));
  return { ...test, ask };
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("accepts callers from the host application as well as keys", async () => {
  const { ask, admin } = await opened({ authenticate: byCookie });
  const statuses = [
    await ask("notes/page", { cookie: "session=ann" }),
    await ask("notes/page", { authorization: `Bearer ${admin.key}` }),
    await ask("notes/page", { cookie: "session=bob" }),
    await ask("notes/page", {}),
    await ask("events/list", { cookie: "session=ann" }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 401, 401, 200]);
});

it("limits a signed-in caller to its grants", async () => {
  const reader = createCaller({ contextId: "user_bob", chain: [["notes:read"]] });
  const { ask } = await opened({ authenticate: async () => reader });
  expect((await ask("notes/page", {})).status).toBe(200);
  expect((await ask("notes/add", { "content-type": "application/json" })).status).toBe(403);
});

it("identifies the callers of routes too, and keeps a signed-in caller's stream open", async () => {
  const { gateway } = await opened({ authenticate: byCookie });
  const url = "http://localhost/api/v1/events/stream";
  expect((await gateway.fetch(new Request(url))).status).toBe(401);
  const stream = await gateway.fetch(new Request(url, { headers: { cookie: "session=ann" } }));
  expect(stream.status).toBe(200);
  const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  // Streams are checked in the order in which they were opened: this one has ended when both have been checked.
  const { key, context } = await gateway.keys.issue({ label: "revoked", scopes: ["events:read"] });
  const other = await gateway.fetch(new Request(url, { headers: { authorization: `Bearer ${key}` } }));
  await gateway.keys.revoke(context.id);
  await expect(other.text()).rejects.toThrow("revoked");
  await gateway.call("notes.add", { text: "still here" });
  let text = "";
  while (!text.includes("notes.note.added")) {
    const { value, done } = await reader.read();
    expect(done).toBe(false);
    text += value;
  }
});

it("does not identify callers of a foreign host, and answers what the application throws", async () => {
  const asked: string[] = [];
  const { ask, logged } = await opened({
    hosts: ["app.example"],
    authenticate(request) {
      asked.push(request.url);
      if (request.headers.get("cookie")) throw gatewayErrors.Forbidden({ scope: "notes:read" });
      throw new Error("The session store is down");
    },
  });
  expect((await ask("notes/page", {}, "http://localhost")).status).toBe(403);
  expect(asked).toEqual([]);
  const failed = await ask("notes/page", {}, "https://app.example");
  expect([failed.status, await failed.text()]).toEqual([500, expect.not.stringContaining("session store")]);
  expect(JSON.stringify(logged)).toContain("The session store is down");
  expect((await ask("notes/page", { cookie: "x" }, "https://app.example")).status).toBe(403);
});

it("finds the user of express on the message of node:http", async () => {
  const { gateway } = await opened({
    authenticate: (request) =>
      (messageOf(request) as { user?: string } | undefined)?.user === "ann" ? ann : undefined,
  });
  const listener = toNodeHandler(gateway);
  const url = await serve((message, response) => {
    listener(Object.assign(message, message.headers.cookie && { user: "ann" }), response);
  });
  const ask = (headers: Record<string, string>) =>
    fetch(`${url}/api/v1/notes/add`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: '{"text":"from express"}',
    });
  expect([(await ask({ cookie: "x" })).status, (await ask({})).status]).toEqual([200, 401]);
});

it("lets the application identify a user by the context of a key that it issued", async () => {
  let contextId = "";
  const { gateway, ask } = await opened({ authenticate: (_request, keys) => keys.callerOf(contextId) });
  ({ id: contextId } = (await gateway.keys.issue({ label: "Ann", scopes: ["notes:read"] })).context);
  expect((await ask("notes/page", {})).status).toBe(200);
  await gateway.keys.revoke(contextId);
  expect((await ask("notes/page", {})).status).toBe(401);
});

it("returns the caller of a context until it ends", async () => {
  const { gateway } = await opened();
  const { context } = await gateway.keys.issue({ label: "Ann", scopes: ["notes:read"] });
  expect((await gateway.keys.callerOf(context.id))?.allows("notes:read")).toBe(true);
  await gateway.keys.revoke(context.id);
  expect(await gateway.keys.callerOf(context.id)).toBeUndefined();
  expect(await gateway.keys.callerOf("ctx_nobody")).toBeUndefined();
});

it("admits only names of this machine as a fetch handler, like the handler for node:http", async () => {
  const { ask, admin, gateway } = await opened();
  const key = { authorization: `Bearer ${admin.key}` };
  const own = ["http://localhost", "http://localhost:8080", "http://127.0.0.1:4870", "http://[::1]:1"];
  for (const origin of own) expect([origin, (await ask("notes/page", key, origin)).status]).toEqual([origin, 200]);
  const foreign = [
    "http://evil.example",
    "http://localhost.evil.example",
    "http://192.168.1.1:4870",
    "http://127.0.0.2",
  ];
  for (const origin of foreign) {
    const answer = await ask("notes/page", key, origin);
    expect([origin, ((await answer.json()) as { code: string }).code]).toEqual([origin, "gateway.forbidden_host"]);
  }
  const url = await serve(toNodeHandler(gateway));
  const rebound = "GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
  expect(parse(await exchange(Number(new URL(url).port), rebound)).status).toBe(403);
});

it("refuses an incomplete body without logging an error", async () => {
  const { gateway, admin, logged } = await opened();
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("aborted"));
    },
  });
  const headers = { authorization: `Bearer ${admin.key}`, "content-type": "application/json" };
  const request = new Request("http://localhost/api/v1/notes/add", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  const answer = await gateway.fetch(request);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, "gateway.invalid_request"]);
  expect(logged.filter(({ level }) => level === "error")).toEqual([]);
});
