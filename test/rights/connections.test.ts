import context from "@postern/context";
import { testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import { expect, it, onTestFinished } from "vitest";
import { folder } from "../storage-drivers/folder.ts";

it("a connection is only changed by those who may use it", async () => {
  const plugins = [context(), credentials({ data: folder(), home: folder(), backend: "vault" })];
  const { admin, client, stop } = await testGateway({ plugins });
  onTestFinished(stop);
  const named = { provider: "hook", connection: "main" };
  const { body } = await admin.post("credentials.connections.create", { ...named, secret: "canary-1" });
  const { id } = body.connection;
  const other = await client(["credentials:write"]);
  const calls = [
    ["credentials.connections.rotate", { ...named, secret: "canary-2" }],
    ["credentials.connections.update", { ...named, hosts: ["evil.example.org"] }],
    ["credentials.connections.remove", { ...named, execute: true }],
  ] as const;
  for (const [operation, input] of calls) {
    const { status, body } = await other.post(operation, input);
    expect([operation, status, body.scope]).toEqual([operation, 403, `credentials:use@${id}`]);
  }
  // Anybody with the scope may stop its use.
  expect((await other.post("credentials.connections.disable", named)).status).toBe(200);
  const user = await client(["credentials:write", `credentials:use@${id}`]);
  for (const [operation, input] of calls)
    expect([operation, (await user.post(operation, input)).status]).toEqual([operation, 200]);
});
