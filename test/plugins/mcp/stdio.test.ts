import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, it, onTestFinished } from "vitest";
import { newUser } from "../../surfaces/postern.ts";
import { call, problemIn } from "./served.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const info = { name: "test", version: "1.0.0" };

/** How a client starts the program. */
const started = ({ home, data }: ReturnType<typeof newUser>, args: string[] = []) => ({
  command: process.execPath,
  args: [join(root, "plugins/cli/bin/postern.js"), "mcp", ...args],
  env: { PATH: process.env.PATH ?? "", HOME: home, POSTERN_DATA: data, CI: "true" },
  stderr: "ignore" as const,
});

it("serves the clients of both versions of the library at standard input and output", async () => {
  const user = newUser();
  await user.run("init");
  await user.serve();
  for (const mode of [{ pin: "2026-07-28" }, "auto", "legacy"] as const) {
    const client = new Client(info, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(started(user)));
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.length).toBeGreaterThan(200);
    const created = await call(client, "chats_create", { title: "By stdio", kind: "dm" });
    expect(created.isError, JSON.stringify(created)).toBeFalsy();
    expect(problemIn(await call(client, "chats_show", {}))).toMatchObject({ code: "gateway.invalid_input" });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("postern://chats");
  }
  const older = new OlderClient(info);
  await older.connect(new OlderTransport(started(user, ["--mode", "compact"])));
  onTestFinished(() => older.close());
  expect((await older.listTools()).tools).toHaveLength(7);
  const listed = await call(older, "read", { operation: "chats.list" });
  expect(listed.structuredContent.chats).toHaveLength(3);
});

it("says what to type if no gateway runs, and writes nothing to standard output", async () => {
  const user = newUser();
  await user.run("init");
  const { code, out, err } = await user.run("mcp");
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(`No gateway serves ${user.data}. Start it with "postern start`);
});

it("continues with a gateway that has started again", async () => {
  const user = newUser();
  await user.run("init");
  const first = await user.serve();
  const client = new Client(info, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport(started(user)));
  onTestFinished(() => client.close());
  expect((await call(client, "chats_list")).structuredContent.chats).toEqual([]);
  first.child.kill("SIGTERM");
  await first.ended;
  await expect(call(client, "chats_list")).rejects.toThrow(/No gateway serves/);
  await user.serve();
  expect((await call(client, "chats_list")).structuredContent.chats).toEqual([]);
});
