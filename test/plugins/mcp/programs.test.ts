import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCaller } from "@postern/core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { serveMcp } from "./served.ts";

const { resolve } = createRequire(import.meta.url);
/** The folder of an installed package that exports no file of its own. */
const packageAt = (name: string) => join(resolve("vitest/package.json"), "../..", name);

let fixture: Awaited<ReturnType<typeof serveMcp>>;
beforeAll(async () => {
  // The programs send no key.
  const owner = createCaller({ contextId: "ctx_local", chain: [["*"]] });
  fixture = await serveMcp({ options: { authenticate: () => owner } });
  return fixture.close;
});

function run(script: string, ...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (out += part));
  return new Promise((ended) => child.on("close", (code) => ended({ code, out })));
}

describe("the conformance suite", () => {
  const suite = packageAt("@modelcontextprotocol/conformance/dist/index.js");

  // The others call tools, resources and prompts that only a server for the suite has, or what this one does not offer.
  it.each([
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
  ])("passes %s", async (scenario) => {
    const { code, out } = await run(suite, "server", "--url", fixture.url, "--scenario", scenario);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("0 failed") });
  });
});

describe("the inspector", () => {
  /** The package is made to be a folder inside of another one, whose package file it reads. */
  function install(): string {
    const folder = mkdtempSync(join(tmpdir(), "postern-inspector-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(packageAt("@modelcontextprotocol/inspector-cli"), join(folder, "cli"), { recursive: true });
    symlinkSync(packageAt("."), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"name":"inspector","version":"0.22.0"}');
    return join(folder, "cli/build/index.js");
  }
  let inspector: string;
  const inspect = async (...args: string[]) => {
    const { code, out } = await run(inspector, fixture.url, "--transport", "http", "--method", ...args);
    if (code !== 0) throw new Error(out);
    return JSON.parse(out.slice(out.indexOf("{")));
  };

  it("lists and calls tools, and reads resources and prompts", async () => {
    inspector = install();
    const { tools } = await inspect("tools/list");
    expect(tools.map(({ name }: { name: string }) => name)).toContain("notes_add");
    const called = await inspect("tools/call", "--tool-name", "notes_add", "--tool-arg", "text=inspected");
    expect(called.structuredContent).toMatchObject({ note: { text: "inspected" } });
    expect((await inspect("prompts/list")).prompts).toHaveLength(3);
    expect((await inspect("resources/list")).resources).toEqual([]);
  });
});
