import context from "@postern/context";
import { defineCommand, defineGroup, definePlugin, keys, T } from "@postern/core";
import { createClient, testGateway } from "@postern/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";

/** Changes the grants of a context directly in the store. */
const group = defineGroup("repair", { title: "Repair" });
const regrant = defineCommand(group, {
  id: "repair.regrant",
  summary: "Change what a context may do",
  input: T.Object({ id: T.String(), scopes: T.Array(T.String()) }),
  output: T.Object({}),
  plan: () => ({ summary: "Change what a context may do" }),
  async execute({ store, stamp }, _plan, { id, scopes }) {
    const found = await store.get(keys.contexts, id);
    if (found) await store.put(keys.contexts, { ...found, scopes });
    store.write(keys.changed, stamp);
    return {};
  },
});
const repair = definePlugin(group, { version: "1.0.0", operations: [regrant] });

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
async function opened() {
  const test = await testGateway({ plugins: [context(), notesPlugin(), repair()] });
  stop = test.stop;
  return test;
}
const idsIn = (body: { contexts: { id: string }[] }) => body.contexts.map(({ id }) => id);

describe("context.whoami", () => {
  it("shows the caller and its grants", async () => {
    const { client } = await opened();
    const reader = await client(["notes:read", "context.whoami"], "main");
    const { body } = await reader.post("context.whoami");
    expect(body).toEqual({
      context: expect.objectContaining({ id: reader.contextId, agentId: "main", status: "active" }),
      scopes: ["notes:read", "context.whoami"],
      operations: ["context.whoami", "notes.page", "notes.show"],
      proposable: [],
    });
  });

  it("loses the grants that an ancestor loses, and gets back only its own", async () => {
    const { gateway, admin, client } = await opened();
    const parent = await client(["context:write", "notes:*"]);
    const { body } = await parent.post("context.derive", { label: "x", scopes: ["notes:*", "context:read"] });
    const child = createClient(gateway.fetch, body.key);
    expect((await child.post("notes.add", { text: "tea" })).status).toBe(200);
    await admin.post("repair.regrant", { id: parent.contextId, scopes: ["context:write", "notes:read"] });
    const refused = await child.post("notes.add", { text: "milk" });
    expect([refused.status, refused.body.scope]).toEqual([403, "notes:write"]);
    expect((await child.post("notes.page")).status).toBe(200);
    expect((await child.post("context.whoami")).body.scopes.sort()).toEqual(["context:read", "notes:read"]);
    await admin.post("repair.regrant", { id: parent.contextId, scopes: ["*"] });
    expect((await child.post("notes.add", { text: "milk" })).status).toBe(200);
    expect((await child.post("context.whoami")).body.scopes.sort()).toEqual(["context:read", "notes:*"]);
    expect((await child.post("context.derive", { label: "y", scopes: ["notes:read"] })).status).toBe(403);
  });
});

describe("context.list", () => {
  it("shows a key its own tree, and a key with * all contexts", async () => {
    const { admin, client } = await opened();
    const [one, other] = [await client(["context:write"]), await client(["context:write"])];
    const derived = await one.post("context.derive", { label: "x", scopes: ["context:read"] });
    const mine = [one.contextId, derived.body.context.id];
    expect(idsIn((await one.post("context.list")).body)).toEqual(mine);
    expect(idsIn((await other.post("context.list")).body)).toEqual([other.contextId]);
    expect(idsIn((await admin.post("context.list")).body).sort()).toEqual(
      [admin.contextId, other.contextId, ...mine].sort(),
    );
    expect((await other.post("context.show", { id: one.contextId })).status).toBe(404);
    expect((await one.post("context.show", { id: mine[1] })).body.context.parentId).toBe(one.contextId);
  });

  it("shows active contexts, or those with a given status", async () => {
    const { client } = await opened();
    const one = await client(["context:write"]);
    const { body } = await one.post("context.derive", { label: "x", scopes: ["context:read"] });
    await one.post("context.revoke", { id: body.context.id, execute: true });
    expect((await one.post("context.list")).body.total).toBe(1);
    expect(idsIn((await one.post("context.list", { status: "revoked" })).body)).toEqual([body.context.id]);
    expect((await one.post("context.list", { status: "expired" })).body.total).toBe(0);
    expect((await one.post("context.list", { status: "all" })).body.total).toBe(2);
    expect((await one.post("context.list", { status: "dead" })).status).toBe(400);
  });

  it("pages through a tree without gaps or duplicates", async () => {
    const { client } = await opened();
    const one = await client(["context:write"]);
    for (let count = 0; count < 4; count++)
      await one.post("context.derive", { label: `key ${count}`, scopes: ["context:read"] });
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { body } = await one.post("context.list", { limit: "2", offset: String(offset), fields: "id" });
      expect([body.total, body.limit, body.offset]).toEqual([5, 2, offset]);
      seen.push(...idsIn(body));
      offset = body.nextOffset;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen[0]).toBe(one.contextId);
    const past = await one.post("context.list", { offset: "9" });
    expect([past.body.total, past.body.contexts]).toEqual([5, []]);
    expect((await one.post("context.list", { fields: "id,key" })).status).toBe(400);
  });

  it("shows the last use of a key, but never a key", async () => {
    const { admin } = await opened();
    await expect
      .poll(async () => (await admin.post("context.show", { id: admin.contextId })).body.context.lastUsedAt)
      .toEqual(expect.any(Number));
    const { body } = await admin.post("context.list", { status: "all" });
    expect(JSON.stringify(body)).not.toContain("rctx_");
  });
});

describe("context.scopes", () => {
  it("shows the scope of each operation, and additional scopes", async () => {
    const { admin, gateway } = await opened();
    const { body } = await admin.post("context.scopes");
    expect(body.operations).toHaveLength(gateway.manifest.operations.length);
    expect(body.scopes).toContainEqual({ scope: "notes:raw", allows: "Sees what is hidden" });
    const { body: one } = await admin.post("context.scopes", { operation: "notes.remove" });
    expect(one.operations).toEqual([
      { id: "notes.remove", effect: "destroy", scope: "notes:write", summary: "Remove a note" },
    ]);
    expect((await admin.post("context.scopes", { operation: "notes.none" })).status).toBe(404);
  });
});

describe("a request without the required scope", () => {
  it("is refused without revealing anything", async () => {
    const { admin, client } = await opened();
    const reader = await client(["context:read"]);
    for (const id of [admin.contextId, "ctx_none"]) {
      const { status, body } = await reader.post("context.revoke", { id, more: 1, execute: true });
      expect([status, body.scope]).toEqual([403, "context:write"]);
    }
  });

  it("is authenticated only by its header", async () => {
    const { gateway, admin } = await opened();
    const ask = async (headers: Record<string, string>, query = "") => {
      const at = `http://localhost/api/v1/context/whoami${query}`;
      return (await gateway.fetch(new Request(at, { method: "POST", headers }))).status;
    };
    const { key } = admin;
    expect(await ask({ authorization: `Bearer ${key}` })).toBe(200);
    expect(await ask({ authorization: `bearer ${key}` })).toBe(200);
    for (const authorization of [`Basic ${key}`, "Bearer ", key, `Bearer ${key.slice(0, -1)}`, `Bearer ${key}x`])
      expect([authorization, await ask({ authorization })]).toEqual([authorization, 401]);
    expect(await ask({ cookie: `key=${key}; authorization=Bearer ${key}` })).toBe(401);
    expect(await ask({}, `?key=${key}&access_token=${key}`)).toBe(401);
    expect(await ask({ authorization: `Bearer ${key}, Bearer ${key}` })).toBe(400);
  });
});
