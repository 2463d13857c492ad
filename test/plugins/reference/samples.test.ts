import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import reference from "@postern/reference";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { newUser } from "../../surfaces/postern.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What a sample must not change on its way. */
const input = {
  text: 'it\'s "tea" & $HOME `ls` \\ \n 日本語',
  tags: ["a b", "c'd"],
  isHot: false,
  nested: { none: null, number: 1.5, deep: [true] },
};

const group = defineGroup("tea", { title: "Tea" });
const seen: unknown[] = [];
const brew = defineCommand(group, {
  id: "tea.brew-now",
  summary: "Brew tea",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({
    text: T.String({ description: "Text" }),
    tags: T.Array(T.String({ description: "Tag" }), { description: "Tags" }),
    isHot: T.Boolean({ description: "Whether it is hot" }),
    nested: T.Object({}, { additionalProperties: true, description: "More" }),
  }),
  output: T.Object({ brewed: T.Boolean() }),
  examples: [{ title: "Tea", input }],
  plan: () => ({ summary: "Brew tea" }),
  execute(_ctx, _plan, given) {
    seen.push(given);
    return { brewed: true };
  },
});

interface Sample {
  readonly label: string;
  readonly source: string;
}

async function documentOf(url: string, key: string) {
  const response = await fetch(`${url}/reference/document`, { headers: { authorization: `Bearer ${key}` } });
  return (await response.json()) as { paths: Record<string, { post: { "x-codeSamples": Sample[] } }> };
}

let samples: Map<string, string>;
let env: Record<string, string>;

beforeAll(async () => {
  const plugin = definePlugin(group, { version: "1.0.0", operations: [brew] });
  const test = await testGateway({ plugins: [reference(), plugin()] });
  const server = await listen(test.gateway, { port: 0 });
  const { paths } = await documentOf(server.url, test.admin.key);
  const found = paths["/api/v1/tea/brew-now"]?.post["x-codeSamples"] ?? [];
  samples = new Map(found.map(({ label, source }) => [label, source]));
  env = { PATH: process.env.PATH ?? "", POSTERN_TOKEN: test.admin.key, POSTERN_URL: server.url };
  return async () => {
    await server.close();
    await test.stop();
  };
});

async function expectCall(call: () => Promise<unknown>) {
  seen.length = 0;
  await call();
  expect(seen).toEqual([input]);
}

it("a sample for curl makes the call", () =>
  expectCall(async () => {
    const { stdout } = await run("sh", ["-c", `${samples.get("curl")} --silent --fail`], { env });
    expect(JSON.parse(stdout)).toEqual({ brewed: true });
  }));

it("a sample for Python makes the call", () =>
  expectCall(async () => {
    const { stdout } = await run("python3", ["-c", samples.get("Python") as string], { env });
    expect(stdout).toBe("{'brewed': True}\n");
  }));

it("a sample for the client makes the call", () =>
  expectCall(async () => {
    const folder = mkdtempSync(join(tmpdir(), "postern-sample-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "sample.mjs"), samples.get("@postern/client") as string);
    const { stdout } = await run(process.execPath, ["sample.mjs"], { env, cwd: folder });
    expect(stdout).toBe("{ brewed: true }\n");
  }));

it("a sample for the command line makes the call", async () => {
  const user = newUser();
  await user.run("init");
  const { url } = await user.serve();
  const { key } = await user.json("context", "derive", "--label", "reader", "--scopes", "chats:read");
  const { paths } = await documentOf(url, key);
  const samples = paths["/api/v1/chats/create"]?.post["x-codeSamples"] ?? [];
  const { source } = samples.find(({ label }) => label === "postern") as Sample;
  const command = source.replace(/^postern/, `"${process.execPath}" "${join(root, "plugins/cli/bin/postern.js")}"`);
  const { stdout } = await run("sh", ["-c", command], {
    env: { PATH: env.PATH, HOME: user.home, POSTERN_DATA: user.data },
    cwd: user.home,
  });
  expect(stdout).toContain("Release");
});
