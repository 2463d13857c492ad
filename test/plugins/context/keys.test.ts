import { keyDerived, keyRevoked, keyRotated } from "@postern/context";
import type { GatewayEvent, GatewayOptions, Plugin } from "@postern/core";
import { type Client, createClient, type TestGateway, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { afterEach, describe, expect, it } from "vitest";
import { derive, type Plugins, plugins, works } from "./keys.ts";

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
async function opened(options: Partial<GatewayOptions<readonly Plugin[]>> = {}): Promise<TestGateway<Plugins>> {
  const test = await testGateway({ ...options, plugins: plugins() });
  stop = test.stop;
  return test;
}

describe("context.derive", () => {
  it("returns a key with exactly the given grants", async () => {
    const test = await opened();
    const child = await derive(test, test.admin, { label: "reader", agentId: "main", ttl: "60" });
    expect(child.key).toMatch(/^rctx_[A-Za-z0-9_-]{43}$/);
    expect(child.context).toEqual({
      id: expect.stringMatching(/^ctx_[0-9a-f]{24}$/),
      label: "reader",
      scopes: ["notes:read"],
      principal: "agent:main",
      principalName: "main",
      agentId: "main",
      parentId: test.admin.contextId,
      status: "active",
      createdAt: expect.any(Number),
      expiresAt: child.context.createdAt + 60_000,
    });
    expect(await works(child)).toBe(200);
    const { status, body } = await child.post("notes.add", { text: "tea" });
    expect([status, body.code, body.scope]).toEqual([403, "gateway.forbidden", "notes:write"]);
  });

  it("stores only a digest of the key", async () => {
    const storage = memory();
    const test = await opened({ storage });
    const { key } = await derive(test, test.admin, {});
    const names = await storage.getKeys("", {});
    const dump = JSON.stringify([names, await Promise.all(names.map((name) => storage.getItem(name)))]);
    for (const secret of [key, key.slice(5), test.admin.key.slice(5)]) expect(dump).not.toContain(secret);
    expect(JSON.stringify(test.logged)).not.toContain(key.slice(5));
  });

  it("shows the key only once: a repeated response does not contain it", async () => {
    const { admin } = await opened();
    const ask = () =>
      admin.post("context.derive", { label: "x", scopes: ["notes:read"] }, { "idempotency-key": "once" });
    const [first, again] = [await ask(), await ask()];
    expect(first.body.key).toMatch(/^rctx_/);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual({ context: first.body.context });
  });

  it("refuses a grant that the parent does not have, and names it", async () => {
    const test = await opened();
    const parent = await test.client(["context:write", "notes:read", "notes:write@note_1"]);
    for (const grant of ["notes:write", "*", "notes:*", "notes:raw", "notes.add", "notes:write@note_2", "context:*"]) {
      const { status, body } = await parent.post("context.derive", { label: "x", scopes: ["notes:read", grant] });
      expect([grant, status, body.scope]).toEqual([grant, 403, grant]);
    }
    for (const grant of ["notes:read", "notes.page", "notes:read@note_2", "notes:write@note_1", "context.derive"])
      await derive(test, parent, { scopes: [grant] });
  });

  it("refuses an unknown grant", async () => {
    const { admin } = await opened();
    for (const grant of ["nots:read", "notes:reed", "notes.ad", "notes", "", "notes:read@", "NOTES:read", "*:*"]) {
      const { status, body } = await admin.post("context.derive", { label: "x", scopes: ["*", grant] });
      expect([grant, status, body.issues?.[0].path]).toEqual([grant, 400, "/scopes/1"]);
    }
    const messageOf = async (grant: string) =>
      (await admin.post("context.derive", { label: "x", scopes: [grant] })).body.issues?.[0].message;
    const unknown = "must be a scope or an operation of this gateway";
    expect(await messageOf("notes:wirte")).toBe(`${unknown}, not "notes:wirte". Did you mean notes:write?`);
    expect(await messageOf("notes.ad@note_1")).toBe(
      `${unknown}, not "notes.ad@note_1". Did you mean notes.add@note_1?`,
    );
    expect(await messageOf("calendars:read")).toBe(`${unknown}, not "calendars:read"`);
    expect(await messageOf("notes:read,notes:write")).toBe(
      "must be one grant, such as chats:read. Give several as separate values; on the command line, repeat the flag.",
    );
    for (const scopes of [[], ["*", "*"], "*"])
      expect((await admin.post("context.derive", { label: "x", scopes })).status).toBe(400);
  });

  it("allows only admins to set another agent", async () => {
    const test = await opened();
    const parent = await test.client(["context:write", "notes:read"], "main");
    const stolen = await parent.post("context.derive", { label: "x", scopes: ["notes:read"], agentId: "other" });
    expect([stolen.status, stolen.body.scope]).toEqual([403, "*"]);
    expect((await derive(test, parent, { agentId: "main" })).context.agentId).toBe("main");
    expect((await derive(test, parent, {})).context.agentId).toBe("main");
    expect((await derive(test, test.admin, { agentId: "other" })).context.agentId).toBe("other");
  });

  it("accepts a parent that the caller manages, and hides others", async () => {
    const test = await opened();
    const parent = await test.client(["context:write", "notes:write"]);
    const below = await derive(test, parent, { scopes: ["notes:read"] });
    expect((await derive(test, parent, { parent: below.contextId })).context.parentId).toBe(below.contextId);
    const more = { label: "x", scopes: ["notes:write"], parent: below.contextId };
    expect((await test.admin.post("context.derive", more)).status).toBe(403);
    const foreign = { label: "x", scopes: ["notes:read"], parent: test.admin.contextId };
    expect((await parent.post("context.derive", foreign)).body.code).toBe("context.context_not_found");
  });

  it("refuses a key that outlives its parent", async () => {
    let time = 1_800_000_000_000;
    const test = await opened({ now: () => time });
    const parent = await derive(test, test.admin, { scopes: ["context:write", "notes:read"], ttl: "3600" });
    const end = time + 3_600_000;
    time += 60_000;
    const late = await parent.post("context.derive", { label: "x", scopes: ["notes:read"], ttl: "3541" });
    expect([late.status, late.body.issues[0].path]).toEqual([400, "/ttl"]);
    expect(late.body.issues[0].message).toContain("at most 3540");
    expect((await derive(test, parent, { ttl: "3540" })).context.expiresAt).toBe(end);
    expect((await derive(test, parent, {})).context.expiresAt).toBe(end);
    for (const ttl of ["0", "-1", "1e3", "", 60.5, "99999999999"])
      expect((await parent.post("context.derive", { label: "x", scopes: ["notes:read"], ttl })).status).toBe(400);
  });

  it("allows sixteen nested contexts and no more", async () => {
    const test = await opened();
    let last: Client = test.admin;
    for (let depth = 2; depth <= 16; depth++) last = await derive(test, last, { scopes: ["*"] });
    const { status, body } = await last.post("context.derive", { label: "x", scopes: ["*"] });
    expect([status, body.code]).toEqual([409, "context.chain_too_long"]);
    expect(await works(last)).toBe(200);
  });

  it("creates a key without a parent for in-process callers", async () => {
    const { gateway } = await opened();
    const made = await gateway.call("context.derive", { label: "top", scopes: ["*"] });
    expect(made.context.parentId).toBeUndefined();
    expect((await gateway.call("context.whoami", {})).context).toMatchObject({ id: "ctx_local", scopes: ["*"] });
  });

  it("executes exactly the shown plan, which contains no key", async () => {
    const { admin } = await opened();
    const input = { label: "x", scopes: ["notes:read"], ttl: "60" };
    const dry = await admin.post("context.derive", input, { "x-dry-run": "true" });
    expect(dry.body.plan).toEqual({
      summary: 'Create the key "x" with notes:read',
      principal: `user:${admin.contextId}`,
      label: "x",
      scopes: ["notes:read"],
      parentId: admin.contextId,
      ttl: 60,
    });
    expect((await admin.post("context.list")).body.total).toBe(1);
    expect((await admin.post("context.derive", input, { "if-match": `"${dry.body.digest}"` })).status).toBe(200);
  });
});

describe("context.rotate", () => {
  it("creates a new key and expires the old one immediately", async () => {
    const test = await opened();
    const old = await derive(test, test.admin, { scopes: ["context:write", "notes:read"] });
    const { body } = await old.post("context.rotate", { self: true });
    expect(body.context.id).toBe(old.contextId);
    expect(await works(old)).toBe(401);
    expect(await works(createClient(test.gateway.fetch, body.key))).toBe(200);
  });

  it("requires an explicit context: refuses no id and two different ids", async () => {
    const test = await opened();
    const old = await derive(test, test.admin, { scopes: ["context:write", "notes:read"] });
    const other = await derive(test, test.admin, {});
    const id = "/id";
    for (const [input, path] of [
      [{}, ""],
      [{ self: false }, id],
      [{ self: true, id: other.contextId }, id],
    ] as const) {
      const { status, body } = await old.post("context.rotate", input);
      expect([status, body.code, body.issues?.[0]?.path]).toEqual([400, "gateway.invalid_input", path]);
    }
    expect(await works(old)).toBe(200);
  });

  it("keeps the old key valid during its grace period", async () => {
    let time = 1_800_000_000_000;
    const test = await opened({ now: () => time });
    const old = await derive(test, test.admin, {});
    const { body } = await test.admin.post("context.rotate", { id: old.contextId, grace: "60" });
    const fresh = createClient(test.gateway.fetch, body.key);
    time += 59_999;
    expect([await works(old), await works(fresh)]).toEqual([200, 200]);
    time += 1;
    expect([await works(old), await works(fresh)]).toEqual([401, 200]);
  });

  it("leaves one valid key after concurrent calls", async () => {
    const test = await opened();
    const old = await derive(test, test.admin, {});
    const replies = await Promise.all([1, 2].map(() => test.admin.post("context.rotate", { id: old.contextId })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const alive = await Promise.all(replies.map(({ body }) => works(createClient(test.gateway.fetch, body.key))));
    expect(alive.sort()).toEqual([200, 401]);
    expect(await works(old)).toBe(401);
  });

  it("does not change derived contexts", async () => {
    const test = await opened();
    const parent = await derive(test, test.admin, { scopes: ["context:write", "notes:read"] });
    const child = await derive(test, parent, {});
    await test.admin.post("context.rotate", { id: parent.contextId });
    expect([await works(parent), await works(child)]).toEqual([401, 200]);
  });

  it("is refused for an ended context, and not found for one of another tree", async () => {
    const test = await opened();
    const [one, other] = [await test.client(["context:write"]), await test.client(["context:write"])];
    const hidden = await one.post("context.rotate", { id: other.contextId });
    expect([hidden.status, hidden.body.code]).toEqual([404, "context.context_not_found"]);
    await test.admin.post("context.revoke", { id: one.contextId, execute: true });
    const ended = await test.admin.post("context.rotate", { id: one.contextId });
    expect([ended.status, ended.body.code]).toEqual([409, "context.context_ended"]);
  });
});

describe("context.revoke", () => {
  it("revokes the whole tree from the next request", async () => {
    const test = await opened();
    const top = await derive(test, test.admin, { scopes: ["context:write", "notes:read"] });
    const middle = await derive(test, top, { scopes: ["context:write", "notes:read"] });
    const bottom = await derive(test, middle, {});
    for (const client of [top, middle, bottom]) expect(await works(client)).toBe(200);
    const dry = await test.admin.post("context.revoke", { id: top.contextId }, { "x-dry-run": "true" });
    expect(dry.body.plan).toMatchObject({ summary: 'Revoke "child" and 2 derived from it', revoked: 3 });
    const { body } = await test.admin.post("context.revoke", { id: top.contextId, execute: true });
    expect(body).toMatchObject({ revoked: 3, context: { status: "revoked", revokedAt: expect.any(Number) } });
    for (const client of [top, middle, bottom]) expect(await works(client)).toBe(401);
    expect((await test.admin.post("context.revoke", { id: top.contextId, execute: true })).body.revoked).toBe(0);
    const shown = await test.admin.post("context.show", { id: bottom.contextId });
    expect(shown.body.context).toMatchObject({ status: "revoked", revokedAt: body.context.revokedAt });
  });

  it("counts only active contexts", async () => {
    const test = await opened();
    const top = await derive(test, test.admin, { scopes: ["context:write", "notes:read"] });
    const middle = await derive(test, top, { scopes: ["context:write", "notes:read"] });
    await derive(test, middle, {});
    await derive(test, top, {});
    await test.admin.post("context.revoke", { id: middle.contextId, execute: true });
    expect((await test.admin.post("context.revoke", { id: top.contextId, execute: true })).body.revoked).toBe(2);
  });

  it("allows a key to revoke itself, but no ancestor or sibling", async () => {
    const test = await opened();
    const [one, other] = [await test.client(["context:write"]), await test.client(["context:write"])];
    for (const id of [other.contextId, test.admin.contextId, "ctx_none"])
      expect((await one.post("context.revoke", { id, execute: true })).status).toBe(404);
    expect((await one.post("context.revoke", { id: one.contextId, execute: true })).body.revoked).toBe(1);
    expect((await one.post("context.whoami")).status).toBe(401);
  });
});

describe("the clock", () => {
  it("expires a key with the first of its ancestors", async () => {
    let time = 1_800_000_000_000;
    const test = await opened({ now: () => time });
    const parent = await derive(test, test.admin, { scopes: ["context:write", "notes:read"], ttl: "60" });
    const child = await derive(test, parent, {});
    expect([await works(parent), await works(child)]).toEqual([200, 200]);
    time += 60_000;
    expect([await works(parent), await works(child)]).toEqual([401, 401]);
    const { body } = await test.admin.post("context.list", { status: "expired" });
    expect(body.contexts.map(({ id }: { id: string }) => id).sort()).toEqual(
      [parent.contextId, child.contextId].sort(),
    );
  });

  it("does not expire keys permanently if it is temporarily ten years ahead", async () => {
    const now = 1_800_000_000_000;
    let time = now;
    const test = await opened({ now: () => time });
    const child = await derive(test, test.admin, { ttl: "3600" });
    time += 10 * 365 * 86_400_000;
    expect(await works(child)).toBe(401);
    time = now;
    expect(await works(child)).toBe(200);
  });
});

describe("an event", () => {
  it("reports each change of a key, but never the key", async () => {
    const { gateway, admin } = await opened();
    const received: GatewayEvent[] = [];
    const listen = (one: GatewayEvent) => received.push(one);
    gateway.on(keyDerived, listen);
    gateway.on(keyRotated, listen);
    gateway.on(keyRevoked, listen);
    const { body } = await admin.post("context.derive", { label: "x", scopes: ["notes:read"] });
    const contextId = body.context.id;
    const rotated = await admin.post("context.rotate", { id: contextId, grace: "5" });
    await admin.post("context.revoke", { id: contextId, execute: true });
    await gateway.stop();
    expect(received.map(({ type, subject, actor, data }) => ({ type, subject, actor, data }))).toEqual([
      {
        type: "context.key.derived",
        data: {
          ...{ contextId, label: "x", scopes: ["notes:read"], parentId: admin.contextId },
          principal: `user:${admin.contextId}`,
        },
        subject: contextId,
        actor: admin.contextId,
      },
      {
        type: "context.key.rotated",
        data: { contextId, graceUntil: expect.any(Number) },
        subject: contextId,
        actor: admin.contextId,
      },
      {
        type: "context.key.revoked",
        data: { contextId, revoked: 1 },
        subject: contextId,
        actor: admin.contextId,
      },
    ]);
    const text = JSON.stringify(received);
    for (const key of [body.key, rotated.body.key]) expect(text).not.toContain(key);
  });
});
