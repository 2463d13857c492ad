import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { undoable } from "../../run/undo.ts";
import { CANARY, openGateway, spellings, storeText } from "./gateway.ts";

async function opened() {
  const test = await openGateway({ plugins: [service()] });
  const { admin, post } = test;
  const listed = async () =>
    (await post("connections.list")).connections.map(({ connection }: { connection: string }) => connection);
  const look = async () => {
    const { updatedAt: _, ...rest } = (await post("connections.show", { connection: "main" })).connection;
    return rest;
  };
  const undo = async (event?: string) =>
    (await admin.post("service.undo", { ...(event && { event }), execute: true })).body;
  const undoables = async (): Promise<number> => (await admin.post("service.undo.list")).body.total;
  return { ...test, listed, look, undo, undoables };
}

describe("undoing commands on connections", () => {
  it("removes a new connection, unless its secret is stored outside the store", async () => {
    const { admin, connect, listed, undoables, storage } = await opened();
    const input = { provider: "github", connection: "main", secretRef: "env:PATH" };
    const { undo } = await undoable(admin, "credentials.connections.create", input);
    expect(await listed()).toEqual(["main"]);
    await undo();
    expect(await listed()).toEqual([]);
    const before = await undoables();
    await connect();
    expect(await listed()).toEqual(["main"]);
    expect(await undoables()).toBe(before);
    const text = await storeText(storage);
    for (const spelled of spellings(CANARY)) expect(text).not.toContain(spelled);
  });

  it("reverses disabling", async () => {
    const { connect, post, look, undo, undoables } = await opened();
    const { id } = await connect();
    // The operation refuses `execute`, so it is not called with `undoable`.
    await post("connections.disable", { connection: "main" });
    expect(await look()).toMatchObject({ status: "disabled", statusReason: "asked" });
    expect(await undoables()).toBe(1);
    await post("connections.disable", { connection: id });
    expect(await undoables()).toBe(1);
    const { by } = await undo();
    expect(await look()).toMatchObject({ status: "active" });
    expect(await undo(by)).toMatchObject({ status: "undone", operation: "credentials.connections.disable" });
    expect(await look()).toMatchObject({ status: "disabled" });
  });

  it("reverses enabling", async () => {
    const { admin, connect, post, look, undoables } = await opened();
    await connect();
    await post("connections.enable", { connection: "main" });
    expect(await undoables()).toBe(0);
    await post("connections.disable", { connection: "main" });
    const done = await undoable(admin, "credentials.connections.enable", { connection: "main" });
    expect(await look()).toMatchObject({ status: "active" });
    const { redo } = await done.undo();
    expect(await look()).toMatchObject({ status: "disabled" });
    await redo();
    expect(await look()).toMatchObject({ status: "active" });
  });

  it.each([
    ["label and scopes", { label: "Ours", scopes: ["repo"] }],
    ["hosts", { hosts: ["api.github.com", "localhost:8080"] }],
  ])("reverses an update of the %s", async (_title, change) => {
    const { admin, connect, post, look, undoables } = await opened();
    await connect({ scopes: ["gist"] });
    const before = await look();
    const done = await undoable(admin, "credentials.connections.update", { connection: "main", ...change });
    const after = await look();
    expect(after).toMatchObject(change);
    const { redo } = await done.undo();
    expect(await look()).toEqual(before);
    await redo();
    expect(await look()).toEqual(after);
    const count = await undoables();
    await post("connections.update", { connection: "main", provider: "github", ...change });
    expect(await undoables()).toBe(count);
  });
});
