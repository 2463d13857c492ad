import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCaller } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import fc from "fast-check";
import fs from "unstorage/drivers/fs";
import { expect, it, onTestFinished } from "vitest";
import { covers, type Reach, reachOf } from "../../../core/src/define/grant.ts";
import { notesPlugin } from "../fixtures/notes.ts";

it("a wrong key takes the same time wherever it differs, since it is found by its digest", async () => {
  const storage = memory();
  const asked: string[] = [];
  const { admin, client, gateway, stop } = await testGateway({
    plugins: [notesPlugin()],
    storage: {
      ...storage,
      getItem: (key) => {
        asked.push(key);
        return storage.getItem(key);
      },
    },
  });
  onTestFinished(stop);
  await client(["*"]);
  const { key } = admin;
  const other = (at: number) => key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1);
  const looks: string[][] = [];
  for (const wrong of [other(5), other(20), other(key.length - 2), `rctx_${"x".repeat(43)}`]) {
    asked.length = 0;
    expect(await gateway.keys.recognize(wrong)).toBeUndefined();
    looks.push([...asked]);
    expect(asked.some((one) => one.includes(wrong.slice(5, 15)))).toBe(false);
  }
  expect(new Set(looks.map(({ length }) => length)).size).toBe(1);
  expect(new Set(looks.map((one) => one.at(-1))).size).toBe(looks.length);
});

it("keys and secrets are not in the store, the log or any answer but their own", async () => {
  const base = mkdtempSync(join(tmpdir(), "postern-survive-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const { admin, client, logged, stop } = await testGateway({ plugins: [notesPlugin()], storage: fs({ base }) });
  const weak = await client(["notes:read"]);
  await admin.post("notes.add", { text: "not a secret" });
  const locked = await admin.post("notes.lock", {}, { "idempotency-key": "once" });
  const secret: string = locked.body.word;
  expect(secret).toMatch(/^canary-/);
  const answers = [
    await admin.post("notes.lock", {}, { "idempotency-key": "once" }),
    await admin.post("notes.add", `{"text": "${weak.key}`),
    await admin.post("notes.add", { [weak.key]: 1 }, { cookie: weak.key, "x-request-id": "r1" }),
    await admin.post("notes.show", { id: "unknown" }),
    await admin.send(`/api/v1/notes/nothing?token=${weak.key}`, { method: "POST" }),
    await weak.post("notes.lock"),
    await admin.post("notes.page"),
    await admin.send("/health"),
  ].map(({ body, headers }, at) =>
    // A name that the caller sent may be returned to that caller.
    at === 2 ? JSON.stringify([...headers]) : JSON.stringify([body, [...headers]]),
  );
  await stop();
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const stored = files.map(({ parentPath, name }) => name + readFileSync(join(parentPath, name), "latin1")).join("\n");
  expect(stored).toContain("not a secret");
  const all = [stored, JSON.stringify(logged), ...answers];
  for (const word of [admin.key, weak.key, secret])
    for (const [at, text] of all.entries()) expect([at, text.includes(word.slice(-30))]).toEqual([at, false]);
});

const scopes: Record<string, string> = {
  "notes.show": "notes:read",
  "notes.add": "notes:write",
  "notes.hidden": "notes:raw",
  "chats.show": "chats:read",
};
const scopeOf = (operation: string): string | undefined => scopes[operation];
const grant = fc
  .tuple(
    fc.constantFrom("*", "notes:*", "notes:read", "notes:write", "notes:raw", "chats:*", ...Object.keys(scopes)),
    fc.constantFrom("", "", "@one", "@two"),
  )
  .map(([right, resource]) => right + resource);
const grants = fc.array(grant, { maxLength: 5 });
const isWithin = (inner: Reach, outer: Reach): boolean =>
  outer === "all" || (inner !== "all" && [...inner].every((resource) => outer.has(resource)));

it("a key cannot pass on more than it has itself", () => {
  fc.assert(
    fc.property(grants, grants, (parent, wished) => {
      const child = wished.filter((one) => covers(parent, one, scopeOf));
      for (const [operation, scope] of Object.entries(scopes))
        expect(isWithin(reachOf(child, scope, operation), reachOf(parent, scope, operation))).toBe(true);
      for (const one of parent) expect(covers(parent, one, scopeOf)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it("a derived key can only do what every key above it can", () => {
  fc.assert(
    fc.property(grants, grants, grants, (own, parent, first) => {
      const caller = createCaller({ contextId: "ctx_x", chain: [own, parent, first] });
      for (const [operation, scope] of Object.entries(scopes))
        for (const resource of ["one", "two", "three"]) {
          const may = [own, parent, first].every((list) => {
            const reach = reachOf(list, scope, operation);
            return reach === "all" || reach.has(resource);
          });
          const reach = caller.reach(scope, operation);
          expect(reach === "all" || reach.has(resource)).toBe(may);
        }
    }),
    { numRuns: 1_000 },
  );
});

it("a plugin cannot extend a key by changing its caller", async () => {
  const raised = createCaller({ contextId: "ctx_x", chain: [["notes:read@n1"]] });
  const change = (work: () => unknown) => expect(work).toThrow(TypeError);
  change(() => Object.assign(raised, { isAdmin: true }));
  change(() => (raised.chain as string[][]).push(["*"]));
  change(() => (raised.chain[0] as string[]).push("*"));
  (raised.reach("notes:read") as Set<string>).add("n2");
  expect([raised.allows("notes:read", "n1"), raised.allows("notes:read", "n2"), raised.isAdmin]).toEqual([
    true,
    false,
    false,
  ]);
});
