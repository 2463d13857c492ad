import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it, onTestFinished } from "vitest";
import { newUser } from "../../surfaces/postern.ts";
import { call, problemIn } from "./served.ts";

/** The file of each client, and one that exists before. */
const FILES = {
  claude: [".claude.json", '{\n    "theme": "dark",\n    "mcpServers": { "other": { "command": "x" } }\n}\n'],
  cursor: [".cursor/mcp.json", undefined],
  vscode: [".config/Code/User/mcp.json", '// mine\n{\n\t"servers": {},\n\t"inputs": []\n}\n'],
  codex: [".codex/config.toml", 'model = "gpt"\n\n[mcp_servers.other]\ncommand = "x"\n\n[tui]\nnotifications = true\n'],
  gemini: [".gemini/settings.json", "{}\n"],
} as const;

async function servedUser() {
  const user = newUser();
  await user.run("init");
  await user.serve();
  return user;
}

it("shows, writes and removes the configuration of each client", async () => {
  const user = await servedUser();
  for (const [name, [path, before]] of Object.entries(FILES)) {
    const file = join(user.home, path);
    mkdirSync(dirname(file), { recursive: true });
    if (before !== undefined) writeFileSync(file, before);
    const read = () => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

    const shown = await user.run("mcp", "install", name, "--groups", "chats,tasks");
    expect(shown, name).toMatchObject({ code: 3, out: expect.stringContaining(file) });
    expect(shown.out).toContain("chats:read, tasks:read");
    expect(read()).toBe(before);

    const done = await user.run("mcp", "install", name, "--groups", "chats,tasks", "--execute");
    expect(done, name).toMatchObject({ code: 0 });
    const text = read() ?? "";
    expect(text).toContain("postern.js");
    expect(text).not.toContain("rctx_");
    if (before?.includes("other")) expect(text).toContain("other");
    if (before !== undefined) expect(readFileSync(`${file}.before-postern`, "utf8")).toBe(before);
    else expect(statSync(file).mode & 0o777).toBe(0o600);

    const again = await user.run("mcp", "install", name, "--groups", "chats,tasks", "--execute");
    expect(again, name).toMatchObject({ code: 0 });
    expect(read()).toBe(text);
    if (before !== undefined) expect(readFileSync(`${file}.before-postern`, "utf8")).toBe(before);

    expect(await user.run("mcp", "uninstall", name), name).toMatchObject({ code: 3 });
    expect(await user.run("mcp", "uninstall", name, "--execute"), name).toMatchObject({ code: 0 });
    expect(read()).not.toContain("postern.js");
    expect(await user.run("mcp", "uninstall", name, "--execute"), name).toMatchObject({ code: 1 });
  }
  expect(readFileSync(join(user.home, FILES.codex[0]), "utf8")).toBe(FILES.codex[1]);
});

it("starts the server that it wrote, with a key that can only read", async () => {
  const user = await servedUser();
  expect(await user.run("mcp", "install", "cursor", "--execute")).toMatchObject({ code: 0 });
  const { mcpServers } = JSON.parse(readFileSync(join(user.home, ".cursor/mcp.json"), "utf8"));
  const { command, args } = mcpServers.postern as { command: string; args: string[] };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const env = { PATH: process.env.PATH ?? "", HOME: user.home };
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  const refused = await call(client, "chats_create", { title: "no", kind: "dm" });
  expect(problemIn(refused)).toMatchObject({ code: "gateway.forbidden" });
  expect(await user.run("mcp", "uninstall", "cursor", "--execute")).toMatchObject({ code: 0 });
  await expect(call(client, "chats_list")).rejects.toThrow(/gateway.unauthenticated/);
});

it("refuses a file that it cannot change safely", async () => {
  const user = await servedUser();
  mkdirSync(join(user.home, ".gemini"));
  writeFileSync(join(user.home, ".gemini/settings.json"), '{"a": ');
  const { code, err } = await user.run("mcp", "install", "gemini", "--execute");
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("is not a JSON object") });
  expect(await user.run("mcp", "install", "other")).toMatchObject({ code: 2 });
});
