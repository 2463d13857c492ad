import { setTimeout } from "node:timers/promises";
import { defineGroup, definePlugin, keys, type PluginContext } from "@postern/core";
import service from "@postern/service";
import { beforeAll, describe, expect, it } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { until } from "../../run/until.ts";
import { call, problemIn, type Result, serveMcp } from "./served.ts";

let fixture: Awaited<ReturnType<typeof serveMcp>>;
let host: Pick<PluginContext, "transact">;
const managing = definePlugin(defineGroup("managing", { title: "Managing" }), {
  ...{ version: "1.0.0", operations: [] },
  setup(given) {
    host = given;
  },
});

beforeAll(async () => {
  fixture = await serveMcp({
    plugins: [notesPlugin(), managing(), service()],
    config: { waitsPerKey: "2", streamsPerKey: "2" },
  });
  return fixture.close;
});

/** No operation changes the rights of a key: an administrator can, in the store. */
const changeScopes = (contextId: string, scopes: string[]) =>
  host.transact(async ({ store }) => {
    const context = await store.get(keys.contexts, contextId);
    if (context) await store.put(keys.contexts, { ...context, scopes });
  });
const revoke = (contextId: string) => fixture.gateway.keys.revoke(contextId);

describe("events_wait", () => {
  it("returns at once what happened after the cursor", async () => {
    const client = await fixture.connect();
    const start = await call(client, "events_wait", { seconds: 0 });
    expect(start.structuredContent).toMatchObject({ events: [], more: false });
    const after = start.structuredContent.cursor;
    await call(client, "notes_add", { text: "an event" });
    const { events, cursor } = (await call(client, "events_wait", { after, types: ["notes.**"] })).structuredContent;
    expect(events).toMatchObject([{ type: "notes.note.added", specversion: "1.0" }]);
    const next = await call(client, "events_wait", { after: cursor, types: ["notes.**"], seconds: 0 });
    expect(next.structuredContent.events).toEqual([]);
  });

  it("waits until something happens", async () => {
    const client = await fixture.connectOlder();
    const types = ["notes.note.added", "other.*"];
    const { cursor: after } = (await call(client, "events_wait", { seconds: 0 })).structuredContent;
    const waiting = call(client, "events_wait", { after, types });
    await fixture.admin.post("notes.add", { text: "awaited" });
    expect((await waiting).structuredContent.events).toHaveLength(1);
  });

  it("shows a key only what it may see, and nothing without the scope", async () => {
    const { key } = await fixture.client(["notes:read"]);
    const refused = await call(await fixture.connect({ key }), "events_wait", { after: "0.0" });
    expect(problemIn(refused)).toMatchObject({ code: "gateway.forbidden", scope: "events:read" });
    const { key: other } = await fixture.client(["events:read"]);
    const seen = await call(await fixture.connect({ key: other }), "events_wait", { after: "0.0", seconds: 0 });
    expect(seen.structuredContent.events).toEqual([]);
  });

  it("refuses wrong arguments with issues", async () => {
    const client = await fixture.connect();
    const wrong = await call(client, "events_wait", { after: "yesterday", seconds: 100, type: "x" });
    const paths = problemIn(wrong).issues.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(["/after", "/seconds", "/type"]);
    expect(problemIn(await call(client, "events_wait", { after: "99999.1" }))).toMatchObject({
      issues: [{ path: "/after", code: "cursor" }],
    });
  });

  it("ends when the key is revoked", async () => {
    const { key, contextId } = await fixture.client(["events:read", "notes:read"]);
    const client = await fixture.connect({ key });
    const began = performance.now();
    const waiting = call(client, "events_wait", { types: ["none.*"] });
    await setTimeout(300);
    await revoke(contextId);
    expect(problemIn(await waiting)).toMatchObject({ code: "gateway.unauthenticated" });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("is limited per key, and frees its place when the client leaves", async () => {
    const { key } = await fixture.client(["events:read"]);
    const open = () => {
      const leaving = new AbortController();
      const body = JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "events_wait", arguments: { types: ["none.*"] } },
      });
      const headers = {
        ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
        accept: "application/json, text/event-stream",
      };
      const sent = fetch(fixture.url, { method: "POST", headers, body, signal: leaving.signal }).catch(() => {});
      return { leave: () => leaving.abort(), sent };
    };
    const waits = [open(), open()];
    const client = await fixture.connect({ key });
    const now = (): Promise<Result> => call(client, "events_wait", { types: ["none.*"], seconds: 0 });
    await expect.poll(async () => (await now()).isError === true).toBe(true);
    expect(problemIn(await now())).toMatchObject({ code: "gateway.unavailable" });
    for (const wait of waits) wait.leave();
    await expect.poll(async () => (await now()).isError !== true).toBe(true);
  });
});

