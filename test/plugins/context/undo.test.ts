import context from "@postern/context";
import { createClient, testGateway } from "@postern/core/testing";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { undoable } from "../../run/undo.ts";

async function opened() {
  const test = await testGateway({ plugins: [context(), service(), notesPlugin()] });
  onTestFinished(test.stop);
  return test;
}

describe("undoing", () => {
  it("context.derive revokes the key and those derived from it, for good", async () => {
    const { admin, gateway } = await opened();
    const scopes = ["notes:read", "context:write"];
    const { body, undo } = await undoable(admin, "context.derive", { label: "reader", scopes });
    const reader = createClient(gateway.fetch, body.key);
    const below = await reader.post("context.derive", { label: "below", scopes: ["notes:read"] });
    const lower = createClient(gateway.fetch, below.body.key);
    for (const one of [reader, lower]) expect((await one.post("notes.page")).status).toBe(200);
    await undo();
    for (const one of [reader, lower]) expect((await one.post("notes.page")).status).toBe(401);
    const { id } = body.context;
    expect((await admin.post("context.show", { id })).body.context).toMatchObject({ status: "revoked" });
    expect((await admin.post("service.undo", {})).body).toMatchObject({ code: "service.nothing_to_undo" });
  });

  it("keeps no key in its record", async () => {
    const storage = memory();
    const test = await testGateway({ plugins: [context(), service(), notesPlugin()], storage });
    onTestFinished(test.stop);
    const { body } = await undoable(test.admin, "context.derive", { label: "reader", scopes: ["notes:read"] });
    const names = await storage.getKeys("", {});
    const dump = JSON.stringify(await Promise.all(names.map((name) => storage.getItem(name))));
    expect(dump).toContain("service.undoable");
    expect(dump).not.toContain(body.key.slice(5));
  });

  it("is not offered for a rotated or revoked key", async () => {
    const { admin, client } = await opened();
    const { contextId: id } = await client(["notes:read"]);
    const { total } = (await admin.post("service.undo.list")).body;
    await admin.post("context.rotate", { id });
    await admin.post("context.revoke", { id, execute: true });
    expect((await admin.post("service.undo.list")).body.total).toBe(total);
  });
});
