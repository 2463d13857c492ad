import { beforeAll, describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { call, problemIn, type Result, serveMcp } from "./served.ts";

let fixture: Awaited<ReturnType<typeof serveMcp>>;
beforeAll(async () => {
  fixture = await serveMcp({ config: { waitsPerKey: "2", streamsPerKey: "2" } });
  return fixture.close;
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
    const waiting = call(client, "events_wait", { types: ["notes.note.added", "other.*"] });
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
    await fixture.admin.post("notes.page");
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
    await until(async () => (await now()).isError === true);
    expect(problemIn(await now())).toMatchObject({ code: "gateway.unavailable" });
    for (const wait of waits) wait.leave();
    await until(async () => (await now()).isError !== true);
  });
});

describe("a stream of changes", () => {
  const listening = async (key: string) => {
    let changes = 0;
    const more = { listChanged: { tools: { onChanged: () => void changes++, autoRefresh: false } } };
    const client = await fixture.connect({ key, more });
    return { client, changes: () => changes };
  };

  it("reports that the rights of the key have changed", async () => {
    const { key, contextId } = await fixture.client(["notes:read"]);
    const { client, changes } = await listening(key);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).not.toContain("notes_add");
    await changeScopes(contextId, ["notes:write"]);
    await until(() => changes() > 0);
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
    await until(async () => {
      const again = await listen(key);
      await again.body?.cancel();
      return again.status === 200;
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