describe("a stream of changes", () => {
  const listening = async (key: string) => {
    const changes: (Error | null)[] = [];
    const onChanged = (error: Error | null) => void changes.push(error);
    const client = await fixture.connect({ key, more: { listChanged: { tools: { onChanged, autoRefresh: false } } } });
    return { client, changes };
  };

  it("reports that the rights of the key have changed", async () => {
    const { key, contextId } = await fixture.client(["notes:read"]);
    const { client, changes } = await listening(key);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).not.toContain("notes_add");
    expect(changes).toEqual([]);
    await changeScopes(contextId, ["notes:write"]);
    await expect.poll(() => changes).toEqual([null]);
  });

  it("ends when the key is revoked", async () => {
    const { key, contextId } = await fixture.client(["notes:read"]);
    const response = await listen(key);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const text = response.text();
    await revoke(contextId);
    expect(await text).toContain("notifications/subscriptions/acknowledged");
    expect((await listen(key)).status).toBe(401);
  });

  it("is limited per key", async () => {
    const { key } = await fixture.client(["notes:read"]);
    const open = [await listen(key), await listen(key)];
    expect((await listen(key)).status).toBe(503);
    for (const { body } of open) await body?.cancel();
    const again = async () => {
      const { status, body } = await listen(key);
      await body?.cancel();
      return status;
    };
    await expect.poll(again).toBe(200);
  });
});

describe("a gateway that is drained", () => {
  const self = async (): Promise<{ id: string; state: string }> =>
    (await fixture.admin.post("service.gateways.list")).body.gateways[0];

  it("ends streams and waits with their cursor, and refuses new ones until it is resumed", async () => {
    const { key } = await fixture.client(["events:read", "notes:read"]);
    const client = await fixture.connect({ key });
    const { cursor } = (await call(client, "events_wait", { seconds: 0 })).structuredContent;
    const [stream, waiting] = [(await listen(key)).text(), call(client, "events_wait", { types: ["none.*"] })];
    await until(async () => expect(await self()).toMatchObject({ state: "running" }));
    const { id } = await self();
    await fixture.admin.post("service.gateways.drain", { id, execute: true });
    expect(await stream).toContain("notifications/subscriptions/acknowledged");
    expect((await waiting).structuredContent).toMatchObject({ events: [], more: false });
    await until(async () => expect(await self()).toMatchObject({ state: "drained" }));

    const refused = await listen(key);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: "gateway.unavailable" }]);
    const problem = problemIn(await call(client, "events_wait", { after: cursor }));
    expect(problem).toMatchObject({ code: "gateway.unavailable", reason: expect.stringContaining("drained") });
    expect((await call(client, "events_wait", { after: cursor, seconds: 0 })).isError).toBeUndefined();

    await fixture.admin.post("service.gateways.resume", { id });
    await until(async () => expect((await call(client, "notes_page")).isError).toBeUndefined());
    await until(async () => {
      const { status, body } = await listen(key);
      await body?.cancel();
      expect(status).toBe(200);
    });
  });
});

/** Opens a stream as a client of the current version does. */
function listen(key: string): Promise<Response> {
  const name = (word: string) => `io.modelcontextprotocol/${word}`;
  const meta = {
    [name("protocolVersion")]: "2026-07-28",
    [name("clientInfo")]: { name: "test", version: "1.0.0" },
    [name("clientCapabilities")]: {},
  };
  const method = "subscriptions/listen";
  const params = { notifications: { toolsListChanged: true }, _meta: meta };
  return fixture.send(
    { jsonrpc: "2.0", id: 1, method, params },
    { authorization: `Bearer ${key}`, "mcp-protocol-version": "2026-07-28", "mcp-method": method },
  );
}
